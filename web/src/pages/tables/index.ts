import { h, type VNode } from 'snabbdom';
import { Problem, Unavailable } from '../../api';
import { shownFen } from '../../model';
import type { Page, PageKind, Playing } from '../../router';
import type { Shell } from '../../shell';
import { fetchMoves } from '../../study/api';
import { StudyBoard } from '../../study/board';
import { Pen } from '../../study/pen';
import { Study, studyFen } from '../../study/study';
import { Tree } from '../../study/tree';
import { walkTree } from '../../study/walk';
import { Grid } from '../../view/grid';
import { positionInWords } from '../../view/panels';
import { explain } from '../../words/explain';
import { EXAMPLES } from './examples';
import { Lookup } from './lookup';
import { tablesView } from './view';

/** The tables of endings: what each move of a position is worth. */
export class Tables implements Page {
  readonly m: StudyBoard;
  readonly study: Study;
  readonly lookup: Lookup;
  private readonly grid: Grid;
  private readonly pen: Pen;
  private readonly task = new AbortController();
  readonly play: Playing;

  constructor(readonly shell: Shell) {
    const m = new StudyBoard(shell, EXAMPLES[0].fen);
    this.m = m;
    this.study = new Study(m, shell.render);
    this.lookup = new Lookup(shell);
    this.grid = new Grid(m, this.study.hand, shell.render);
    this.pen = new Pen(this.study, shell.render);
    this.play = { board: m, hand: this.study.hand, review: this.study.review, walk: (key, at) => walkTree(this.study, key, at) };
    this.study.changed = shell.render;
    const query = new URLSearchParams(location.search);
    const rules = query.get('rules') ?? 'fmjd64';
    void this.open(query.get('fen') ?? EXAMPLES[0].fen, rules);
  }

  title(): string {
    return this.shell.words.endgames;
  }

  data(): Record<string, string> {
    return { phase: this.lookup.busy ? 'loading' : this.m.phase };
  }

  view(): VNode[] {
    return [h('main.study-page.tables', { key: 'tables' }, tablesView(this, this.grid, this.pen))];
  }

  key(code: string): boolean {
    if (code !== 'KeyP') return false;
    this.shell.announce(positionInWords(this.m).join(' '));
    this.shell.render();
    return true;
  }

  close(): void {
    this.task.abort();
    this.study.close();
    this.lookup.close();
  }

  readonly open = async (fen: string, rules: string): Promise<void> => {
    const { m, shell } = this;
    try {
      const { fen: start } = await fetchMoves(fen, rules, this.task.signal);
      this.begin(start, rules);
    } catch (error) {
      if (this.task.signal.aborted) return;
      if (error instanceof Problem) m.note = explain(m.words, m.words.badPosition, error);
      else if (error instanceof Unavailable) m.note = m.words.notReadNow;
      else throw error;
      if (m.state === null) this.begin(EXAMPLES[0].fen, rules);
      shell.render();
    }
  };

  private begin(start: string, rules: string): void {
    this.study.shown = () => this.look();
    this.study.open(new Tree(start), rules);
  }

  /** So many plies are counted since the balance last changed. */
  readonly setQuiet = (plies: number): Promise<void> => this.open(shownFen(this.m) + (plies > 0 ? `:H${plies}` : ''), this.m.rules);

  /** Looks at the position that is shown; the address has it, so that it can be given away. */
  private look(): void {
    const fen = studyFen(this.m);
    history.replaceState(null, '', `/tables?${new URLSearchParams({ fen, rules: this.m.rules })}`);
    void this.lookup.look(fen, this.m.rules);
  }
}

export const tables: PageKind = {
  paths: ['/tables'],
  nav: { path: '/tables', order: 28, title: (words) => words.endgames },
  open: (shell) => new Tables(shell),
};
