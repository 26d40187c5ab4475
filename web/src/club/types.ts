import type { Found } from '../study/engine';
import type { Counter, LegalMove, Move, Opening, Outcome, PlayedMove, Side } from '../types';

/** What the server says of people, seats and live games; docs/openapi.yaml tells the rest. */

export const CLASSES = ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'] as const;
export type TimeClass = (typeof CLASSES)[number];

export interface Rating {
  rating: number;
  deviation: number;
  games: number;
  provisional: boolean;
}

export interface Player {
  id: string;
  name: string;
  guest: boolean;
  bot: boolean;
  ratings: Partial<Record<TimeClass, Rating>>;
}

/** Times in milliseconds. */
export type ClockTerms =
  | { kind: 'fischer'; base: number; increment: number }
  | { kind: 'delay'; base: number; delay: number }
  | { kind: 'moves'; base: number; moves: number; again: number }
  | { kind: 'days'; days: number }
  | { kind: 'none' };

export type ClockKind = ClockTerms['kind'];

export type RulesName = 'fmjd64' | 'fshr' | 'lidraughts' | 'none';

export const TABLES = ['fmjd64', 'idf64', 'idf150'] as const;
export type TableName = (typeof TABLES)[number];

export interface Terms {
  clock: ClockTerms;
  rated: boolean;
  rules: RulesName;
  start: string;
  opening: { table: TableName; code?: string; drawn?: boolean } | null;
  micro: boolean;
  offers: 'free' | 'club';
}

export interface Seat {
  id: string;
  by: Player;
  terms: Terms;
  color: Side | 'random';
  open: boolean;
  /** Microseconds since the epoch. */
  at: number;
  game: string | null;
}

/** One who sits at a board. */
export interface Seated {
  player: Player;
  rating: number | null;
  change: number | null;
  present: boolean;
  level: number;
}

/** The clocks as they stood at `now`, the server's time in microseconds. */
export interface Clocks {
  white: number;
  black: number;
  running: Side | null;
  now: number;
  delay: number;
  movesLeft: { white: number; black: number } | null;
  /** What is left to make one's first move in, before the game is aborted. */
  firstMove: number | null;
}

export interface Offers {
  draw: Side | null;
  takeback: { by: Side; plies: number } | null;
  rematch: Side | null;
}

export interface May {
  abort: boolean;
  draw: boolean;
  drawWhyNot: string;
  takeback: boolean;
  claim: boolean;
  claimIn: number | null;
  addTime: boolean;
  rematch: boolean;
}

export interface Micro {
  game: 1 | 2;
  other: string | null;
  score: { white: number; black: number };
}

/** What changes in a game while it goes on. */
interface Course {
  fen: string;
  turn: Side;
  legal: LegalMove[];
  counters: Counter[];
  outcome: Outcome | null;
  opening: Opening;
  clock: Clocks;
  offers: Offers;
  may: May;
  status: 'new' | 'playing' | 'over' | 'aborted';
  micro: Micro | null;
  rematch: string | null;
  white: Seated;
  black: Seated;
}

export interface GameView extends Course {
  id: string;
  version: number;
  at: number;
  terms: Terms;
  you: Side | null;
  start: string;
  history: PlayedMove[];
  spectators: number;
}

export interface Update extends Course {
  game: string;
  from: number;
  version: number;
  /** The plies of the known history that still hold. */
  keep: number;
  add: PlayedMove[];
}

export interface ChatLine {
  game: string;
  by: Player | null;
  side: Side | null;
  text: string;
  at: number;
  n: number;
}

export type Deed =
  | { type: 'move'; ply: number; move: Move; draw?: boolean }
  | { type: 'takeback-offer'; plies: number }
  | { type: 'claim'; as?: 'draw' }
  | { type: 'add-time'; ms: number }
  | { type: 'chat'; text: string }
  | {
      type:
        | 'resign'
        | 'draw-offer'
        | 'draw-accept'
        | 'draw-decline'
        | 'takeback-accept'
        | 'takeback-decline'
        | 'abort'
        | 'rematch-offer'
        | 'rematch-accept'
        | 'rematch-decline'
        | 'flag';
    };

/** A deed with the key by which it is done once, however often it is sent. */
export type Action = Deed & { id: string };

export interface ProblemDocument {
  status: number;
  code: string;
  detail: string;
  index?: number;
}

export type ServerMessage =
  | { t: 'game'; game: GameView }
  | { t: 'same'; game: string; version: number; clock: Clocks }
  | ({ t: 'update' } & Update)
  | { t: 'ack'; id: string; game: string; version: number }
  | { t: 'refused'; id: string; problem: ProblemDocument }
  | ({ t: 'chat' } & ChatLine)
  | { t: 'chats'; game: string; chats: ChatLine[] }
  | { t: 'presence'; game: string; white: boolean; black: boolean; spectators: number; claimIn: Record<Side, number | null> }
  | { t: 'lobby'; seats: Seat[]; playing: number; online: number }
  | { t: 'started'; game: string; seat: string | null }
  | { t: 'pong'; n: number; now: number }
  | { t: 'error'; problem: ProblemDocument; key?: string }
  | { t: 'queued'; key: string; before: number }
  | ({ t: 'analysis'; key: string } & Found)
  | { t: 'bye'; retry: number };

export type ClientMessage =
  | { t: 'watch'; game: string; version: number }
  | { t: 'unwatch'; game: string }
  | { t: 'lobby'; on: boolean }
  | { t: 'act'; game: string; action: Action }
  | { t: 'ping'; n: number }
  | ({ t: 'analyse' } & Wish)
  | { t: 'analyse-stop'; key: string };

/** A position to be searched, by a key that the answers have. */
export interface Wish {
  key: string;
  fen: string;
  rules: string;
  lines: number;
  depth?: number;
}

/** A finished game in a list. Its debut has no name, or a code of a drawing table, where none is known. */
export interface GameLine {
  id: string;
  white: Seated;
  black: Seated;
  class: TimeClass;
  rated: boolean;
  result: '1-0' | '0-1' | '1/2-1/2';
  reason: string;
  article: string;
  plies: number;
  opening: { name: string; russian: string; table: string; code: string } | null;
  created: number;
  finished: number;
}
