import { isDark } from '../geometry';
import type { Square } from '../types';

/** Each colour has a line of its own as well: see study-board.css. */
export const COLOURS = ['green', 'red', 'yellow', 'blue'] as const;
export type Colour = (typeof COLOURS)[number];

/** A circle round a square, or an arrow to another one. */
export interface Shape {
  colour: Colour;
  from: Square;
  to: Square | null;
}

const LETTER: Record<Colour, string> = { green: 'G', red: 'R', yellow: 'Y', blue: 'B' };

const isSame = (a: Shape, b: Shape): boolean => a.from === b.from && a.to === b.to;

/** The shapes with one more; the same again takes it away, another colour changes it. */
export function toggle(shapes: Shape[], shape: Shape): Shape[] {
  const others = shapes.filter((s) => !isSame(s, shape));
  const known = shapes.find((s) => isSame(s, shape));
  return known?.colour === shape.colour ? others : [...others, shape];
}

/** The commands that keep shapes in a comment: [%csl Gd4] for circles, [%cal Rc3d4] for arrows. */
export function writeShapes(shapes: Shape[]): string {
  const command = (name: string, some: Shape[]): string => (some.length === 0 ? '' : `[%${name} ${some.map((s) => LETTER[s.colour] + s.from + (s.to ?? '')).join(',')}]`);
  return command('csl', shapes.filter((s) => s.to === null)) + command('cal', shapes.filter((s) => s.to !== null));
}

const COMMAND = /\[%(csl|cal)\s+([^\]]*)\]/g;

/** Takes the shapes out of a comment; what is no shape stays in the text. */
export function readShapes(comment: string): { shapes: Shape[]; text: string } {
  const shapes: Shape[] = [];
  const text = comment.replace(COMMAND, (whole, _, list: string) => {
    const found = list.split(',').map((word) => shapeOf(word.trim()));
    if (found.includes(null)) return whole;
    shapes.push(...(found as Shape[]));
    return '';
  });
  return { shapes, text: text.trim() };
}

function shapeOf(word: string): Shape | null {
  const found = /^([GRYB])([a-h][1-8])([a-h][1-8])?$/.exec(word);
  const colour = COLOURS.find((name) => LETTER[name] === found?.[1]);
  const from = found?.[2];
  const to = found?.[3] ?? null;
  if (colour === undefined || from === undefined || !isDark(from) || (to !== null && !isDark(to)) || from === to) return null;
  return { colour, from, to };
}
