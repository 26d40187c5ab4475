import type { Piece } from './pieces';
import type { Selection } from './selection';
import type { SavedGame, Settings } from './storage';
import type { Square, State } from './types';
import type { Words } from './words';

export type Tab = 'moves' | 'game' | 'rules';

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
  note: string;
  announcement: string;
  fromLink: boolean;
  canGoBack: boolean;
  asking: 'resign' | null;
  settingsOpen: boolean;
  tab: Tab;
}

export const isFlipped = (m: Model): boolean => (m.game.side === 'black') !== m.settings.turned;

export const isMyTurn = (m: Model): boolean => m.phase === 'ready' && m.state !== null && m.state.outcome === null && m.state.turn === m.game.side;
