import { fileOf, isDark, rankOf } from './geometry';
import { pieceAt, type Piece } from './pieces';
import { isOnTheWay } from './typed';
import type { LegalMove, Side, Square } from './types';

/** The most squares of a move made ready: a piece can take twelve. */
const MAX_SQUARES = 13;

const isDiagonal = (a: Square, b: Square): boolean => a !== b && Math.abs(fileOf(a) - fileOf(b)) === Math.abs(rankOf(a) - rankOf(b));

/** Whether a jump from one square could land on another, in one leg. */
const couldLand = (piece: Piece, a: Square, b: Square): boolean => isDiagonal(a, b) && (piece.king || Math.abs(rankOf(a) - rankOf(b)) === 2);

/**
 * What a press on a square makes of a move made ready. Any square may be meant,
 * since the board will be another one; but a press on another own piece picks
 * that up, unless it stands where a capture could land when it is gone.
 */
export function pressed(path: Square[] | null, sq: Square, pieces: Piece[], mine: Side): Square[] | null {
  const own = pieceAt(pieces, sq)?.side === mine;
  if (path === null) return own ? [sq] : null;
  const piece = pieceAt(pieces, path[0]!);
  const last = path.at(-1)!;
  if (piece === undefined || sq === last) return null;
  if (own && !couldLand(piece, last, sq)) return sq === path[0] ? null : [sq];
  return isDark(sq) && path.length < MAX_SQUARES ? [...path, sq] : null;
}

/** The legal moves that a move made ready means, now that the other side has moved. */
export const meant = (path: Square[], legal: LegalMove[]): LegalMove[] => legal.filter((move) => move.to === path.at(-1) && isOnTheWay(path, move));
