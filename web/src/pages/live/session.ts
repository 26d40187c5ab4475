import { Problem, Unavailable } from '../../api';
import * as api from '../../club/api';
import type { Deed, GameView, ServerMessage, Update } from '../../club/types';
import type { Game } from '../../hand';
import { meant } from '../../premove';
import { chime, tick } from '../../sound';
import { Stage } from '../../stage';
import type { LegalMove, Square, State } from '../../types';
import { explain } from '../../words/explain';
import { Ticker } from './ticker';
import type { LiveModel } from './model';

/** An answer that came and did not bring what it told of is asked for after this. */
const LATE_MS = 1500;
/** The pause before a game is asked for again that the server did not give. */
const AGAIN_MS = 2000;

const newKey = (): string => crypto.getRandomValues(new Uint32Array(3)).reduce((key, n) => key + n.toString(36), '');

/** The course of a live game: what the server tells, and what the user does. */
export class Session implements Game {
  readonly stage: Stage;
  private readonly ticker: Ticker;
  private readonly leaving: (() => void)[] = [];
  private isLeft = false;
  /** Grows with each state that is to be shown, so that an older one knows it is stale. */
  private serial = 0;
  private claiming: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly m: LiveModel,
    private readonly id: string,
    private readonly render: () => void,
  ) {
    this.stage = new Stage(m, render);
    this.ticker = new Ticker(m, render, () => this.do({ type: 'flag' }));
    void this.begin();
  }

  leave(): void {
    this.isLeft = true;
    clearTimeout(this.claiming);
    this.ticker.stop();
    for (const stop of this.leaving) stop();
  }

  get isPlaying(): boolean {
    return this.stage.isPlaying;
  }

  hurry(): Promise<void> {
    return this.stage.hurry();
  }

  /** Puts the user's move on the board, and sends it unless it is to be confirmed first. */
  play(move: LegalMove, route: Square[], walked: number): void {
    const { m } = this;
    const { view } = m;
    if (view === null || view.you === null) return;
    m.pending = { move, ply: view.history.length, key: newKey(), sent: false };
    m.letGo();
    m.premove = null;
    m.phase = 'thinking';
    this.stage.play(view.you, move, route, walked);
    if (!m.settings.confirm) this.confirm();
    this.render();
  }

  readonly confirm = (): void => {
    const { pending } = this.m;
    if (pending === null || pending.sent) return;
    pending.sent = true;
    const { from, to, captured } = pending.move;
    this.m.shell.socket.act(this.id, { id: pending.key, type: 'move', ply: pending.ply, move: { from, to, captured } });
    this.render();
  };

  /** Takes a move back that was not confirmed. */
  readonly unplay = (): void => {
    if (this.m.pending?.sent === true) return;
    this.m.pending = null;
    this.stage.unplay();
    this.setPhase();
    this.render();
  };

  readonly do = (deed: Deed): void => {
    this.m.asking = null;
    this.m.note = '';
    this.m.shell.socket.act(this.id, { id: newKey(), ...deed });
    this.render();
  };

  private async begin(): Promise<void> {
    const { m } = this;
    const { socket } = m.shell;
    this.leaving.push(socket.listen((message) => this.hear(message)));
    while (!this.isLeft) {
      try {
        const view = await api.game(this.id);
        if (this.isLeft) return;
        this.leaving.push(socket.watch(this.id, () => m.view?.version ?? 0));
        this.take(view);
        return;
      } catch (error) {
        if (error instanceof Problem) m.failed = explain(m.words, m.words.noSuchGame, error);
        else if (!(error instanceof Unavailable)) throw error;
        else m.phase = 'away';
        this.render();
        if (error instanceof Problem) return;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  private hear(message: ServerMessage): void {
    const { m } = this;
    switch (message.t) {
      case 'game':
        if (message.game.id === this.id) this.take(message.game);
        break;
      case 'update':
        if (message.game === this.id) this.update(message);
        break;
      case 'same':
        if (message.game === this.id && m.view !== null) {
          m.view.clock = message.clock;
          this.ticker.start();
          this.render();
        }
        break;
      case 'presence':
        if (message.game === this.id) this.present(message);
        break;
      case 'chats':
        if (message.game === this.id) this.setChats(message.chats);
        break;
      case 'chat':
        if (message.game === this.id && !m.chats.some((line) => line.n === message.n)) this.setChats([...m.chats, message]);
        break;
      case 'ack':
        if (message.game === this.id) this.expect(message.version);
        break;
      case 'refused':
        this.refused(message.id, new Problem(message.problem.status, message.problem.code, message.problem.detail, message.problem.index));
        break;
    }
  }

  private setChats(chats: LiveModel['chats']): void {
    const { m } = this;
    const last = chats.at(-1);
    if (m.chats.length > 0 && last !== undefined && last.side !== m.mine && !m.settings.muted && chats.length > m.chats.length) m.shell.announce(`${last.by?.name ?? ''}: ${last.text}`);
    m.chats = chats;
    this.render();
  }

  private update(update: Update): void {
    const { view } = this.m;
    if (view === null || update.version <= view.version) return;
    if (update.from !== view.version) return this.m.shell.socket.again(this.id);
    const { game, from, keep, add, ...course } = update;
    this.take({ ...view, ...course, history: [...view.history.slice(0, keep), ...add] });
  }

  /** The server told of something that has not come yet. */
  private expect(version: number): void {
    setTimeout(() => {
      if (!this.isLeft && (this.m.view?.version ?? 0) < version) this.m.shell.socket.again(this.id);
    }, LATE_MS);
  }

  private take(view: GameView): void {
    const { m } = this;
    const before = m.view;
    if (before !== null && view.version < before.version) return;
    m.view = view;
    const changed = before === null || view.history.length !== before.history.length || view.outcome !== null;
    if (m.pending !== null && (view.history.length !== m.pending.ply || view.status === 'over' || view.status === 'aborted')) m.pending = null;
    if (changed) {
      Object.assign(m, { selection: null, drag: null });
      if (m.viewed !== null && m.viewed > view.history.length) m.viewed = null;
    }
    this.tell(before, view);
    this.ticker.start();
    this.setClaim(view.may.claim ? 0 : view.may.claimIn);
    if (view.turn === view.you && m.pending === null && m.isOn) this.firePremove(view);
    if (!m.isOn) m.premove = null;
    void this.follow(view);
    this.render();
  }

  /** Brings the board to what the server has, but for a move that is on its way there. */
  private async follow(view: GameView): Promise<void> {
    const { m } = this;
    const serial = ++this.serial;
    const state: State = { ...view, pdn: '' };
    if (m.pending !== null) {
      m.state = state;
    } else {
      const isStale = (): boolean => serial !== this.serial || m.pending !== null || this.isLeft;
      if (!(await this.stage.show(state, isStale))) return;
      this.stage.layBoard();
    }
    this.setPhase();
    this.render();
  }

  private setPhase(): void {
    const { m } = this;
    const { view } = m;
    if (view === null) return;
    m.phase = m.isOn && (m.pending !== null || (view.you !== null && view.turn !== view.you)) ? 'thinking' : 'ready';
  }

  /** Plays the move that was made ready, now that it can be told whether it is one. */
  private firePremove(view: GameView): void {
    const { m } = this;
    const path = m.premove;
    if (path === null) return;
    m.premove = null;
    if (path.length < 2) return;
    const moves = meant(path, view.legal);
    const [move] = moves;
    if (moves.length !== 1 || move === undefined) {
      m.note = moves.length === 0 ? m.words.premoveIllegal(path.join('-')) : m.words.typedUnclear(path.join('-'), moves.map(({ text }) => text));
      return;
    }
    m.pending = { move, ply: view.history.length, key: newKey(), sent: true };
    const { from, to, captured } = move;
    m.shell.socket.act(this.id, { id: m.pending.key, type: 'move', ply: m.pending.ply, move: { from, to, captured } });
    void this.walkPremove(view, move);
  }

  /** The opponent's move is shown, then ours, which is on its way already. */
  private async walkPremove(view: GameView, move: LegalMove): Promise<void> {
    const { m } = this;
    await this.stage.show({ ...view, pdn: '' }, () => this.isLeft);
    if (this.isLeft || m.pending?.move !== move) return this.again();
    this.stage.layBoard();
    this.stage.play(view.you!, move, move.routes[0]!, 1);
    this.setPhase();
    this.render();
  }

  /** Shows what the server has said meanwhile. */
  private again(): void {
    if (!this.isLeft && this.m.view !== null) void this.follow(this.m.view);
  }

  private refused(key: string, problem: Problem): void {
    const { m } = this;
    const mine = m.pending?.key === key;
    if (!mine && problem.code === 'game-over') return;
    m.note = explain(m.words, mine ? m.words.moveRefused : m.words.refused, problem);
    if (mine) {
      m.pending = null;
      this.stage.unplay();
      this.setPhase();
      m.shell.socket.again(this.id);
    }
    this.render();
  }

  /** Says and sounds what is new. */
  private tell(before: GameView | null, view: GameView): void {
    const { m } = this;
    const { words } = m;
    const { you } = view;
    if (before === null) return;
    const theirs = (side: unknown): boolean => side !== null && side !== undefined && side !== you && you !== null;
    if (before.status !== view.status && !m.isOn && m.settings.sound) chime();
    const asks =
      (theirs(view.offers.draw) && before.offers.draw === null && words.drawOffered) ||
      (theirs(view.offers.takeback?.by) && before.offers.takeback === null && words.takebackAsked(view.offers.takeback!.plies)) ||
      (theirs(view.offers.rematch) && before.offers.rematch === null && words.rematchOffered);
    if (asks === false) return;
    m.shell.announce(asks);
    if (m.settings.sound) tick();
  }

  private present({ white, black, spectators, claimIn }: Extract<ServerMessage, { t: 'presence' }>): void {
    const { view } = this.m;
    if (view === null) return;
    view.white.present = white;
    view.black.present = black;
    view.spectators = spectators;
    if (view.you !== null) this.setClaim(claimIn[view.you]);
    this.render();
  }

  /** When the game of an opponent who is away can be claimed, told anew each second until then. */
  private setClaim(claimIn: number | null): void {
    const { m } = this;
    clearTimeout(this.claiming);
    if (m.view === null) return;
    m.view.may = { ...m.view.may, claimIn, claim: claimIn === 0 };
    if (claimIn === null || claimIn === 0 || !m.isOn) return;
    const pause = Math.min(claimIn, 1000);
    this.claiming = setTimeout(() => {
      this.setClaim(claimIn - pause);
      this.render();
    }, pause);
  }
}
