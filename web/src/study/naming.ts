import { numberOfPly } from '../positions';
import { plyOf, type Node } from './tree';

/** The number of a ply as players write it: 12. or 12… */
export function plyNumber(start: string, ply: number): string {
  const { number, black } = numberOfPly(start, ply);
  return `${number}${black ? '…' : '.'}`;
}

/** The move that led to a node, as in 12… f6-g5! */
export const moveName = (start: string, node: Node): string => (node.move === null ? '' : `${plyNumber(start, plyOf(node))} ${node.move.text}${node.glyph}`);

/** Numbers of moves before each move of a line of which only texts are known. */
export const lineText = (start: string, plies: number, texts: string[]): string =>
  texts.map((text, i) => (i === 0 || !numberOfPly(start, plies + i + 1).black ? `${plyNumber(start, plies + i + 1)} ${text}` : text)).join(' ');
