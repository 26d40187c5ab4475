import type { Move, Outcome } from './types';

/** What was read of a text of games. */
export interface Records {
  encoding: string;
  rules: string;
  /** All games, of which the first ones are told. */
  found: number;
  games: ReadGame[];
}

/** A game that others played and wrote down. It is looked through, not played. */
export interface GameRecord {
  white: string;
  black: string;
  event: string;
  round: string;
  date: string;
  result: string;
  notes: Note[];
  over: Over | null;
  pdn: string;
}

export interface ReadGame extends GameRecord {
  number: number;
  start: string;
  plies: number;
  moves: Move[];
  problems: Fault[];
}

/** What the text says of the position after so many plies. */
export interface Note {
  ply: number;
  marks: string;
  text: string;
}

/** Where the board ended the game, whatever was played or written after. */
export interface Over {
  ply: number;
  outcome: Outcome;
  after: number;
  conflict: boolean;
}

export interface Fault {
  line: number;
  column: number;
  code: string;
  warning: boolean;
  found: string;
  detail: string;
}

/** Whether there is a position or a move to show. */
export const canBeShown = (game: ReadGame): boolean => game.start !== '' && !game.problems.some((fault) => fault.code === 'no-game');

export const isWhole = (game: ReadGame): boolean => game.problems.every((fault) => fault.warning);

export const noteAt = (record: GameRecord | undefined, ply: number): Note | undefined => record?.notes.find((note) => note.ply === ply);
