import { rankOf } from './geometry';
import type { Move, Side, Square } from './types';

/** What stands on a square. */
export interface Standing {
  side: Side;
  king: boolean;
  square: Square;
}

/** A piece on the drawn board; its id lasts as long as it is the same piece of wood. */
export interface Piece extends Standing {
  id: number;
  jumped: boolean;
}

let lastId = 0;

const START = 'W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8';

/** Reads the FEN the server writes: `W:Wa1,Kc3:Bb4`, with `:H2:F30` behind it where counts are told; '' is the start position. */
export function parseFen(fen: string): Standing[] {
  return (fen || START)
    .split(':')
    .filter((part, i) => i > 0 && /^[WB]/.test(part))
    .flatMap((part) => {
      const side: Side = part.startsWith('W') ? 'white' : 'black';
      return part
        .slice(1)
        .split(',')
        .filter((name) => name !== '')
        .map((name) => ({ side, king: name.startsWith('K'), square: name.slice(-2) }));
    });
}

export const turnOf = (fen: string): Side => (fen.startsWith('B') ? 'black' : 'white');

/**
 * Sets the board up with as many of the pieces that stand there as possible, so
 * that only what moved is seen to move.
 */
export function setUp(old: Piece[], wanted: Standing[]): Piece[] {
  const free = new Set(old);
  const take = (fits: (piece: Piece) => boolean): Piece | undefined => {
    for (const piece of free) {
      if (fits(piece)) {
        free.delete(piece);
        return piece;
      }
    }
    return undefined;
  };
  const found = wanted.map((w) => take((p) => p.square === w.square && p.side === w.side));
  return wanted.map((w, i) => ({ ...w, id: (found[i] ?? take((p) => p.side === w.side))?.id ?? ++lastId, jumped: false }));
}

export const pieceAt = (pieces: Piece[], sq: Square): Piece | undefined => pieces.find((p) => p.square === sq && !p.jumped);

export const isFarRank = (sq: Square, side: Side): boolean => rankOf(sq) === (side === 'white' ? 7 : 0);

/** The board after the piece that stands on `from` made the first legs of a move. */
export function walk(pieces: Piece[], from: Square, path: Square[], jumped: Square[]): Piece[] {
  const end = path.at(-1) ?? from;
  return pieces.map((p) => {
    if (p.square === from && !p.jumped) {
      const king = p.king || path.some((sq) => isFarRank(sq, p.side));
      return { ...p, square: end, king };
    }
    return jumped.includes(p.square) ? { ...p, jumped: true } : p;
  });
}

/** The board when a walked move is over. */
export const finish = (pieces: Piece[], move: Move): Piece[] => pieces.filter((p) => !move.captured.includes(p.square));
