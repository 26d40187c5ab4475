import { h, type VNode } from 'snabbdom';
import { Problem, Unavailable } from '../../api';
import * as api from '../../club/api';
import { CLASSES } from '../../club/types';
import type { Note } from '../../model';
import type { Page, PageKind } from '../../router';
import type { Shell } from '../../shell';
import { gameList } from '../../view/gamelines';
import { ratingGraph } from '../../view/graph';
import { icon } from '../../view/icons';
import { noteText } from '../../view/notes';
import { explain } from '../../words/explain';

/** What is known of a player: ratings, their history, the last games. */
class PlayerPage implements Page {
  private profile: api.Profile | null = null;
  private failed: Note = '';

  constructor(
    private readonly shell: Shell,
    private readonly name: string,
  ) {
    void this.load();
  }

  title(): string {
    return this.name;
  }

  data(): Record<string, string> {
    return { phase: this.profile !== null ? 'ready' : this.failed !== '' ? 'failed' : 'loading' };
  }

  view(): VNode[] {
    const { words } = this.shell;
    const { profile } = this;
    const content =
      profile !== null ? this.cards(profile) : [h('section.card', { key: 'none' }, [h('p', { attrs: { role: 'status' } }, this.failed === '' ? words.lobbyLoading : noteText(this.failed))])];
    return [h('main.text-page.wide', { key: `player ${this.name}` }, [h('h1', { key: 'name' }, [profile?.player.name ?? this.name, profile?.player.bot === true ? h('small.bot', words.bot) : null]), ...content])];
  }

  private cards({ player, record, history, games, playing }: api.Profile): VNode[] {
    const { words } = this.shell;
    const rated = CLASSES.filter((timeClass) => (player.ratings[timeClass]?.games ?? 0) > 0);
    return [
      h('section.card.ratings', { key: 'ratings' }, [
        h('h2', words.ratings),
        rated.length === 0
          ? h('p.quiet', words.noRatings)
          : h('ul', rated.map((timeClass) => {
              const { rating, deviation, games, provisional } = player.ratings[timeClass]!;
              return h('li', { key: timeClass }, [
                h('span', words.timeClass[timeClass]),
                h('strong', `${Math.round(rating)}${provisional ? '?' : ''}`),
                h('span.quiet', `±${Math.round(2 * deviation)}, ${words.gamesCount(games)}`),
              ]);
            })),
        rated.some((timeClass) => player.ratings[timeClass]!.provisional) ? h('p.quiet', words.provisional) : null,
      ]),
      h('section.card.record-card', { key: 'record' }, [
        h('h2', words.results),
        h('p.counts', [h('span', words.wonGames(record.wins)), h('span', words.drawnGames(record.draws)), h('span', words.lostGames(record.losses))]),
      ]),
      history.length < 2 ? null : h('section.card.history', { key: 'history' }, [h('h2', words.ratingHistory), ratingGraph(history, words)]),
      h('section.card.last-games', { key: 'games' }, [
        h('div.head', [h('h2', words.lastGames), games.length === 0 ? null : h('a', { attrs: { href: `/archive?player=${encodeURIComponent(player.name)}` } }, words.allGames)]),
        playing.length === 0 ? null : h('p.playing', playing.map((id) => h('a.button', { key: id, attrs: { href: `/game/${id}` } }, [icon('eye'), words.watchGame]))),
        games.length === 0 ? h('p.quiet', words.noGamesYet) : gameList(games, words),
      ]),
    ].filter((node) => node !== null);
  }

  private async load(): Promise<void> {
    const { words } = this.shell;
    try {
      this.profile = await api.profile(this.name);
    } catch (error) {
      if (error instanceof Problem) this.failed = explain(words, words.noSuchPlayer, error);
      else if (error instanceof Unavailable) this.failed = words.notReadNow;
      else throw error;
    }
    this.shell.render();
  }
}

export const player: PageKind = {
  paths: ['/player/:name'],
  open: (shell, { name }) => new PlayerPage(shell, name ?? ''),
};
