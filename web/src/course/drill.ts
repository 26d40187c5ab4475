import { Problem, patiently } from '../api';
import { Hand, type Game } from '../hand';
import { Board } from '../model';
import { motion } from '../playback';
import { parseFen, setUp, turnOf } from '../pieces';
import { Review } from '../review';
import { select, type Selection } from '../selection';
import type { Shell } from '../shell';
import { Stage } from '../stage';
import { sameMove, type LegalMove, type Move, type Side, type Square, type State } from '../types';
import { squaresOf } from '../typed';
import { explain } from '../words/explain';
import { rules } from './rules';
import { whyNot } from './why';

/** The other side takes so long for its answer, so that it is seen as one. */
const ANSWER_MS = 450;

/** A board on which one side is the learner's. */
export class DrillBoard extends Board {
  first = '';
  near: Side = 'white';
  /** The learner may not move now. */
  locked = false;

  override get start(): string {
    return this.first;
  }

  override get side(): Side {
    return this.near;
  }

  override get mine(): Side | null {
    return this.locked ? null : this.near;
  }
}

/** What becomes of the learner's moves. */
export interface Teacher {
  /** Says why a legal move is not played; null lets it be played. */
  judge(move: LegalMove): string | null;
  /** A move has been played and the state after it is known. */
  played(move: LegalMove, state: State): Promise<void> | void;
  /** Takes a press on a square in place of the board; true when it did. */
  pressed(sq: Square): boolean;
}

/** A position to practise on: it takes the learner's moves, explains those that break a rule, and answers. */
export class Drill implements Game {
  readonly m: DrillBoard;
  readonly stage: Stage;
  readonly hand: Hand;
  readonly review: Review;
  teacher: Teacher | null = null;
  /** A note was written that is not the hand's own. */
  spoke = false;
  private moves: Move[] = [];
  private task = new AbortController();

  constructor(private readonly shell: Shell) {
    this.m = new DrillBoard(shell);
    this.stage = new Stage(this.m, shell.render);
    this.hand = new DrillHand(this, shell.render);
    this.review = new Review(this.m, this.stage, shell.render);
  }

  get isPlaying(): boolean {
    return this.stage.isPlaying;
  }

  get played(): readonly Move[] {
    return this.moves;
  }

  hurry(): Promise<void> {
    return this.stage.hurry();
  }

  close(): void {
    this.task.abort();
  }

  /** Puts pieces on the board that are only to be looked at. */
  lay(fen: string): void {
    this.begin(fen);
    const { m } = this;
    m.pieces = setUp(m.pieces, parseFen(fen));
    m.locked = true;
    m.phase = 'ready';
    this.shell.render();
  }

  /** Sets a position up; its side to move is the learner's. */
  async setUp(fen: string): Promise<void> {
    this.begin(fen);
    await this.go();
  }

  private begin(fen: string): void {
    const { m } = this;
    this.task.abort();
    this.stage.clear();
    this.moves = [];
    m.letGo();
    Object.assign(m, { first: fen, near: turnOf(fen), locked: false, viewed: null, phase: 'loading', marks: null });
  }

  play(move: LegalMove, route: Square[], walked: number): void {
    const { m, teacher } = this;
    const refusal = teacher?.judge(move) ?? null;
    m.letGo();
    if (refusal !== null) {
      this.say(refusal);
      return;
    }
    this.force(move, route, walked);
  }

  /** Plays a legal move, whatever is thought of it. */
  force(move: LegalMove, route: Square[] = move.routes[0]!, walked = 1): void {
    const { m } = this;
    m.letGo();
    m.viewed = null;
    m.phase = 'loading';
    this.moves = [...this.moves, bare(move)];
    this.stage.play(m.near, move, route, walked);
    void this.go(async (state) => {
      await this.teacher?.played(move, state);
    });
  }

