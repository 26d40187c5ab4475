import type { Game } from './game';
import { shownPly, shownTurn, type Model } from './model';
import { turnAfter } from './positions';
import type { Side } from './types';

/** Looking through the moves of a game on the board. */
export class Review {
  constructor(
    private readonly m: Model,
    private readonly game: Game,
    private readonly render: () => void,
  ) {}

  get length(): number {
    return this.m.state?.history.length ?? 0;
  }

  readonly first = (): Promise<void> => this.show(0);
  readonly back = (): Promise<void> => this.show(shownPly(this.m) - 1);
  readonly on = (): Promise<void> => this.show(shownPly(this.m) + 1);
  readonly last = (): Promise<void> => this.show(this.length);

  /** Shows the position after so many plies, the nearest there is. */
  readonly show = async (plies: number): Promise<void> => {
    const { m } = this;
    if (this.game.isPlaying) await this.game.hurry();
    const ply = Math.max(Math.min(plies, this.length), 0);
    Object.assign(m, { viewed: ply === this.length ? null : ply, selection: null, drag: null, typed: '', note: '', asking: null });
    this.game.layBoard();
    const move = m.state?.history[ply - 1];
    m.announcement =
      move === undefined ? m.words.startPosition : m.words.moved(turnAfter(m.game.start, ply - 1), move.from, move.to, move.captured, move.crowned);
    this.render();
  };

  /** Whether the position that is shown can be played on. */
  get isOpen(): boolean {
    const { state, viewed, game } = this.m;
    const over = game.record?.over ?? null;
    return state !== null && (viewed !== null || state.outcome === null) && (over === null || shownPly(this.m) < over.ply);
  }

  readonly askPlayOn = (): void => {
    this.m.asking = 'play on';
    this.render();
  };

  readonly playOn = (side: Side): void => this.game.playOn(side);

  /** The side that a user would most likely play from here. */
  get likelySide(): Side {
    return this.m.game.record === undefined ? this.m.game.side : shownTurn(this.m);
  }
}
