/** What the server and the page say to each other; docs/openapi.yaml tells the rest. */

export type Square = string;
export type Side = 'white' | 'black';

/** A move travels whole: start, end and every captured piece. */
export interface Move {
  from: Square;
  to: Square;
  captured: Square[];
}

export interface LegalMove extends Move {
  routes: Square[][];
  text: string;
  crowned: boolean;
}

export interface PlayedMove extends Move {
  route: Square[];
  text: string;
  crowned: boolean;
}

export interface Counter {
  article: string;
  rule: string;
  made: number;
  limit: number;
  /** Plies and moves that are left; none are told of repetition, which depends on what is played. */
  plies: number;
  moves: number;
}

export interface Outcome {
  winner: Side | null;
  reason: string;
  article: string;
}

/** A named debut, and where the game stands in the drawing tables. */
export interface Opening {
  name: { russian: string; transliteration: string; english: string; ply: number; transposed: boolean } | null;
  tables: { table: string; code: string; ply: number }[];
}

export interface State {
  start: string;
  fen: string;
  turn: Side;
  legal: LegalMove[];
  history: PlayedMove[];
  counters: Counter[];
  outcome: Outcome | null;
  opening: Opening;
  pdn: string;
}

export interface End {
  reason: 'resignation';
  side: Side;
}

export interface GameRequest {
  start: string;
  /** The start may be one that only composers allow. */
  forgive?: boolean;
  rules?: string;
  moves: Move[];
  players?: { white: string; black: string };
  end?: End;
}

export const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');

export const sameMove = (a: Move, b: Move): boolean =>
  a.from === b.from && a.to === b.to && a.captured.length === b.captured.length && a.captured.every((sq) => b.captured.includes(sq));
