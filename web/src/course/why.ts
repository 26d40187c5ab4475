import { between, fileOf, rankOf } from '../geometry';
import { isFarRank, pieceAt, type Piece } from '../pieces';
import { jumpedOn, type Selection } from '../selection';
import type { LegalMove, Square } from '../types';

/** The rule that a try of the hand would break. */
export type Why =
  | 'must-take'
  | 'occupied'
  | 'not-diagonal'
  | 'own-jumped'
  | 'jumped-twice'
  | 'two-jumped'
  | 'man-far'
  | 'man-backward'
  | 'landing'
  | 'go-on';

const isDiagonal = (a: Square, b: Square): boolean => Math.abs(fileOf(a) - fileOf(b)) === Math.abs(rankOf(a) - rankOf(b));

/** Why the piece in the hand may not go to a square; null where no single rule says it. */
export function whyNot(pieces: Piece[], legal: LegalMove[], held: Selection, to: Square): Why | null {
  const { from, path } = held;
  const here = path.at(-1)!;
  const piece = pieceAt(pieces, from);
  if (piece === undefined) return null;
  const king = piece.king || path.some((sq) => isFarRank(sq, piece.side));
  const due = legal.some((move) => move.captured.length > 0);
  const jumped = held.lines.length === 0 ? [] : jumpedOn(held.lines[0]!.move, path);
  if (to !== from && pieceAt(pieces, to) !== undefined) return 'occupied';
  if (!isDiagonal(here, to)) return 'not-diagonal';
  const over = between(here, to).filter((sq) => sq !== from && pieceAt(pieces, sq) !== undefined);
  if (over.some((sq) => pieceAt(pieces, sq)!.side === piece.side)) return 'own-jumped';
  if (over.some((sq) => jumped.includes(sq))) return 'jumped-twice';
  const far = Math.abs(rankOf(to) - rankOf(here));
  if (!king && far > 2) return 'man-far';
  if (over.length > 1) return 'two-jumped';
  if (over.length === 1) return king ? 'landing' : null;
  if (path.length > 1) return 'go-on';
  if (due) return 'must-take';
  if (king) return null;
  if (far > 1) return 'man-far';
  return rankOf(to) > rankOf(here) === (piece.side === 'white') ? null : 'man-backward';
}
