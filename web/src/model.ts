import type { Piece, Standing } from './pieces';
import { after, fenOf, turnAfter } from './positions';
import type { GameRecord } from './records';
import type { Selection } from './selection';
import type { Shell } from './shell';
import type { Settings } from './storage';
import type { Side, Square, State } from './types';
import type { Words } from './words';

/** A sentence, with the server's own words for whom they help. */
export type Note = string | { text: string; detail: string };

/** A board and the game on it: what every page that has a board shows and changes. */
export abstract class Board {
  /** What the server said last; null until it has spoken of this game. */
  state: State | null = null;
  /** Whether the user's hand may work: it waits while the game loads, the other side thinks or the server is away. */
  phase: 'loading' | 'ready' | 'thinking' | 'away' = 'loading';
  pieces: Piece[] = [];
  /** The move that is on its way over the board, or was the last. */
  marks: { from: Square; to?: Square; crosses: Square[] } | null = null;
  /** The piece that moved last lies over the others. */
  mover: number | null = null;
  selection: Selection | null = null;
  /** Squares of a move meant for later: the piece, then where it shall go; one square while it is only in the hand. */
  premove: Square[] | null = null;
  /** Where a dragged piece is, in squares from the upper left. */
  drag: { x: number; y: number } | null = null;
  cursor: Square = 'c3';
  typed = '';
  note: Note = '';
  /** What the user is asked before it is done. */
  asking: 'resign' | 'play on' | 'abort' | null = null;
  /** The number of plies before the position that is looked at; null for the last one. */
  viewed: number | null = null;

  constructor(readonly shell: Shell) {}

  /** The first position, '' for the usual one. */
  abstract get start(): string;
  /** The side at the near edge of the board. */
  abstract get side(): Side;
  /** The side that the user moves; null for one who looks on. */
  abstract get mine(): Side | null;

  /** The record of a game that others played, which is looked through and not played. */
  get record(): GameRecord | undefined {
    return undefined;
  }

  /** Whether a move may be made ready while the other side is to move. */
  get canPremove(): boolean {
    return false;
  }

  get settings(): Settings {
    return this.shell.settings;
  }

  get words(): Words {
    return this.shell.words;
  }

  /** Lets go of everything that was begun and not done. */
  letGo(): void {
    Object.assign(this, { selection: null, drag: null, typed: '', note: '', asking: null });
  }
}

export const isFlipped = (m: Board): boolean => (m.side === 'black') !== m.settings.turned;

/** The number of plies before the position that is shown. */
export const shownPly = (m: Board): number => m.viewed ?? m.state?.history.length ?? 0;

export const shownTurn = (m: Board): Side => turnAfter(m.start, shownPly(m));

/** What stands on the board in the position that is shown, whatever is on its way over it. */
export const shownPosition = (m: Board): Standing[] => after(m.start, m.state?.history.slice(0, shownPly(m)) ?? []);

export const shownFen = (m: Board): string => fenOf(shownPosition(m), shownTurn(m));

/** The game is looked at and cannot be played: one of others, or an earlier position. */
export const isLooking = (m: Board): boolean => m.viewed !== null || m.record !== undefined;

export const isMyTurn = (m: Board): boolean => !isLooking(m) && m.phase === 'ready' && m.state !== null && m.state.outcome === null && m.state.turn === m.mine;
