import { h, type VNode } from 'snabbdom';
import * as api from '../../club/api';
import { Deed } from '../../club/deed';
import { CLASSES, type GameLine } from '../../club/types';
import type { Page, PageKind } from '../../router';
import type { Shell } from '../../shell';
import { select, text } from '../../view/fields';
import { gameList } from '../../view/gamelines';
import { icon } from '../../view/icons';
import { noteText } from '../../view/notes';

const FIELDS = ['player', 'opponent', 'opening', 'result', 'class', 'from', 'to'] as const;

/** The games that were played here, searched by who, what and when. The address keeps the search. */
class Archive implements Page {
  private search: api.Search;
  private games: GameLine[] | null = null;
  private next: string | null = null;
  private readonly deed: Deed;
  private serial = 0;

  constructor(private readonly shell: Shell) {
    const query = new URLSearchParams(location.search);
    this.search = Object.fromEntries(FIELDS.map((field) => [field, query.get(field) ?? ''])) as unknown as api.Search;
    this.deed = new Deed(shell);
    void this.find();
  }

  title(): string {
    return this.shell.words.navArchive;
  }

  data(): Record<string, string> {
    return { phase: this.deed.busy ? 'loading' : 'ready' };
  }

  view(): VNode[] {
    const { words } = this.shell;
    return [h('main.text-page.wide', { key: 'archive' }, [h('h1', { key: 'title' }, words.navArchive), this.form(), this.results()])];
  }

  private form(): VNode {
    const { words } = this.shell;
    const { search } = this;
    const set = (field: keyof api.Search) => (value: string) => {
      search[field] = value;
      this.shell.render();
    };
    const field = (name: 'player' | 'opponent' | 'opening', title: string): VNode => text({ name, title, value: search[name], set: set(name), type: 'search', more: { maxlength: 60 } });
    const day = (name: 'from' | 'to', title: string): VNode => text({ name, title, value: search[name], set: set(name), type: 'date' });
    const named = search.player !== '';
    const results: [string, string][] = [['', words.any], ...(named ? ([['win', words.won], ['loss', words.lostOne]] as [string, string][]) : []), ['1-0', words.wins('white')], ['0-1', words.wins('black')], ['1/2-1/2', words.draw]];
    return h('section.card.search', { key: 'search' }, [
      h('form', { on: { submit: (event: Event) => this.submit(event) } }, [
        h('div.row-of-fields', [
          field('player', words.playerField),
          field('opponent', words.opponent),
          field('opening', words.opening),
          select('result', words.result, search.result, results, set('result')),
          select('class', words.timeControl, search.class, [['', words.any], ...CLASSES.map((timeClass) => [timeClass, words.timeClass[timeClass]] as const)], set('class')),
          day('from', words.fromDate),
          day('to', words.toDate),
        ]),
        h('div.finish', [
          h('p.refusal', { attrs: { role: 'status' } }, noteText(this.deed.refusal)),
          search.player === '' ? null : h('a.button', { attrs: { href: api.exportAddress(search.player), download: 'bolshak.pdn' } }, [icon('save'), 'PDN']),
          h('button.primary.find', { attrs: { type: 'submit', disabled: this.deed.busy } }, words.find),
        ]),
      ]),
    ]);
  }

  private results(): VNode {
    const { words } = this.shell;
    const { games } = this;
    return h('section.card.found-games', { key: 'results', attrs: { 'aria-label': words.games, 'aria-busy': String(this.deed.busy) } }, [
      games === null ? h('p.quiet', { key: 'none' }, words.lobbyLoading) : games.length === 0 ? h('p.quiet', { key: 'none' }, words.nothingFound) : gameList(games, words),
      this.next === null ? null : h('button.more', { key: 'more', attrs: { type: 'button', disabled: this.deed.busy }, on: { click: () => void this.more() } }, words.more),
    ]);
  }

  private submit(event: Event): void {
    event.preventDefault();
    const query = new URLSearchParams(Object.entries(this.search).filter(([, value]) => value !== ''));
    history.replaceState(null, '', query.size === 0 ? '/archive' : `/archive?${query}`);
    void this.find();
  }

  private async find(): Promise<void> {
    const serial = ++this.serial;
    await this.deed.run(this.shell.words.notSearched, async () => {
      const { games, next } = await api.games(this.search);
      if (serial !== this.serial) return;
      this.games = games;
      this.next = next;
    });
  }

  private async more(): Promise<void> {
    const { serial, next } = this;
    if (next === null) return;
    await this.deed.run(this.shell.words.notSearched, async () => {
      const page = await api.games(this.search, next);
      if (serial !== this.serial) return;
      this.games = [...(this.games ?? []), ...page.games];
      this.next = page.next;
    });
  }
}

export const archive: PageKind = {
  paths: ['/archive'],
  nav: { path: '/archive', order: 80, title: (words) => words.navArchive },
  open: (shell) => new Archive(shell),
};
