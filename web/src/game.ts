import { Problem, fetchReply, fetchState, patiently } from './api';
import { shownPly, shownPosition, type Model } from './model';
import { Pace } from './playback';
import { finish, pieceAt, setUp, walk } from './pieces';
import { turnAfter } from './positions';
import type { ReadGame } from './records';
import { jumpedOn } from './selection';
import { click } from './sound';
import { loadGame, loadPrevious, onOtherTab, replaceGame, saveGame, swapGames, type SavedGame } from './storage';
import { sameMove, type GameRequest, type LegalMove, type Move, type Side, type Square, type State } from './types';
import { explain } from './words/explain';

/** The computer takes at least this long, so that its move is seen as an answer. */
const MIN_THINK_MS = 350;

/** The course of a game between the user and the server's engine. */
export class Game {
  private task = new AbortController();
  private shown: Move[] = [];
  private pace: Pace | null = null;
  private animation: Promise<void> = Promise.resolve();

  constructor(
    private readonly m: Model,
    private readonly render: () => void,
  ) {
    onOtherTab((game) => {
      if (game.revision !== this.m.game.revision) this.adopt(game);
    });
  }

  /** Shows a game that was stored by this tab or another one, and plays on from it. */
  adopt(game: SavedGame): void {
    if (game.start !== this.m.game.start) {
      this.m.state = null;
      this.shown = [];
    }
    this.m.game = game;
    this.m.viewed = null;
    this.m.fromLink = game.start !== '' && game.record === undefined;
    this.m.canGoBack = loadPrevious() !== null;
    this.restart();
  }

  start(side: Side, level: number, start: string): void {
    this.adopt(replaceGame({ start, moves: [], side, level }));
  }

  bringBack(): void {
    const previous = swapGames();
    if (previous !== null) this.adopt(previous);
  }

  /** Puts a game of others on the board, at its first position. */
  open({ number, start, plies, moves, problems, ...record }: ReadGame, rules: string): void {
    const { side, level } = this.m.game;
    this.adopt(replaceGame({ start, moves, side, level, record, rules }));
    this.m.viewed = moves.length === 0 ? null : 0;
  }

  /** Plays on against the computer from the position that is shown. The old game can be brought back. */
  playOn(side: Side): void {
    const { start, level, moves, rules } = this.m.game;
    this.adopt(replaceGame({ start, moves: moves.slice(0, shownPly(this.m)), side, level, ...(rules !== undefined && { rules }) }));
  }

