import { jumpedOn } from './selection';
import { pieceAt, type Piece } from './pieces';
import type { LegalMove, Side, Square } from './types';

/** A piece that must take, and what its first jump can take. */
export interface Taker {
  square: Square;
  victims: Square[];
}

/** Why a tap did nothing. */
export type Refusal =
  | { kind: 'not yours'; side: Side }
  | { kind: 'not your turn'; side: Side }
  | { kind: 'must take'; square: Square; takers: Taker[] }
  | { kind: 'blocked'; square: Square }
  | { kind: 'no way'; from: Square; to: Square; victims: Square[] };

/** Who must take; empty when no capture is due. */
export function takers(legal: LegalMove[]): Taker[] {
  const found = new Map<Square, Set<Square>>();
  for (const move of legal) {
    if (move.captured.length === 0) continue;
    const victims = found.get(move.from) ?? new Set();
    for (const route of move.routes) victims.add(jumpedOn(move, route.slice(0, 2))[0]!);
    found.set(move.from, victims);
  }
  return [...found].map(([square, victims]) => ({ square, victims: [...victims] }));
}

/** Why the piece on a square cannot be taken in the hand; null for an empty square. */
export function whyNotTake(sq: Square, pieces: Piece[], legal: LegalMove[], turn: Side, mine: Side): Refusal | null {
  const piece = pieceAt(pieces, sq);
  if (piece === undefined) return null;
  if (piece.side !== mine) return { kind: 'not yours', side: piece.side };
  if (turn !== mine) return { kind: 'not your turn', side: turn };
  const due = takers(legal);
  return due.length > 0 ? { kind: 'must take', square: sq, takers: due } : { kind: 'blocked', square: sq };
}

/** Why the piece in the hand cannot go to a square. */
export function whyNotGo(from: Square, to: Square, legal: LegalMove[]): Refusal {
  const victims = takers(legal).find((taker) => taker.square === from)?.victims ?? [];
  return { kind: 'no way', from, to, victims };
}
