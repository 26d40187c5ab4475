import type { Piece, Standing } from './pieces';
import type { Selection } from './selection';
import { after, fenOf, turnAfter } from './positions';
import type { Records } from './records';
import type { SavedGame, Settings } from './storage';
import type { Side, Square, State } from './types';
import type { Words } from './words';

export type Tab = 'moves' | 'game' | 'rules';

/** A sentence, with the server's own words for whom they help. */
export type Note = string | { text: string; detail: string };

/** The dialogue in which games are read from a text. */
export interface Reading {
  open: boolean;
  text: string;
  rules: string;
  busy: boolean;
  refusal: Note;
  /** What was read; null before, and for another text. */
  answer: Records | null;
}

/** Everything the page shows. */
export interface Model {
  settings: Settings;
  words: Words;
  game: SavedGame;
  /** What the server said last; null until it has spoken of this game. */
  state: State | null;
  phase: 'loading' | 'ready' | 'thinking' | 'away';
  pieces: Piece[];
  /** The move that is on its way over the board, or was the last. */
  marks: { from: Square; to?: Square; crosses: Square[] } | null;
  /** The piece that moved last lies over the others. */
  mover: number | null;
  selection: Selection | null;
  /** Where a dragged piece is, in squares from the upper left. */
  drag: { x: number; y: number } | null;
  cursor: Square;
  typed: string;
  note: Note;
  /** A short confirmation that goes by itself. */
  toast: string;
  announcement: string;
  fromLink: boolean;
  canGoBack: boolean;
  asking: 'resign' | 'play on' | null;
  /** The number of plies before the position that is looked at; null for the last one. */
  viewed: number | null;
  reading: Reading;
  settingsOpen: boolean;
  tab: Tab;
}

export const isFlipped = (m: Model): boolean => (m.game.side === 'black') !== m.settings.turned;

/** The number of plies before the position that is shown. */
export const shownPly = (m: Model): number => m.viewed ?? m.state?.history.length ?? 0;

export const shownTurn = (m: Model): Side => turnAfter(m.game.start, shownPly(m));

/** What stands on the board in the position that is shown, whatever is on its way over it. */
export const shownPosition = (m: Model): Standing[] => after(m.game.start, m.state?.history.slice(0, shownPly(m)) ?? []);

export const shownFen = (m: Model): string => fenOf(shownPosition(m), shownTurn(m));

/** The game is looked at and cannot be played: one of others, or an earlier position. */
export const isLooking = (m: Model): boolean => m.viewed !== null || m.game.record !== undefined;

export const isMyTurn = (m: Model): boolean => !isLooking(m) && m.phase === 'ready' && m.state !== null && m.state.outcome === null && m.state.turn === m.game.side;
