import { h, type VNode } from 'snabbdom';
import { Hand } from '../../hand';
import { Lobby } from '../../club/lobby';
import { Today } from '../../course/today';
import { Review } from '../../review';
import type { Page, PageKind, Playing } from '../../router';
import type { Shell } from '../../shell';
import { loadGame, replaceGame } from '../../storage';
import type { Side } from '../../types';
import { Grid } from '../../view/grid';
import { explain } from '../../words/explain';
import { Actions } from './actions';
import { Game } from './game';
import { PlayModel } from './model';
import type { Parts } from './parts';
import { Reader } from './reader';
import { playDialogs, playView } from './view';

/** The front page: a board set up against the computer, and the way to other people. */
class Play implements Page {
  private readonly m: PlayModel;
  private readonly game: Game;
  private readonly parts: Parts;
  readonly play: Playing;

  constructor(private readonly shell: Shell) {
    const { render } = shell;
    const stored = loadGame() ?? replaceGame({ start: '', moves: [], side: 'white', level: 3 });
    const m = new PlayModel(shell, stored);
    this.m = m;
    this.game = new Game(m, render);
    if (stored.moves.length === 0 && stored.start === '') m.tab = 'club';
    const hand = new Hand(m, this.game, render);
    const review = new Review(m, this.game.stage, render);
    const actions = new Actions(m, this.game, render);
    this.parts = { grid: new Grid(m, hand, render), actions, review, reader: new Reader(m, this.game, render), lobby: new Lobby(shell), today: new Today(shell) };
    this.play = { board: m, hand, review, busy: () => m.reading.open || this.parts.lobby.dialog !== null };
    void this.begin();
  }

  title(): string {
    return this.shell.words.pageTitle;
  }

  data(): Record<string, string> {
    const { m } = this;
    return { phase: m.phase, over: String(m.state?.outcome != null), tab: m.tab };
  }

  view(): VNode[] {
    return [h('main.game-page.front', { key: 'play' }, playView(this.m, this.parts))];
  }

  dialogs(): VNode[] {
    return playDialogs(this.m, this.parts);
  }

  close(): void {
    this.game.close();
    this.parts.reader.leave();
    this.parts.lobby.leave();
    this.parts.today.leave();
  }

  /** Plays the position of the address, as in ?fen=W:Wc3:Bf6&side=black&level=5, or goes on with the stored game. */
  private async begin(): Promise<void> {
    const { m, game } = this;
    const stored = m.game;
    const query = new URLSearchParams(location.search);
    const fen = query.get('fen');
    if (fen === null) return game.adopt(stored);
    history.replaceState(null, '', location.pathname);
    const side: Side = query.get('side') === 'black' ? 'black' : 'white';
    const level = Number(query.get('level')) || stored.level;
    const problem = await game.startFrom(fen, query.get('forgive') === 'true', side, Math.min(Math.max(Math.round(level), 1), 10));
    if (problem === null) return;
    game.adopt(stored);
    m.note = explain(m.words, m.words.badLink, problem);
    m.shell.render();
  }
}

export const play: PageKind = {
  paths: ['/'],
  nav: { path: '/', order: 10, title: (words) => words.navPlay },
  open: (shell) => new Play(shell),
};
