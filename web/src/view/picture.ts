import { h, type VNode } from 'snabbdom';
import { saveFile } from '../download';
import { isFlipped, type Board } from '../model';
import { connection, reach } from '../offline/reach';
import { forgiveness } from '../study/fen';
import { icon } from './icons';

/** The width of a picture, in pixels. */
const SIZE = 640;

type Kind = 'png' | 'svg';

const addressOf = (kind: Kind, m: Board, fen: string): string => {
  const look = { fen, flip: String(isFlipped(m)), theme: m.settings.board, numbers: String(m.settings.numbers) };
  return `/api/v1/diagram.${kind}?${new URLSearchParams({ ...look, ...(forgiveness(fen).forgive && { forgive: 'true' }) })}`;
};

/** The ways to save a picture of a position, as the board is seen. */
export const pictureLinks = (m: Board, fen: string, possible = true): VNode[] =>
  (['png', 'svg'] as const).map((kind) => {
    const { words } = m;
    const title = words.savePicture(kind.toUpperCase());
    const attrs = possible ? { href: addressOf(kind, m, fen), download: `bolshak.${kind}` } : { role: 'link', 'aria-disabled': 'true' };
    const click = (event: Event): void => {
      if (!possible || !connection.away) return;
      event.preventDefault();
      void drawHere(kind, m, fen);
    };
    return h(`a.button.picture-${kind}`, { key: kind, attrs: { ...attrs, 'aria-label': title, title }, on: { click } }, [icon('save'), kind.toUpperCase()]);
  });

/** Saves a picture without the server: this device draws an SVG, and the browser makes pixels of it. */
async function drawHere(kind: Kind, m: Board, fen: string): Promise<void> {
  try {
    const text = await (await reach(addressOf('svg', m, fen), {})).text();
    const svg = new Blob([text], { type: 'image/svg+xml' });
    saveFile(`bolshak.${kind}`, kind === 'svg' ? svg : await pixels(svg));
  } catch {
    m.shell.say(m.words.noPicture);
  }
}

async function pixels(svg: Blob): Promise<Blob> {
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image(SIZE, SIZE);
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(SIZE, SIZE);
    canvas.getContext('2d')!.drawImage(image, 0, 0, SIZE, SIZE);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    URL.revokeObjectURL(address);
  }
}
