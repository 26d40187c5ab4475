import { Problem, fetchState, patiently } from '../api';
import { Hand, type Game } from '../hand';
import { Review } from '../review';
import { Stage } from '../stage';
import type { LegalMove, Move, Square, State } from '../types';
import { explain } from '../words/explain';
import { fetchMoves } from './api';
import { StudyBoard, fenAt, played, type Known } from './board';
import { forgiveness } from './fen';
import { toggle } from './shapes';
import { endOf, follow, movesTo, pathOf, sibling, type Node, type Tree } from './tree';

/** Walks through the tree of a study, plays moves in it, and asks the server what may be played. */
export class Study implements Game {
  readonly stage: Stage;
  readonly hand: Hand;
  readonly review: Review;
  /** Brings back what was deleted last. */
  undo: (() => void) | null = null;
  /** Called for each position that is shown, and for each change of what is kept. */
  shown: () => void = () => undefined;
  changed: () => void = () => undefined;
  /** Takes a move of the user's in place of the tree; true when it did. */
  take: (move: LegalMove) => boolean = () => false;
  private task = new AbortController();
  private readonly cache = new Map<Node, Known>();
  private loading: Promise<void> = Promise.resolve();

  constructor(
    readonly m: StudyBoard,
    private readonly render: () => void,
  ) {
    this.stage = new Stage(m, render);
    this.hand = new StudyHand(this, render);
    this.review = new TreeReview(this, render);
  }

  get isPlaying(): boolean {
    return this.stage.isPlaying;
  }

  hurry(): Promise<void> {
    return this.stage.hurry();
  }

  close(): void {
    this.task.abort();
  }

  /** The moves of the position are known, or the server has refused it. */
  get ready(): Promise<void> {
    return this.loading;
  }

  /** Shows another study, at one of its positions. */
  open(tree: Tree, rules: string, route: number[] = []): void {
    const { m } = this;
    this.stage.clear();
    this.cache.clear();
    this.undo = null;
    Object.assign(m, { tree, rules, node: follow(tree, route) });
    this.set(m.node);
  }

  /** Draws are judged by other rules from now on. */
  setRules(rules: string): void {
    this.m.rules = rules;
    this.cache.clear();
    this.set(this.m.node);
    this.changed();
  }

  /** Plays the user's move; the first `walked` squares of the route were walked by hand. */
  play(move: LegalMove, route: Square[], walked: number): void {
    const { m } = this;
    if (this.take(move)) return;
    const side = m.turn;
    const node = m.tree.add(m.node, played(move, route));
    m.letGo();
    m.node = node;
    this.stage.play(side, move, route, walked);
    void this.set(node);
    this.changed();
  }

  /** Goes to a position; one move on is seen to be played. */
  readonly goTo = async (node: Node): Promise<void> => {
    const { m } = this;
    if (this.stage.isPlaying) await this.stage.hurry();
    m.letGo();
    const announced = node.parent === m.node;
    await this.set(node);
    if (!announced) this.announce();
  };

  private announce(): void {
    const { m } = this;
    const { move, parent } = m.node;
    const { words } = m;
    if (move === null || parent === null) return m.shell.announce(words.startPosition);
    const said = words.moved(m.turn === 'white' ? 'black' : 'white', move.from, move.to, move.captured, move.crowned);
    m.shell.announce([said, m.node.comment].filter((part) => part !== '').join('. '));
    this.render();
  }

  readonly back = async (): Promise<void> => {
    if (this.m.node.parent !== null) await this.goTo(this.m.node.parent);
  };
  readonly on = async (): Promise<void> => {
    const [next] = this.m.node.children;
    if (next !== undefined) await this.goTo(next);
  };
  readonly first = (): Promise<void> => this.goTo(this.m.tree.root);
  readonly last = (): Promise<void> => this.goTo(endOf(this.m.node));
  readonly beside = async (by: 1 | -1): Promise<void> => {
    const next = sibling(this.m.node, by);
    if (next !== null) await this.goTo(next);
  };

  /** Adds a line that begins here and shows its first position; its moves are checked by the server. */
  readonly addLine = async (from: Node, moves: Move[]): Promise<Node | null> => {
    const { m } = this;
    const before = movesTo(from);
    try {
      const state = await fetchState({ start: m.start, ...forgiveness(m.start), rules: 'none', moves: [...before, ...moves].map(bare) }, this.task.signal);
      let node = from;
      let first: Node | null = null;
      for (const move of state.history.slice(before.length)) {
        node = m.tree.add(node, move);
        first ??= node;
      }
      this.changed();
      return first;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      m.note = explain(m.words, m.words.refusedByServer, error);
      this.render();
      return null;
    }
  };

  readonly promote = (): void => {
    this.m.tree.promote(this.m.node);
    this.changed();
  };
  readonly toMain = (): void => {
    this.m.tree.toMain(this.m.node);
    this.changed();
  };

  /** Deletes the move that is shown and what follows it. */
  readonly remove = (): void => {
    const { m } = this;
    const { node } = m;
    if (node.parent === null) return;
    const bringBack = m.tree.remove(node);
    this.undo = () => {
      bringBack();
      this.undo = null;
      void this.goTo(node);
      this.changed();
    };
    void this.goTo(node.parent);
    m.shell.announce(m.words.lineDeleted);
    this.changed();
  };

