import { h, type VNode } from 'snabbdom';
import { Problem, Unavailable } from '../../api';
import { Drill, type DrillBoard, type Teacher } from '../../course/drill';
import { COURSE, type Lesson, type Task } from '../../course/lessons';
import { progress } from '../../course/progress';
import type { Page, Playing } from '../../router';
import type { Shell } from '../../shell';
import { fetchTable, type TableAnswer } from '../../study/api';
import type { LegalMove, Square, State } from '../../types';
import { Grid } from '../../view/grid';
import { positionInWords } from '../../view/panels';
import { explain } from '../../words/explain';
import type { Answer, LessonWords } from '../../words/learn';
import { lessonView } from './view';

/** How a task stands: a try has failed where it cannot be gone on from. */
export type Standing = 'asked' | 'done' | 'failed';

/** A lesson: one task after the other on its board. */
export class LessonPage implements Page, Teacher {
  readonly m: DrillBoard;
  readonly drill: Drill;
  readonly grid: Grid;
  readonly play: Playing;
  at = 0;
  standing: Standing = 'asked';
  /** The turns of the learner that are done, or the squares that were tapped. */
  turn = 0;
  tapped: Square[] = [];
  given: Answer | null = null;
  private readonly left = new AbortController();

  constructor(
    readonly shell: Shell,
    readonly lesson: Lesson,
  ) {
    this.drill = new Drill(shell);
    this.drill.teacher = this;
    const { m, hand, review } = this.drill;
    this.m = m;
    this.grid = new Grid(m, hand, shell.render);
    this.play = { board: m, hand, review };
    this.begin();
  }

  get number(): number {
    return COURSE.indexOf(this.lesson);
  }

  get next(): Lesson | undefined {
    return COURSE[this.number + 1];
  }

  get task(): Task {
    return this.lesson.tasks[this.at]!;
  }

  get text(): LessonWords {
    return this.shell.words.lesson[this.lesson.id];
  }

  get isLast(): boolean {
    return this.at === this.lesson.tasks.length - 1;
  }

  title(): string {
    return this.text.title;
  }

  data(): Record<string, string> {
    return { phase: this.m.phase, lesson: this.lesson.id, task: String(this.at + 1), turn: String(this.turn), standing: this.standing };
  }

  view(): VNode[] {
    return [h('main.learn-page', { key: `lesson ${this.lesson.id}` }, lessonView(this))];
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

  /** Begins the task anew. */
  readonly begin = (): void => {
    this.standing = 'asked';
    this.turn = 0;
    this.tapped = [];
    this.given = null;
    const { task, drill } = this;
    if (task.kind === 'tap' || task.kind === 'ask') drill.lay(task.fen);
    else void drill.setUp(task.fen);
  };

  readonly goTo = (task: number): void => {
    this.at = task;
    this.begin();
  };

  readonly forward = (): void => {
    if (!this.isLast) return this.goTo(this.at + 1);
    this.shell.go(this.next === undefined ? '/learn' : `/learn/${this.next.id}`);
  };

  readonly takeBack = async (): Promise<void> => {
    this.standing = 'asked';
    this.turn--;
    this.m.locked = false;
    await this.drill.back(2);
  };

  readonly answer = (given: Answer): void => {
    const { task, drill } = this;
    if (task.kind !== 'ask' || this.standing === 'done') return;
    this.given = given;
    if (given === task.right) this.succeed();
    else drill.say(this.shell.words.taskAnswerWrong);
  };

  /** Does what is asked, for those who are at a loss. */
  readonly show = async (): Promise<void> => {
    const { task, drill } = this;
    if (this.standing !== 'asked' || this.m.phase !== 'ready') return;
    switch (task.kind) {
      case 'tap':
        for (const sq of task.squares) this.pressed(sq);
        break;
      case 'ask':
        this.answer(task.right);
        break;
      case 'play': {
        const [want] = task.turns[this.turn]!.want;
        const move = want === '*' ? this.m.state?.legal[0] : drill.legal(want!);
        if (move !== undefined) drill.force(move);
        break;
      }
      case 'table': {
        const best = (await this.lookUp(this.m.state!.fen))?.moves[0];
        const move = best === undefined ? undefined : drill.legal(best);
        if (move !== undefined && this.m.phase === 'ready') drill.force(move);
      }
    }
  };

  judge(move: LegalMove): string | null {
    const { task } = this;
    if (task.kind !== 'play') return null;
    const want = task.turns[this.turn]?.want ?? [];
    if (want.includes('*') || want.includes(move.text)) return null;
    return this.text.wrong?.[this.at] || this.shell.words.taskOtherMove(move.text);
  }

  async played(_move: LegalMove, state: State): Promise<void> {
    const { task } = this;
    if (task.kind === 'play') await this.goOn(task.turns[this.turn]?.reply, task.turns.length);
    else if (task.kind === 'table') await this.resist(state);
  }

  pressed(sq: Square): boolean {
    const { task, drill, shell } = this;
    if (task.kind !== 'tap') return task.kind === 'ask';
    if (this.standing === 'done') return true;
    if (!task.squares.includes(sq)) drill.say(shell.words.taskTapWrong(sq));
    else if (!this.tapped.includes(sq)) {
      this.tapped.push(sq);
      this.m.marks = { from: this.tapped[0]!, ...(this.tapped.length > 1 && { to: sq }), crosses: [] };
      const more = task.squares.length - this.tapped.length;
      if (more === 0) this.succeed();
      else drill.say(shell.words.taskTapped(more));
    }
    return true;
  }

  /** After a right move: the answer to it, and the next turn. */
  private async goOn(reply: string | undefined, turns: number): Promise<void> {
    const move = reply === undefined ? undefined : this.drill.legal(reply);
    if (move !== undefined && (await this.drill.answer([move])) === null) return;
    if (++this.turn === turns) this.succeed();
  }

  /** After a move against the tables: their best defence. */
  private async resist(state: State): Promise<void> {
    const { drill, m, shell } = this;
    this.turn++;
    if (state.outcome !== null) return this.over(state);
    const answer = await this.lookUp(state.fen);
    const best = answer?.moves[0];
    if (best === undefined || m.state !== state) return;
    const after = await drill.answer([best]);
    if (after === null) return;
    if (best.value !== 'loss') {
      this.standing = 'failed';
      m.locked = true;
      drill.say(shell.words.winGone(best.text));
    } else if (after.outcome !== null) this.over(after);
  }

  private over(state: State): void {
    if (state.outcome?.winner === this.m.near) return this.succeed();
    this.standing = 'failed';
    this.m.locked = true;
    this.drill.say(this.shell.words.winTooLate);
  }

  private async lookUp(fen: string): Promise<TableAnswer | null> {
    const { shell, drill } = this;
    try {
      return await fetchTable(fen, 'none', this.left.signal);
    } catch (error) {
      if (this.left.signal.aborted) return null;
      if (error instanceof Problem) this.m.note = explain(shell.words, shell.words.notLookedUp, error);
      else if (error instanceof Unavailable) drill.say(shell.words.notReadNow);
      else throw error;
      return null;
    }
  }

  private succeed(): void {
    this.standing = 'done';
    this.m.locked = true;
    this.m.note = '';
    if (this.isLast) progress.lessonDone(this.lesson.id);
    this.shell.render();
    queueMicrotask(() => document.querySelector<HTMLElement>('.task-next')?.focus({ preventScroll: true }));
  }
}
