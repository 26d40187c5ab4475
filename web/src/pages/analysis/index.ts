import { h, type VNode } from 'snabbdom';
import type { Page, PageKind, Playing } from '../../router';
import type { Shell } from '../../shell';
import { Pen } from '../../study/pen';
import { walkTree } from '../../study/walk';
import { positionInWords } from '../../view/panels';
import { Grid } from '../../view/grid';
import { Session } from './session';
import { analysisView } from './view';

/** The analysis board: a study of one game or position. */
class Analysis implements Page {
  private readonly session: Session;
  private readonly grid: Grid;
  private readonly pen: Pen;
  readonly play: Playing;

  constructor(
    private readonly shell: Shell,
    id: string | null,
  ) {
    const session = new Session(shell, id);
    this.session = session;
    const { m, study } = session;
    this.grid = new Grid(m, study.hand, shell.render);
    this.pen = new Pen(study, shell.render);
    this.play = {
      board: m,
      hand: study.hand,
      review: study.review,
      busy: () => session.reader.isOpen,
      walk: (key, at) => session.walkLine(key, at) || walkTree(study, key, at),
    };
  }

  title(): string {
    return this.shell.words.analysis;
  }

  data(): Record<string, string> {
    const { m, panel, learn, isOpen } = this.session;
    return { phase: isOpen ? m.phase : 'loading', panel, learn: learn.state ?? '' };
  }

  view(): VNode[] {
    return [h('main.study-page.analysis', { key: 'analysis' }, analysisView(this.session, this.grid, this.pen))];
  }

  dialogs(): VNode[] {
    return [this.session.reader.view()];
  }

  /** L starts and stops the engine, T shows the threat, I turns the board, P tells the position, S the best line. */
  key(code: string): boolean {
    const { session, shell } = this;
    switch (code) {
      case 'KeyL':
        session.toggle();
        return true;
      case 'KeyT':
        session.toggleThreat();
        return true;
      case 'KeyI':
        session.flip();
        return true;
      case 'KeyP':
        shell.announce(positionInWords(session.m).join(' '));
        break;
      case 'KeyS':
        shell.announce(session.spoken());
        break;
      default:
        return false;
    }
    shell.render();
    return true;
  }

  close(): void {
    this.session.close();
  }
}

export const analysis: PageKind = {
  paths: ['/analysis', '/analysis/:id'],
  nav: { path: '/analysis', order: 20, title: (words) => words.analysis },
  open: (shell, { id }) => new Analysis(shell, id ?? null),
};
