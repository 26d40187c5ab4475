import { shownPly, type Board } from './model';
import { turnAfter } from './positions';
import type { Stage } from './stage';

/** Looking through the moves of a game on the board. */
export class Review {
  constructor(
    private readonly m: Board,
    private readonly stage: Stage,
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
    if (this.stage.isPlaying) await this.stage.hurry();
    const ply = Math.max(Math.min(plies, this.length), 0);
    m.letGo();
    m.viewed = ply === this.length ? null : ply;
    this.stage.layBoard();
    const move = m.state?.history[ply - 1];
    m.shell.announce(move === undefined ? m.words.startPosition : m.words.moved(turnAfter(m.start, ply - 1), move.from, move.to, move.captured, move.crowned));
    this.render();
  };
}
