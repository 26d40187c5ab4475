import { h, type VNode } from 'snabbdom';
import { Problem, Unavailable } from '../../api';
import { Drill, type DrillBoard, type Teacher } from '../../course/drill';
import { fetchExercise, fetchNext, fetchSolution, judgeMoves, type Exercise, type SolutionTurn } from '../../course/exercises';
import { progress } from '../../course/progress';
import type { Note } from '../../model';
import type { Page, Playing } from '../../router';
import type { Shell } from '../../shell';
import type { LegalMove, Move } from '../../types';
import { Grid } from '../../view/grid';
import { positionInWords } from '../../view/panels';
import { explain } from '../../words/explain';
import { solveView } from './view';

export type Standing = 'loading' | 'asked' | 'wrong' | 'solved' | 'shown' | 'refused';

/** An exercise on its board: right moves are answered, wrong ones refuted. */
export class Solve implements Page, Teacher {
  readonly m: DrillBoard;
  readonly drill: Drill;
  readonly grid: Grid;
  readonly play: Playing;
  exercise: Exercise | null = null;
  standing: Standing = 'loading';
  refusal: Note = '';
  /** What a wrong move led to, or that a right one was right. */
  said = '';
  /** How the rating has changed; null when nothing was counted. */
  change: number | null = null;
  /** It had been tried before. */
  readonly old: boolean;
  readonly theme = new URLSearchParams(location.search).get('theme') ?? '';
  /** Plies before the wrong move that is on the board. */
  private wrongFrom = 0;
  private helped = false;
  private counted = false;
  private solution: SolutionTurn | null = null;
  private readonly left = new AbortController();

  constructor(
    readonly shell: Shell,
    readonly id: string,
  ) {
    this.drill = new Drill(shell);
    this.drill.teacher = this;
    const { m, hand, review } = this.drill;
    this.m = m;
    this.grid = new Grid(m, hand, shell.render);
    this.play = { board: m, hand, review };
    this.old = progress.exercises.has(id);
    void this.open();
  }

  title(): string {
    return this.shell.words.exercises;
  }

  data(): Record<string, string> {
    return { phase: this.standing === 'refused' ? 'ready' : this.m.phase, standing: this.standing, plies: String(this.m.state?.history.length ?? 0) };
  }

  view(): VNode[] {
    return [h('main.learn-page.solve', { key: `exercise ${this.id}` }, solveView(this))];
  }

  close(): void {
    this.left.abort();
    this.drill.close();
  }

  key(code: string): boolean {
    if (code !== 'KeyP') return false;
    this.shell.announce(positionInWords(this.m).join(' '));
    this.shell.render();
    return true;
  }

  judge(): null {
    return null;
  }

  pressed(): boolean {
    return false;
  }

  async played(move: LegalMove): Promise<void> {
    const { drill, m, shell } = this;
    const judged = await this.ask(() => judgeMoves(this.id, drill.played, this.left.signal));
    if (judged === undefined) return;
    switch (judged.verdict) {
      case 'solved':
        return this.finish('solved');
      case 'right':
        this.said = shell.words.exerciseRight(move.text);
        await drill.answer([judged.reply!]);
        shell.render();
        return;
      case 'wrong': {
        this.standing = 'wrong';
        m.locked = true;
        this.wrongFrom = drill.played.length - 1;
        this.count(false);
        const state = await drill.answer(judged.line);
        if (state === null && this.standing !== 'wrong') return; // tried again meanwhile
        const line = state?.history.slice(this.wrongFrom + 1).map(({ text }) => text).join(' ') ?? '';
        this.said = judged.loses ? shell.words.exerciseWrongLoses(move.text, line) : shell.words.exerciseWrong(move.text, line);
        shell.render();
        this.focus('.try-again');
      }
    }
  }

