import { between, isDark, squareOfNumber } from './geometry';
import type { LegalMove, Square } from './types';

/** What a typed text such as `c3d4`, `c3:e5:g7` or `22-18` names among the legal moves. */
export interface Reading {
  moves: LegalMove[];
  /** More typing could still name another move. */
  open: boolean;
}

const ALGEBRAIC = /^(?:[a-h][1-8][-:x]?)*[a-h]?$/;
const NUMERIC = /^\d{1,2}(?:[-:x]\d{1,2})*[-:x]?$/;

const bare = (text: string): string => text.replace(/[-:x]/g, '');

/** Null when no move is written so. A move's own full text always names it. */
export function read(text: string, legal: LegalMove[]): Reading | null {
  const exact = legal.find((move) => bare(move.text) === bare(text));
  if (exact !== undefined && text !== '') return { moves: [exact], open: legal.some((move) => move !== exact && isOnTheWay(text.match(/[a-h][1-8]/g) ?? [], move)) };
  if (ALGEBRAIC.test(text)) {
    const squares = text.match(/[a-h][1-8]/g) ?? [];
    return among(legal, squares, /[a-h]$/.test(text));
  }
  if (NUMERIC.test(text)) {
    const squares = text.match(/\d+/g)!.map((word) => squareOfNumber(Number(word)));
    if (squares.includes(undefined)) return /\D0$/.test(text) ? { moves: [], open: true } : null;
    const reading = among(legal, squares as Square[], false);
    return { ...reading, open: reading.open || /(^|\D)\d$/.test(text) };
  }
  return null;
}

function among(legal: LegalMove[], squares: Square[], unfinished: boolean): Reading {
  const begun = legal.filter((move) => isOnTheWay(squares, move));
  const moves = unfinished || squares.length < 2 ? [] : begun.filter((move) => move.to === squares.at(-1));
  return { moves, open: begun.length > moves.length };
}

/** Whether the squares begin with the start of the move and lie on one of its routes in that order. */
export function isOnTheWay(squares: Square[], move: LegalMove): boolean {
  return move.routes.some((route) => {
    const visited = route.flatMap((sq, i) => (i === 0 ? [sq] : [...between(route[i - 1]!, sq), sq])).filter((sq) => !move.captured.includes(sq));
    let at = -1;
    return squares.every((sq, i) => {
      at = visited.indexOf(sq, at + 1);
      return i === 0 ? at === 0 : at > 0;
    });
  });
}

/** The squares that a typed text names, for a move that is not known yet; null when it names none. */
export function squaresOf(text: string): Square[] | null {
  const squares = ALGEBRAIC.test(text) && !/[a-h]$/.test(text) ? (text.match(/[a-h][1-8]/g) ?? []) : NUMERIC.test(text) ? text.match(/\d+/g)!.map((word) => squareOfNumber(Number(word))) : [];
  return squares.length < 2 || squares.includes(undefined) || !squares.every((sq) => isDark(sq!)) ? null : (squares as Square[]);
}
