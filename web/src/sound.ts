let audio: AudioContext | undefined;

/** A short tone that falls or rises and dies away; pitches in hertz, times in seconds. */
function tone(type: OscillatorType, from: number, to: number, after: number, length: number, loudness: number): void {
  audio ??= new AudioContext();
  const start = audio.currentTime + after;
  const voice = audio.createOscillator();
  const volume = audio.createGain();
  voice.type = type;
  voice.frequency.setValueAtTime(from, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + length * 0.8);
  volume.gain.setValueAtTime(loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  voice.connect(volume).connect(audio.destination);
  voice.start(start);
  voice.stop(start + length + 0.01);
}

/** The knock of a piece on the board; a capture knocks lower. */
export const click = (capture: boolean): void => tone('triangle', capture ? 260 : 420, 90, 0, 0.09, 0.25);

/** A game has begun or is over. */
export function chime(): void {
  tone('sine', 523, 523, 0, 0.35, 0.12);
  tone('sine', 659, 659, 0.12, 0.45, 0.12);
}

/** The user's time runs low, or the opponent asks something. */
export const tick = (): void => tone('sine', 880, 860, 0, 0.12, 0.1);