  /** Back to before the wrong move. */
  readonly again = async (): Promise<void> => {
    this.standing = 'asked';
    this.said = '';
    this.m.locked = false;
    await this.drill.back(this.drill.played.length - this.wrongFrom);
  };

  /** Names the piece that moves. */
  readonly hint = async (): Promise<void> => {
    const turn = await this.turn();
    if (turn === null || this.standing !== 'asked') return;
    this.helped = true;
    const move = this.drill.legal(turn.move);
    if (move !== undefined) this.drill.say(this.shell.words.exerciseHint(move.from));
  };

  /** Plays the rest of the solution. */
  readonly show = async (): Promise<void> => {
    if (this.standing === 'wrong') await this.again();
    let turn = await this.turn();
    if (turn === null || this.standing !== 'asked' || this.m.phase !== 'ready') return;
    this.helped = true;
    this.m.locked = true;
    this.said = '';
    while (turn !== null) {
      const move: Move | undefined = this.drill.legal(turn.move);
      if (move === undefined || (await this.drill.run([move])) === null) return;
      const reply: SolutionTurn['replies'][number] | undefined = turn.replies[0];
      if (reply === undefined || reply.next === null) break;
      const answer: Move | undefined = this.drill.legal(reply.move);
      if (answer === undefined || (await this.drill.run([answer])) === null) return;
      turn = reply.next;
    }
    this.finish('shown');
  };

  readonly next = async (): Promise<void> => {
    const { theme } = this;
    const found = await this.ask(() => fetchNext(theme, progress.rating, [...progress.exercises.keys(), this.id], this.left.signal));
    if (found === undefined) return;
    if (found === null) this.shell.say(this.shell.words.allSolved, '/exercises');
    else this.shell.go(`/exercises/${found.id}${theme === '' ? '' : `?${new URLSearchParams({ theme })}`}`);
  };

  private async open(): Promise<void> {
    const exercise = await this.ask(() => fetchExercise(this.id, this.left.signal));
    if (exercise === undefined) return;
    this.exercise = exercise;
    this.standing = 'asked';
    await this.drill.setUp(exercise.fen);
  }

  private finish(standing: 'solved' | 'shown'): void {
    this.standing = standing;
    this.said = '';
    this.m.locked = true;
    this.count(standing === 'solved' && !this.helped);
    this.shell.render();
    this.focus('.next-exercise');
  }

  /** The first end of a try counts. */
  private count(solved: boolean): void {
    if (this.counted) return;
    this.counted = true;
    const attempt = { exercise: this.id, difficulty: this.exercise!.rating, solved, moves: this.drill.played };
    void progress.exerciseDone(attempt).then((change) => {
      this.change = change;
      this.shell.render();
    });
  }

  /** The turn of the solution that the board has come to. */
  private async turn(): Promise<SolutionTurn | null> {
    this.solution ??= (await this.ask(() => fetchSolution(this.id, this.left.signal))) ?? null;
    let turn = this.solution;
    const texts = this.m.state?.history.map(({ text }) => text) ?? [];
    for (let ply = 1; ply < texts.length; ply += 2) turn = turn?.replies.find(({ move }) => move === texts[ply])?.next ?? null;
    return turn;
  }

  private focus(css: string): void {
    queueMicrotask(() => document.querySelector<HTMLElement>(css)?.focus({ preventScroll: true }));
  }

  /** Asks the server; undefined when there is no answer, which is then told. */
  private async ask<T>(question: () => Promise<T>): Promise<T | undefined> {
    const { words } = this.shell;
    try {
      return await question();
    } catch (error) {
      if (this.left.signal.aborted) return undefined;
      if (error instanceof Problem) this.refusal = explain(words, error.status === 404 ? words.noSuchExercise : words.refused, error);
      else if (error instanceof Unavailable) this.refusal = words.notReadNow;
      else throw error;
      if (this.exercise === null) this.standing = 'refused';
      this.shell.render();
      return undefined;
    }
  }
}