  /** Draws or wipes off a circle, or an arrow. */
  readonly draw = (from: Square, to: Square | null): void => {
    const { m } = this;
    m.node.shapes = toggle(m.node.shapes, { colour: m.pen ?? 'green', from, to: from === to ? null : to });
    this.changed();
  };

  private set(node: Node): Promise<void> {
    const { m } = this;
    this.task.abort();
    this.task = new AbortController();
    const { signal } = this.task;
    m.node = node;
    const known = this.cache.get(node) ?? null;
    m.known = known;
    m.phase = known === null ? 'loading' : 'ready';
    const laid = this.lay(known?.state ?? this.guess(node), signal);
    this.shown();
    if (known === null) this.loading = this.load(node, laid, signal);
    this.render();
    return laid;
  }

  private async lay(state: State, signal: AbortSignal): Promise<void> {
    if (!(await this.stage.show(state, () => signal.aborted))) return;
    this.stage.layBoard();
    this.render();
  }

  /** What can be told of a position without the server. */
  private guess(node: Node): State {
    const { m } = this;
    const old = m.state?.opening ?? { name: null, tables: [] };
    return { start: m.start, fen: '', turn: m.turn, legal: [], history: movesTo(node), counters: [], outcome: null, opening: old, pdn: '' };
  }

  /** Asks what may be played; the board hears of it when the pieces stand. */
  private async load(node: Node, laid: Promise<void>, signal: AbortSignal): Promise<void> {
    const { m } = this;
    try {
      const known = await this.ask(node, signal);
      await laid;
      if (signal.aborted) return;
      this.cache.set(node, known);
      m.known = known;
      m.state = known.state;
      m.phase = 'ready';
      const { typed } = m;
      if (typed !== '') this.hand.type(typed);
      this.shown();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      m.note = explain(m.words, m.words.refusedByServer, error);
    }
    this.render();
  }

  private async ask(node: Node, signal: AbortSignal): Promise<Known> {
    const { m } = this;
    const moves = movesTo(node).map(bare);
    const away = (): void => {
      m.phase = 'away';
      this.render();
    };
    const beyond = [m.tree.root, ...pathOf(node)].slice(0, -1).some((before) => this.cache.get(before)?.outcome != null);
    const state = await patiently(() => this.stateAfter(moves, beyond ? 'none' : m.rules, signal), signal, away);
    const { outcome } = state;
    if (outcome === null || outcome.winner !== null) return { state: { ...state, outcome: null }, outcome };
    const { legal } = await patiently(() => fetchMoves(state.fen, 'none', signal, forgiveness(state.fen)), signal, away);
    return { state: { ...state, legal, outcome: null }, outcome };
  }

  /** Where a draw by rule lies behind, the game goes on without these rules. */
  private async stateAfter(moves: Move[], rules: string, signal: AbortSignal): Promise<State> {
    const game = { start: this.m.start, ...forgiveness(this.m.start), moves };
    try {
      return await fetchState({ ...game, rules }, signal);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'game-over') throw error;
      return fetchState({ ...game, rules: 'none' }, signal);
    }
  }
}

const bare = ({ from, to, captured }: Move): Move => ({ from, to, captured });

/** The position that is shown, with the counts by which the draw rules judge it. */
export const studyFen = (m: StudyBoard): string => fenAt(m.tree, m.node);

/** Draws while the pen is taken, else moves pieces as soon as the moves are known. */
class StudyHand extends Hand {
  constructor(
    private readonly study: Study,
    private readonly draws: () => void,
  ) {
    super(study.m, study, draws);
  }

  override async tap(sq: Square): Promise<void> {
    const { m } = this.study;
    if (m.pen !== null) return this.mark(sq);
    await this.study.ready;
    return super.tap(sq);
  }

  override enterTyped(): void {
    if (this.study.m.phase === 'ready') super.enterTyped();
    else void this.study.ready.then(() => super.enterTyped());
  }

  override grab(sq: Square): boolean {
    return this.study.m.pen === null && super.grab(sq);
  }

  override letGo(): void {
    const { m } = this.study;
    if (m.drawn !== null) m.drawn = null;
    else m.pen = null;
    super.letGo();
  }

  /** The first press begins, the second ends an arrow, or a circle on the same square. */
  private mark(sq: Square): void {
    const { m } = this.study;
    m.cursor = sq;
    if (m.drawn === null) {
      m.drawn = { from: sq, to: null };
      m.shell.announce(m.words.arrowBegun(sq));
    } else {
      const { from } = m.drawn;
      m.drawn = null;
      this.study.draw(from, sq);
      m.shell.announce(m.words.shapeDrawn(from, from === sq ? null : sq));
    }
    this.draws();
  }
}

/** The steps through a game are steps along the line that is shown. */
class TreeReview extends Review {
  constructor(
    private readonly study: Study,
    render: () => void,
  ) {
    super(study.m, study.stage, render);
  }

  override get length(): number {
    return this.study.m.length;
  }

  override readonly show = async (plies: number): Promise<void> => {
    const { m } = this.study;
    const line = [m.tree.root, ...pathOf(endOf(m.node))];
    await this.study.goTo(line[Math.max(0, Math.min(plies, line.length - 1))]!);
  };
}

