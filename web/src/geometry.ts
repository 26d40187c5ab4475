import type { Square } from './types';

export const FILES = 'abcdefgh';

export const fileOf = (sq: Square): number => sq.charCodeAt(0) - 97;
export const rankOf = (sq: Square): number => sq.charCodeAt(1) - 49;

export const squareAt = (file: number, rank: number): Square => FILES[file]! + (rank + 1);

/** The 32 dark squares from a1 to h8. */
export const SQUARES: readonly Square[] = Array.from({ length: 32 }, (_, i) => {
  const rank = i >> 2;
  return squareAt((i & 3) * 2 + (rank & 1), rank);
});

/** 1 is b8, 4 is h8, 5 is a7 and 32 is g1. */
export const numberOf = (sq: Square): number => (7 - rankOf(sq)) * 4 + (fileOf(sq) >> 1) + 1;

const byNumber = new Map(SQUARES.map((sq) => [numberOf(sq), sq]));
export const squareOfNumber = (n: number): Square | undefined => byNumber.get(n);

export const isDark = (sq: Square): boolean => SQUARES.includes(sq);

/** The squares strictly between two squares of one diagonal. */
export function between(a: Square, b: Square): Square[] {
  const df = Math.sign(fileOf(b) - fileOf(a));
  const dr = Math.sign(rankOf(b) - rankOf(a));
  const squares: Square[] = [];
  for (let f = fileOf(a) + df, r = rankOf(a) + dr; f !== fileOf(b) && f >= 0 && f < 8 && r >= 0 && r < 8; f += df, r += dr) {
    squares.push(squareAt(f, r));
  }
  return squares;
}

export const sameDirection = (a: Square, b: Square, c: Square): boolean =>
  Math.sign(fileOf(b) - fileOf(a)) === Math.sign(fileOf(c) - fileOf(b)) && Math.sign(rankOf(b) - rankOf(a)) === Math.sign(rankOf(c) - rankOf(b));

/** The place of a square on the drawn board, in squares from the upper left. */
export function place(sq: Square, flipped: boolean): { x: number; y: number } {
  return flipped ? { x: 7 - fileOf(sq), y: rankOf(sq) } : { x: fileOf(sq), y: 7 - rankOf(sq) };
}
