import { Problem, fetchReply, fetchState, patiently } from '../../api';
import type { Game as HandsGame } from '../../hand';
import { shownPly } from '../../model';
import { turnAfter } from '../../positions';
import type { ReadGame } from '../../records';
import { Stage } from '../../stage';
import { forgiveness } from '../../study/fen';
import { loadGame, loadPrevious, onOtherTab, replaceGame, saveGame, swapGames, type SavedGame } from '../../storage';
import type { GameRequest, LegalMove, Side, Square, State } from '../../types';
import { explain } from '../../words/explain';
import type { PlayModel } from './model';

/** The computer takes at least this long, so that its move is seen as an answer. */
const MIN_THINK_MS = 350;

/** The course of a game between the user and the server's engine. */
export class Game implements HandsGame {
  private task = new AbortController();
  readonly stage: Stage;
  private readonly ignoreTabs: () => void;

  constructor(
    private readonly m: PlayModel,
    private readonly render: () => void,
  ) {
    this.stage = new Stage(m, render);
    this.ignoreTabs = onOtherTab((game) => {
      if (game.revision !== this.m.game.revision) this.adopt(game);
    });
  }

  get isPlaying(): boolean {
    return this.stage.isPlaying;
  }

  hurry(): Promise<void> {
    return this.stage.hurry();
  }

  /** Leaves the game as it is stored. */
  close(): void {
    this.task.abort();
    this.ignoreTabs();
  }

  /** Shows a game that was stored by this tab or another one, and plays on from it. */
  adopt(game: SavedGame): void {
    if (game.start !== this.m.game.start) this.stage.clear();
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
  async startFrom(fen: string, forgive: boolean, side: Side, level: number): Promise<Problem | null> {
    const { signal } = this.task;
    try {
      const state = await patiently(() => fetchState({ start: fen, forgive, moves: [], players: this.players(side, level) }, signal), signal, () => this.away());
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
    this.stage.play(m.game.side, move, route, walked);
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
    const ruled = { ...forgiveness(start), ...(rules !== undefined && { rules }) };
    if (record === undefined) return { start, moves, players: this.players(side, level), ...ruled, ...(end && { end }) };
    // What was played after the end can only be shown without the rules that made it one.
    return { start, moves, ...ruled, ...(record.over !== null && record.over.after > 0 && { rules: 'none' }) };
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
    this.m.letGo();
    this.m.phase = 'loading';
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
    const { m, stage } = this;
    if (!(await stage.show(state, () => signal.aborted))) return;
    m.phase = m.game.record !== undefined || state.outcome !== null || state.turn === m.game.side ? 'ready' : 'thinking';
    stage.layBoard();
    this.render();
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
