import { shownPly, shownPosition, type Board } from './model';
import { Pace } from './playback';
import { finish, pieceAt, setUp, walk } from './pieces';
import { turnAfter } from './positions';
import { jumpedOn } from './selection';
import { click } from './sound';
import { sameMove, type Move, type Side, type Square, type State } from './types';

/** Moves the pieces of a board: walks moves leg by leg and sets positions up. */
export class Stage {
  /** The moves that the pieces on the board have made. */
  private shown: Move[] = [];
  private pace: Pace | null = null;
  private animation: Promise<void> = Promise.resolve();

  constructor(
    private readonly m: Board,
    private readonly render: () => void,
  ) {}

  get isPlaying(): boolean {
    return this.pace !== null;
  }

  /** Ends the running animation at once. */
  async hurry(): Promise<void> {
    this.pace?.hurry();
    await this.animation;
  }

  /** Forgets what was shown; the next position is set up, not moved to. */
  clear(): void {
    this.drop();
    this.m.state = null;
    this.shown = [];
  }

  /** Walks the user's own move, of whose route the first squares were walked by hand. */
  play(side: Side, move: Move & { crowned: boolean }, route: Square[], walked: number): void {
    this.animation = this.walkRoute(move, route, walked);
    this.announce(side, move);
  }

  /** Puts the pieces back to where the server has them. */
  unplay(): void {
    this.drop();
    this.shown = this.m.state?.history ?? [];
    this.layBoard();
  }

  /** Ends the running animation without showing the rest of it. */
  private drop(): void {
    this.pace?.drop();
    this.pace = null;
  }

  /** Walks to a state if it is one move on, and makes it the board's; false when it has become stale meanwhile. */
  async show(state: State, isStale: () => boolean): Promise<boolean> {
    const { m } = this;
    await this.animation;
    if (isStale()) return false;
    const last = state.history.at(-1);
    const follows = state.history.length === this.shown.length + 1 && this.shown.every((move, i) => sameMove(move, state.history[i]!));
    if (last !== undefined && follows && m.state !== null && m.viewed === null) {
      this.announce(turnAfter(m.start, state.history.length - 1), last);
      this.animation = this.walkRoute(last, last.route, 1);
      await this.animation;
    }
    if (isStale()) return false;
    this.shown = state.history;
    m.state = state;
    return true;
  }

  /** Puts the position that is shown on the board. */
  layBoard(): void {
    const { m } = this;
    const last = m.state?.history[shownPly(m) - 1];
    m.pieces = setUp(m.pieces, shownPosition(m));
    m.marks = last === undefined ? null : { from: last.from, to: last.to, crosses: last.captured };
  }

  private async walkRoute(move: Move, route: Square[], walked: number): Promise<void> {
    const { m } = this;
    const pace = new Pace();
    this.pace = pace;
    this.shown = [...this.shown, move];
    const before = m.pieces;
    m.marks = { from: move.from, crosses: [] };
    m.mover = pieceAt(before, move.from)?.id ?? null;
    for (let i = walked; i < route.length; i++) {
      m.pieces = walk(before, move.from, route.slice(1, i + 1), jumpedOn(move, route.slice(0, i + 1)));
      this.render();
      await pace.leg();
      if (pace.isDropped) return;
    }
    m.pieces = finish(walk(before, move.from, route.slice(1), []), move);
    m.marks = { from: move.from, to: move.to, crosses: move.captured };
    this.pace = null;
    if (m.settings.sound) click(move.captured.length > 0);
    this.render();
  }

  private announce(side: Side, move: Move & { crowned: boolean }): void {
    const { m } = this;
    m.shell.announce(m.words.moved(side, move.from, move.to, move.captured, move.crowned));
  }
}