  /** Sets up the position of a link; returns the problem when the server refuses it. */
  async startFrom(fen: string, side: Side, level: number): Promise<Problem | null> {
    const { signal } = this.task;
    try {
      const state = await patiently(() => fetchState({ start: fen, moves: [], players: this.players(side, level) }, signal), signal, () => this.away());
      this.start(side, level, state.start);
      return null;
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  }

  /** Plays the user's move; the first `walked` squares of the route were walked by hand. */
  play(move: LegalMove, route: Square[], walked: number): void {
    const { m } = this;
    const { from, to, captured } = move;
    if (!this.change({ ...m.game, moves: [...m.game.moves, { from, to, captured }] })) return;
    this.animation = this.walkRoute(move, route, walked);
    this.announce(m.game.side, move);
    this.restart();
  }

  get canTakeBack(): boolean {
    return this.m.game.end !== undefined || this.m.game.moves.some((_, ply) => this.turnAt(ply) === this.m.game.side);
  }

  /** Takes back to the user's own previous turn. */
  takeBack(): void {
    const { end, ...game } = this.m.game;
    let moves = game.moves;
    if (end === undefined) {
      do moves = moves.slice(0, -1);
      while (moves.length > 0 && this.turnAt(moves.length) !== game.side);
    }
    if (this.change({ ...game, moves })) this.restart();
  }

  resign(): void {
    const { game } = this.m;
    if (this.change({ ...game, end: { reason: 'resignation', side: game.side } })) this.restart();
  }

  setLevel(level: number): void {
    this.change({ ...this.m.game, level });
  }

  /** Ends the running animation at once. */
  async hurry(): Promise<void> {
    this.pace?.hurry();
    await this.animation;
  }

  get isPlaying(): boolean {
    return this.pace !== null;
  }

  private turnAt(ply: number): Side {
    return turnAfter(this.m.game.start, ply);
  }

  private players(side: Side, level: number): { white: string; black: string } {
    const { words } = this.m;
    const computer = `Bolshak, ${words.strengthName(level)}`;
    return side === 'white' ? { white: words.you, black: computer } : { white: computer, black: words.you };
  }

  private request(): GameRequest {
    const { start, moves, side, level, rules, end, record } = this.m.game;
    const ruled = rules === undefined ? {} : { rules };
    if (record === undefined) return { start, moves, players: this.players(side, level), ...ruled, ...(end && { end }) };
    // What was played after the end can only be shown without the rules that made it one.
    return { start, moves, ...(record.over !== null && record.over.after > 0 ? { rules: 'none' } : ruled) };
  }

  /** Stores a changed game; false when another tab was faster, whose game is then shown. */
  private change(changed: SavedGame): boolean {
    const { game, ours } = saveGame(this.m.game, changed);
    if (ours) this.m.game = game;
    else this.adopt(game);
    return ours;
  }

  private restart(): void {
    this.task.abort();
    this.task = new AbortController();
    const { signal } = this.task;
    Object.assign(this.m, { phase: 'loading', selection: null, drag: null, typed: '', note: '', asking: null });
    this.render();
    this.follow(signal).catch((error: unknown) => {
      if (signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      this.refused(error);
    });
  }

  private async follow(signal: AbortSignal): Promise<void> {
    const { m } = this;
    const state = await patiently(() => fetchState(this.request(), signal), signal, () => this.away());
    await this.show(state, signal);
    if (m.phase === 'thinking') await alone(signal, () => this.reply(signal));
  }

  private async reply(signal: AbortSignal): Promise<void> {
    const { m } = this;
    const stored = loadGame();
    if (stored !== null && stored.revision !== m.game.revision) return this.adopt(stored);
    const enough = new Promise((resolve) => setTimeout(resolve, MIN_THINK_MS));
    const state = await patiently(() => fetchReply(this.request(), m.game.level, signal), signal, () => this.away());
    await enough;
    if (signal.aborted) return;
    const { from, to, captured } = state.history.at(-1)!;
    if (this.change({ ...m.game, moves: [...m.game.moves, { from, to, captured }] })) await this.show(state, signal);
  }

  private async show(state: State, signal: AbortSignal): Promise<void> {
    const { m } = this;
    await this.animation;
    const last = state.history.at(-1);
    const follows = state.history.length === this.shown.length + 1 && this.shown.every((move, i) => sameMove(move, state.history[i]!));
    if (last !== undefined && follows && m.state !== null && m.viewed === null) {
      this.announce(this.turnAt(state.history.length - 1), last);
      this.animation = this.walkRoute(last, last.route, 1);
      await this.animation;
    }
    if (signal.aborted) return;
    this.shown = state.history;
    m.state = state;
    m.phase = m.game.record !== undefined || state.outcome !== null || state.turn === m.game.side ? 'ready' : 'thinking';
    this.layBoard();
    this.render();
  }

  /** Puts the position that is shown on the board. */
  layBoard(): void {
    const { m } = this;
    const last = m.state?.history[shownPly(m) - 1];
    m.pieces = setUp(m.pieces, shownPosition(m));
    m.marks = last === undefined ? null : { from: last.from, to: last.to, crosses: last.captured };
  }

  private async walkRoute(move: Move, route: Square[], walked: number): Promise<void> {
    const { m } = this;
    const pace = new Pace();
    this.pace = pace;
    this.shown = [...this.shown, move];
    const before = m.pieces;
    m.marks = { from: move.from, crosses: [] };
    m.mover = pieceAt(before, move.from)?.id ?? null;
    for (let i = walked; i < route.length; i++) {
      m.pieces = walk(before, move.from, route.slice(1, i + 1), jumpedOn(move, route.slice(0, i + 1)));
      this.render();
      await pace.leg();
    }
    m.pieces = finish(walk(before, move.from, route.slice(1), []), move);
    m.marks = { from: move.from, to: move.to, crosses: move.captured };
    this.pace = null;
    if (m.settings.sound) click(move.captured.length > 0);
    this.render();
  }

  private announce(side: Side, move: Move & { crowned: boolean }): void {
    this.m.announcement = this.m.words.moved(side, move.from, move.to, move.captured, move.crowned);
  }

  private away(): void {
    this.m.phase = 'away';
    this.render();
  }

  /** A stored game that the server will not have is cut back to its legal part. */
  private refused(problem: Problem): void {
    const { game, words } = this.m;
    const { end, record, ...rest } = game;
    const isNew = game.start === '' && game.moves.length === 0 && end === undefined;
    if (problem.status !== 422 || isNew) {
      this.away();
      this.m.note = explain(words, words.refusedByServer, problem);
      return;
    }
    const known = problem.index === undefined ? { ...rest, start: '', moves: [] } : { ...rest, moves: game.moves.slice(0, problem.index), ...(record && { record }) };
    this.adopt(replaceGame(known));
    this.m.note = explain(words, words.refusedByServer, problem);
    this.render();
  }
}

/** Lets one tab at a time ask for the computer's move, where the browser can tell tabs apart. */
async function alone(signal: AbortSignal, ask: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return ask();
  await navigator.locks.request('bolshak.reply', { signal }, ask);
}
