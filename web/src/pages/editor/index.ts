import { h, type VNode } from 'snabbdom';
import { Problem, Unavailable } from '../../api';
import { Lobby } from '../../club/lobby';
import { ARROWS, neighbour } from '../../keyboard';
import { isFlipped } from '../../model';
import type { Page, PageKind } from '../../router';
import type { Shell } from '../../shell';
import { fetchMoves } from '../../study/api';
import { readFen } from '../../study/fen';
import { Grid } from '../../view/grid';
import { positionInWords } from '../../view/panels';
import { seatDialog } from '../../view/seatdialog';
import { EditorHand } from './hand';
import { EditorBoard, TOOLS } from './model';
import { editorView } from './view';

/** The editor: sets up any position and takes it elsewhere. */
class Editor implements Page {
  private readonly m: EditorBoard;
  private readonly hand: EditorHand;
  private readonly grid: Grid;
  /** Made when a friend is to be invited. */
  private lobby: Lobby | null = null;
  private task = new AbortController();

  constructor(private readonly shell: Shell) {
    const m = new EditorBoard(shell);
    this.m = m;
    this.hand = new EditorHand(m, shell.render);
    this.grid = new Grid(m, this.hand, shell.render);
    const query = new URLSearchParams(location.search);
    const fen = query.get('fen');
    m.forgive = query.get('forgive') === 'true';
    const setup = fen === null ? null : readFen(fen);
    if (setup !== null && 'fault' in setup) Object.assign(m, { badFen: setup, fenText: fen });
    else if (setup !== null) m.begin(setup);
    m.changed = () => this.changed();
    void this.check();
  }

  title(): string {
    return this.shell.words.editor;
  }

  data(): Record<string, string> {
    return { phase: this.m.isAllowed && this.m.outcome === undefined ? 'loading' : 'ready' };
  }

  view(): VNode[] {
    return [h('main.study-page.editor', { key: 'editor' }, editorView(this.m, this.grid, () => this.invite()))];
  }

  dialogs(): VNode[] {
    return this.lobby === null ? [] : [seatDialog(this.lobby)];
  }

  /** Arrows walk over the squares, Enter uses what is in the hand, Delete empties a square, K crowns, 1 to 6 choose a tool, Z undoes, W and B set the turn. */
  key(code: string): boolean {
    const { m, hand, shell } = this;
    if (this.lobby?.dialog != null) return false;
    const at = document.activeElement;
    const isFree = at === null || at === document.body || at.closest('.grid') !== null;
    const arrow = ARROWS[code];
    if (arrow !== undefined) {
      if (!isFree) return false;
      hand.point(neighbour(m.cursor, arrow, isFlipped(m)));
      document.querySelector<HTMLElement>(`[data-square="${m.cursor}"]`)?.focus();
      return true;
    }
    const tool = TOOLS[Number(/^(?:Digit|Numpad)([1-6])$/.exec(code)?.[1]) - 1];
    if (tool !== undefined) {
      m.tool = tool;
      shell.announce(shell.words.tool[tool]);
      shell.render();
      return true;
    }
    switch (code) {
      case 'Enter':
      case 'NumpadEnter':
      case 'Space':
        if (!isFree) return false;
        void hand.tap(m.cursor);
        return true;
      case 'Delete':
      case 'Backspace':
        hand.remove(m.cursor);
        return true;
      case 'Escape':
        hand.letGo();
        return true;
      case 'KeyK':
        hand.crown(m.cursor);
        return true;
      case 'KeyZ':
        m.undo();
        break;
      case 'KeyW':
        m.setTurn('white');
        break;
      case 'KeyB':
        m.setTurn('black');
        break;
      case 'KeyP':
        shell.announce(positionInWords(m).join(' '));
        break;
      default:
        return false;
    }
    shell.render();
    return true;
  }

  close(): void {
    this.task.abort();
    this.lobby?.leave();
  }

  /** The address has the position, so that it can be given away and reloaded. */
  private changed(): void {
    const { fen, forgive } = this.m;
    history.replaceState(null, '', `/editor?${new URLSearchParams({ fen, ...(forgive && { forgive: 'true' }) })}`);
    void this.check();
  }

  /** Asks the server whether a game from here would be over at once. */
  private async check(): Promise<void> {
    const { m, shell } = this;
    this.task.abort();
    this.task = new AbortController();
    const { signal } = this.task;
    if (!m.isAllowed) return shell.render();
    try {
      const { outcome } = await fetchMoves(m.fen, 'fmjd64', signal, m);
      if (signal.aborted) return;
      m.outcome = outcome;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem) && !(error instanceof Unavailable)) throw error;
      m.outcome = null; // where it is taken to will say what is wrong
    }
    shell.render();
  }

  private invite(): void {
    this.lobby ??= new Lobby(this.shell);
    this.lobby.open('friend');
    this.lobby.fill({ start: 'position', fen: this.m.fen });
  }
}

export const editor: PageKind = {
  paths: ['/editor'],
  nav: { path: '/editor', order: 25, title: (words) => words.editor },
  open: (shell) => new Editor(shell),
};