  /** Plays moves one after the other, so that they can be followed. */
  async answer(moves: Move[]): Promise<State | null> {
    const before = this.moves.length;
    this.moves = [...this.moves, ...moves.map(bare)];
    const { signal } = this.task;
    const whole = await this.ask(signal);
    if (whole === null) return null;
    for (let ply = before + 1; ply <= whole.history.length; ply++) {
      if (motion()) await pause(ANSWER_MS);
      const part = ply === whole.history.length ? whole : { ...whole, history: whole.history.slice(0, ply), legal: [], counters: [], outcome: null };
      if (!(await this.stage.show(part, () => signal.aborted))) return null;
      this.stage.layBoard();
      this.shell.render();
    }
    return whole;
  }

  /** The same, when nothing else is going on. */
  async run(moves: Move[]): Promise<State | null> {
    const { m } = this;
    m.letGo();
    m.viewed = null;
    m.phase = 'loading';
    const state = await this.answer(moves);
    if (state !== null) m.phase = 'ready';
    this.shell.render();
    return state;
  }

  /** Takes moves back, so many plies. */
  async back(plies: number): Promise<void> {
    this.moves = this.moves.slice(0, this.moves.length - plies);
    this.m.letGo();
    this.m.viewed = null;
    await this.go();
  }

  /** Writes a line under the board that stands till the next press. */
  say(text: string): void {
    this.spoke = true;
    this.m.note = text;
    this.shell.render();
  }

  /** The legal move with a text, or the same move. */
  legal(wanted: string | Move): LegalMove | undefined {
    return this.m.state?.legal.find((move) => (typeof wanted === 'string' ? move.text === wanted : sameMove(move, wanted)));
  }

  /** Asks for the state and shows it; then the learner may move again. */
  private async go(then?: (state: State) => Promise<void>): Promise<void> {
    const { m } = this;
    this.task.abort();
    this.task = new AbortController();
    const { signal } = this.task;
    m.phase = 'loading';
    this.shell.render();
    const state = await this.ask(signal);
    if (state === null || !(await this.stage.show(state, () => signal.aborted))) return;
    this.stage.layBoard();
    await then?.(state);
    if (signal.aborted) return;
    m.phase = 'ready';
    this.shell.render();
  }

  private async ask(signal: AbortSignal): Promise<State | null> {
    const { m } = this;
    try {
      const state = await patiently(
        () => rules.state(m.start, this.moves, signal),
        signal,
        () => {
          m.phase = 'away';
          this.shell.render();
        },
      );
      return signal.aborted ? null : state;
    } catch (error) {
      if (signal.aborted) return null;
      if (!(error instanceof Problem)) throw error;
      m.note = explain(m.words, m.words.refusedByServer, error);
      this.shell.render();
      return null;
    }
  }
}

const bare = ({ from, to, captured }: Move): Move => ({ from, to, captured });

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A hand whose refusals name the rule. */
class DrillHand extends Hand {
  constructor(
    private readonly drill: Drill,
    render: () => void,
  ) {
    super(drill.m, drill, render);
  }

  override async tap(sq: Square): Promise<void> {
    const { drill } = this;
    drill.m.cursor = sq;
    if (drill.teacher?.pressed(sq) === true) return;
    drill.spoke = false;
    const held = drill.m.selection;
    await super.tap(sq);
    this.explain(held, sq);
  }

  override drop(sq: Square | null): void {
    this.drill.spoke = false;
    const held = this.drill.m.selection;
    super.drop(sq);
    if (sq !== null) this.explain(held, sq);
  }

  override enterTyped(): void {
    const { m } = this.drill;
    this.drill.spoke = false;
    const squares = squaresOf(m.typed);
    const [from, to] = [squares?.[0], squares?.at(-1)];
    const { legal } = m.state ?? { legal: [] };
    super.enterTyped();
    if (from !== undefined && to !== undefined) this.explain(select(legal, from) ?? { from, path: [from], lines: [], stepwise: false }, to);
  }

  /** Adds the rule to what the hand has said. */
  private explain(held: Selection | null, to: Square): void {
    const { drill } = this;
    const { m } = drill;
    if (drill.spoke || held === null || m.selection !== null || m.state === null || typeof m.note !== 'string' || m.note === '') return;
    const why = whyNot(m.pieces, m.state.legal, held, to);
    if (why !== null) drill.say(`${m.note}. ${m.words.why[why]}`);
  }
}
