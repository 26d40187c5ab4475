import { h, type VNode } from 'snabbdom';
import * as api from '../../club/api';
import { clockText, left } from '../../club/clock';
import { Hand } from '../../hand';
import { shownPosition } from '../../model';
import { motion } from '../../playback';
import { Review } from '../../review';
import type { Page, PageKind, Playing } from '../../router';
import type { Shell } from '../../shell';
import { Grid } from '../../view/grid';
import { movesCard } from '../../view/moves';
import { noteText } from '../../view/notes';
import { countersCard, positionInWords, textCard } from '../../view/panels';
import { chatCard } from './chat';
import { controls } from './controls';
import { infoCard } from './info';
import { LiveModel, type Tab } from './model';
import type { Parts } from './parts';
import { Session } from './session';
import { table } from './table';

/** A game between people: played, watched, or looked through when it is over. */
class Live implements Page {
  private readonly m: LiveModel;
  private readonly parts: Parts;
  readonly play: Playing;

  constructor(
    private readonly shell: Shell,
    private readonly id: string,
  ) {
    const m = new LiveModel(shell);
    this.m = m;
    const session = new Session(m, id, shell.render);
    const hand = new Hand(m, session, shell.render);
    const review = new Review(m, session.stage, shell.render);
    this.parts = { grid: new Grid(m, hand, shell.render), review, session };
    this.play = { board: m, hand, review };
  }

  title(): string {
    const { view } = this.m;
    return view === null ? this.shell.words.pageTitle : `${view.white.player.name} – ${view.black.player.name}`;
  }

  data(): Record<string, string> {
    const { m } = this;
    const { view } = m;
    return {
      phase: m.failed !== '' ? 'failed' : view === null ? 'loading' : m.phase,
      over: String(view !== null && !m.isOn),
      tab: m.tab,
      line: this.shell.socket.up ? 'up' : 'down',
      you: view?.you ?? '',
    };
  }

  view(): VNode[] {
    const { m, parts } = this;
    const { words } = m;
    if (m.failed !== '') return [h('main.text-page', { key: 'failed' }, [h('section.card', [h('h1', words.nothingHere), h('p', noteText(m.failed)), h('p', [h('a.button', { attrs: { href: '/' } }, words.navPlay)])])])];
    const unread = m.tab === 'chat' || m.settings.muted ? 0 : m.chats.length - m.read;
    if (m.tab === 'chat') m.read = m.chats.length;
    const tabs: [Tab, string][] = [['moves', words.moves], ['chat', unread > 0 ? `${words.chat} · ${unread}` : words.chat], ['info', words.newGameShort]];
    return [
      h('main.game-page.live', { key: `live ${this.id}` }, [
        h('h1.unseen', { key: 'title' }, this.title()),
        table(m, parts.grid),
        controls(m, parts),
        h('nav.tabs', { key: 'tabs', attrs: { 'aria-label': words.panels } }, tabs.map(([tab, text]) =>
          h('button', { key: tab, class: { on: m.tab === tab }, attrs: { type: 'button', 'aria-pressed': String(m.tab === tab) }, on: { click: () => this.showTab(tab) } }, text),
        )),
        h('div.left', { key: 'left' }, [infoCard(m), chatCard(m, this.id, parts.session)]),
        h('div.right', { key: 'right' }, [movesCard(m, parts.review, () => api.pdn(this.id)), countersCard(m), textCard(m)]),
      ]),
    ];
  }

  /** T tells the clocks, L the last move, P the position, Z hides all but the board. */
  key(code: string): boolean {
    const { m, shell } = this;
    switch (code) {
      case 'KeyT':
        shell.announce(this.clocks());
        break;
      case 'KeyL':
        shell.announce(this.lastMove());
        break;
      case 'KeyP':
        shell.announce(positionInWords(m).join(' '));
        break;
      case 'KeyZ':
        shell.set({ zen: !shell.settings.zen });
        break;
      default:
        return false;
    }
    shell.render();
    return true;
  }

  close(): void {
    this.parts.session.leave();
  }

  private showTab(tab: Tab): void {
    this.m.tab = tab;
    this.shell.render();
    document.querySelector('.tabs')?.scrollIntoView({ block: 'start', behavior: motion() ? 'smooth' : 'auto' });
  }

  private clocks(): string {
    const { m } = this;
    const { words, view } = m;
    if (view === null || view.terms.clock.kind === 'none') return words.noClock;
    const now = this.shell.socket.serverNow();
    return (['white', 'black'] as const).map((side) => words.clockOf(side, clockText(left(view.clock, side, now), words.days))).join('. ');
  }

  private lastMove(): string {
    const { m } = this;
    const last = m.state?.history.at(-1);
    if (m.state === null || last === undefined) return m.words.startPosition;
    const taken = shownPosition(m).length;
    return `${m.words.moved(m.state.turn === 'white' ? 'black' : 'white', last.from, last.to, last.captured, last.crowned)}. ${m.words.piecesLeft(taken)}`;
  }
}

export const live: PageKind = {
  paths: ['/game/:id'],
  open: (shell, { id }) => new Live(shell, id ?? ''),
};
