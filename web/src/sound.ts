let audio: AudioContext | undefined;

/** The knock of a piece on the board; a capture knocks lower. */
export function click(capture: boolean): void {
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(capture ? 260 : 420, now);
  tone.frequency.exponentialRampToValueAtTime(90, now + 0.07);
  volume.gain.setValueAtTime(0.25, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}
