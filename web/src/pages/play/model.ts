import { Board, type Note } from '../../model';
import type { GameRecord, Records } from '../../records';
import type { Shell } from '../../shell';
import type { SavedGame } from '../../storage';
import type { Side } from '../../types';

/** The panels that share a phone's screen below the board. */
export type Tab = 'moves' | 'game' | 'club' | 'rules';

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

/** A game against the computer, or one that was read, as it lies in the browser. */
export class PlayModel extends Board {
  fromLink = false;
  canGoBack = false;
  reading: Reading = { open: false, text: '', rules: 'fmjd64', busy: false, refusal: '', answer: null };
  tab: Tab = 'moves';

  constructor(
    shell: Shell,
    public game: SavedGame,
  ) {
    super(shell);
  }

  override get start(): string {
    return this.game.start;
  }

  override get side(): Side {
    return this.game.side;
  }

  override get mine(): Side {
    return this.game.side;
  }

  override get record(): GameRecord | undefined {
    return this.game.record;
  }
}
