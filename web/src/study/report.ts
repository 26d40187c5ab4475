import { Problem, Unavailable } from '../api';
import type { Note } from '../model';
import type { Shell } from '../shell';
import { explain } from '../words/explain';
import { fetchReport, type Judgement, type JudgedMove, type Report } from './api';
import type { StudyBoard } from './board';
import { mainLine, pathOf, type Node } from './tree';

/** Whether nothing on the way to a node has been deleted. */
const isThere = (node: Node): boolean => pathOf(node).every((n) => n.parent!.children.includes(n));

export const MARKS: Record<Judgement, string> = { good: '', inaccuracy: '?!', mistake: '?', blunder: '??' };

/** The report on the main line of a study: asked for, on its way, or here. */
export class Reports {
  progress: { done: number; of: number } | null = null;
  before: number | null = null;
  report: Report | null = null;
  refusal: Note = '';
  /** The nodes that the report speaks of, the first position first. */
  nodes: Node[] = [];
  private judged = new Map<Node, JudgedMove>();
  private task = new AbortController();

  constructor(
    private readonly shell: Shell,
    private readonly m: StudyBoard,
  ) {}

  get isRunning(): boolean {
    return this.progress !== null;
  }

  /** The moves that gave something away, of one side or of both. */
  get moments(): JudgedMove[] {
    return this.report?.moves.filter(({ ply, judgement }) => judgement !== 'good' && isThere(this.nodes[ply]!)) ?? [];
  }

  of(node: Node): JudgedMove | undefined {
    return this.judged.get(node);
  }

  readonly markOf = (node: Node): string => MARKS[this.of(node)?.judgement ?? 'good'];

  /** Whether the main line is still the one that was judged. */
  get isCurrent(): boolean {
    const line = mainLine(this.m.tree);
    return this.report !== null && line.length === this.nodes.length - 1 && line.every((node, i) => node === this.nodes[i + 1]);
  }

  readonly forget = (): void => {
    this.task.abort();
    Object.assign(this, { progress: null, before: null, report: null, refusal: '', nodes: [], judged: new Map() });
  };

  readonly stop = (): void => {
    this.forget();
    this.shell.render();
  };

  readonly ask = async (): Promise<void> => {
    const { shell, m } = this;
    this.forget();
    this.task = new AbortController();
    const { signal } = this.task;
    const line = mainLine(m.tree);
    this.nodes = [m.tree.root, ...line];
    this.progress = { done: 0, of: line.length + 1 };
    shell.render();
    const moves = line.map(({ move }) => ({ from: move!.from, to: move!.to, captured: move!.captured }));
    try {
      await fetchReport({ start: m.start, rules: m.rules, moves }, (message) => signal.aborted || this.hear(message), signal);
      if (this.report === null && this.refusal === '' && !signal.aborted) throw new Unavailable(false);
    } catch (error) {
      if (signal.aborted) return;
      this.refuse(error);
    }
    this.progress = null;
    shell.render();
  };

  private hear(message: Parameters<Parameters<typeof fetchReport>[1]>[0]): void {
    const { shell } = this;
    switch (message.t) {
      case 'queued':
        this.before = message.before;
        break;
      case 'progress':
        this.before = null;
        this.progress = message;
        break;
      case 'report':
        this.report = message;
        this.judged = new Map(message.moves.map((move) => [this.nodes[move.ply]!, move]));
        shell.announce(shell.words.reportReady(this.moments.length));
        break;
      case 'error':
        this.refuse(new Problem(message.problem.status, message.problem.code, message.problem.detail, undefined));
        break;
    }
    shell.render();
  }

  private refuse(error: unknown): void {
    const { words } = this.shell;
    if (error instanceof Problem) this.refusal = explain(words, words.noReport, error);
    else if (error instanceof Unavailable || error instanceof TypeError) this.refusal = words.notReadNow;
    else throw error;
  }
}
