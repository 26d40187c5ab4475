import { SQUARES, isDark, numberOf, squareOfNumber } from '../geometry';
import type { Standing } from '../pieces';
import type { Side, Square } from '../types';

/** How squares are named in a FEN: c3, or 22 with 1 on b8, or 10 with 1 on a1. */
export const NUMBERINGS = ['letters', 'numbers', 'numbers-a1'] as const;
export type Numbering = (typeof NUMBERINGS)[number];

/** Any arrangement of pieces, legal or not. */
export interface Setup {
  pieces: Standing[];
  turn: Side;
}

export type FenFault = 'noise' | 'no-turn' | 'bad-square' | 'light-square' | 'twice';

/** Why a text is no FEN: what is wrong, the word it is wrong with, and its place, from 1. */
export interface BadFen {
  fault: FenFault;
  found: string;
  at: number;
}

const order = new Map(SQUARES.map((sq, i) => [sq, i]));
const fromA1 = (n: number): Square | undefined => SQUARES[n - 1];

export const nameOf = (sq: Square, numbering: Numbering): string => (numbering === 'letters' ? sq : String(numbering === 'numbers' ? numberOf(sq) : order.get(sq)! + 1));

/** Writes a setup with its squares in the order of the board. */
export function writeFen({ pieces, turn }: Setup, numbering: Numbering): string {
  const sorted = [...pieces].sort((a, b) => order.get(a.square)! - order.get(b.square)!);
  const squares = (side: Side): string => sorted.filter((piece) => piece.side === side).map((piece) => (piece.king ? 'K' : '') + nameOf(piece.square, numbering)).join(',');
  return `${turn === 'white' ? 'W' : 'B'}:W${squares('white')}:B${squares('black')}`;
}

/**
 * Reads a FEN in letters, numbers and ranges of numbers, with its sides in
 * either order, in either case, with blanks, quotes and a dot at its end. What a
 * position may be is not looked at.
 */
export function readFen(text: string, numbering: Numbering = 'letters'): Setup | BadFen {
  const parts = split(text.replace(/^[\s"']+|[\s"'.]+$/g, (noise) => ' '.repeat(noise.length)), ':');
  const [head, ...sides] = parts;
  const turn = sideOf(head!.text);
  if (head!.text === '' && sides.length === 0) return { fault: 'noise', found: '', at: 1 };
  if (turn === null) return { fault: 'no-turn', found: head!.text, at: head!.at };
  const pieces: Standing[] = [];
  for (const part of sides) {
    if (part.text === '' || /^[HF]\d+$/i.test(part.text)) continue;
    const side = sideOf(part.text[0]!);
    if (side === null) return { fault: 'noise', found: part.text, at: part.at };
    for (const word of split(part.text.slice(1), ',', part.at + 1)) {
      const bad = addPieces(pieces, side, word, numbering);
      if (bad !== null) return bad;
    }
  }
  return { pieces, turn };
}

interface Word {
  text: string;
  at: number;
}

/** The parts of a text between separators, without the blanks round them. */
function split(text: string, separator: string, from = 1): Word[] {
  let at = from;
  return text.split(separator).map((part) => {
    const word = { text: part.trim(), at: at + part.length - part.trimStart().length };
    at += part.length + 1;
    return word;
  });
}

function sideOf(text: string): Side | null {
  const letter = text.toUpperCase();
  return letter === 'W' ? 'white' : letter === 'B' ? 'black' : null;
}

function addPieces(pieces: Standing[], side: Side, word: Word, numbering: Numbering): BadFen | null {
  if (word.text === '') return null;
  const king = /^k/i.test(word.text);
  const squares = squaresOf(king ? word.text.slice(1).trim() : word.text, numbering);
  if (typeof squares === 'string') return { fault: squares, found: word.text, at: word.at };
  for (const square of squares) {
    if (pieces.some((piece) => piece.square === square)) return { fault: 'twice', found: word.text, at: word.at };
    pieces.push({ side, king, square });
  }
  return null;
}

function squaresOf(text: string, numbering: Numbering): Square[] | FenFault {
  if (/^[a-h][1-8]$/i.test(text)) return isDark(text.toLowerCase()) ? [text.toLowerCase()] : 'light-square';
  const range = /^(\d+)(?:\s*-\s*(\d+))?$/.exec(text);
  if (range === null) return 'bad-square';
  const [first, last] = [Number(range[1]), Number(range[2] ?? range[1])];
  if (first < 1 || last > 32 || first > last) return 'bad-square';
  const square = numbering === 'numbers-a1' ? fromA1 : squareOfNumber;
  return Array.from({ length: last - first + 1 }, (_, i) => square(first + i)!);
}

/** Why an arrangement cannot come about in a game. Composers may forgive all but a board without pieces. */
export type SetupFault = 'too-many-white' | 'too-many-black' | 'white-man-crowned' | 'black-man-crowned' | 'no-pieces';

export interface Fault {
  fault: SetupFault;
  squares: Square[];
}

const MOST = 12;

export function faultsOf({ pieces }: Setup): Fault[] {
  const faults: Fault[] = [];
  for (const side of ['white', 'black'] as const) {
    const own = pieces.filter((piece) => piece.side === side);
    if (own.length > MOST) faults.push({ fault: `too-many-${side}`, squares: [] });
    const far = own.filter((piece) => !piece.king && piece.square.endsWith(side === 'white' ? '8' : '1'));
    if (far.length > 0) faults.push({ fault: `${side}-man-crowned`, squares: far.map((piece) => piece.square) });
  }
  if (pieces.length === 0) faults.push({ fault: 'no-pieces', squares: [] });
  return faults;
}

/** What a request about a position says where it needs forgiveness: a position that has been let in once is not asked of again. */
export function forgiveness(fen: string): { forgive?: true } {
  const setup = fen === '' ? null : readFen(fen);
  return setup === null || 'fault' in setup || faultsOf(setup).length === 0 ? {} : { forgive: true };
}

/** The same position with White and Black exchanged: the board turned round. */
export function mirrored({ pieces, turn }: Setup): Setup {
  const turned = (sq: Square): Square => SQUARES[31 - order.get(sq)!]!;
  const swap = (side: Side): Side => (side === 'white' ? 'black' : 'white');
  return { pieces: pieces.map((piece) => ({ ...piece, side: swap(piece.side), square: turned(piece.square) })), turn: swap(turn) };
}
