import { h, type VNode } from 'snabbdom';
import { Problem, Unavailable } from '../../api';
import { fetchDaily, fetchExercises, fetchNext, type Exercise, type ExerciseList } from '../../course/exercises';
import { progress } from '../../course/progress';
import { ratingLine } from '../../course/rating-line';
import type { Note } from '../../model';
import { parseFen } from '../../pieces';
import type { Page, PageKind } from '../../router';
import type { Shell } from '../../shell';
import { miniBoard } from '../../study/view/mini';
import { icon } from '../../view/icons';
import { noteText } from '../../view/notes';
import { explain } from '../../words/explain';
import type { Theme } from '../../words/learn';
import { Solve } from './solve';

/** So many small boards are drawn at once. */
const SHOWN = 24;

/** The exercises: today's, one that fits, and all by theme. */
class Exercises implements Page {
  private list: ExerciseList | null = null;
  private daily: Exercise | null = null;
  private refusal: Note = '';
  private shown = SHOWN;
  private readonly theme = new URLSearchParams(location.search).get('theme') ?? '';
  private readonly left = new AbortController();

  constructor(private readonly shell: Shell) {
    const { signal } = this.left;
    void progress.meet();
    void this.ask(async () => {
      [this.list, this.daily] = await Promise.all([fetchExercises(this.theme, 0, signal), fetchDaily(signal)]);
    });
  }

  title(): string {
    return this.shell.words.exercises;
  }

  data(): Record<string, string> {
    return { phase: this.list === null && this.refusal === '' ? 'loading' : 'ready' };
  }

  close(): void {
    this.left.abort();
  }

  view(): VNode[] {
    const { words } = this.shell;
    const { daily, list } = this;
    return [
      h('main.text-page.wide.exercises', { key: `exercises ${this.theme}` }, [
        h('h1', { key: 'title' }, words.exercises),
        h('p.hint', { key: 'about' }, words.exercisesAbout),
        h('p.refusal', { key: 'refusal', attrs: { role: 'status' } }, noteText(this.refusal)),
        h('div.first-exercises', { key: 'first' }, [
          h('section.card.daily', { key: 'daily' }, [h('h2', words.dailyExercise), daily === null ? this.blank() : this.tile(daily)]),
          h('section.card.fitting', { key: 'fitting' }, [
            h('h2', words.yourRating),
            h('p.rating', String(progress.rating)),
            ratingLine(progress.history, words),
            h('p.quiet', words.exercisesSolved([...progress.exercises.values()].filter((solved) => solved).length, progress.exercises.size)),
            h('button.primary.fitting-one', { attrs: { type: 'button' }, on: { click: this.next } }, [icon('play'), words.nextByRating]),
          ]),
        ]),
        h('section.card.themes', { key: 'themes' }, [
          h('h2', words.byTheme),
          h('ul', [{ theme: '' as Theme | '', count: 0 }, ...(list?.themes ?? [])].map(({ theme, count }) =>
            h('li', { key: theme }, [
              h('a.button', { class: { on: theme === this.theme }, attrs: { href: theme === '' ? '/exercises' : `/exercises?theme=${theme}`, ...(theme === this.theme && { 'aria-current': 'true' }) } }, [
                theme === '' ? words.allThemes : words.theme[theme],
                count === 0 ? null : h('span.quiet', String(count)),
              ]),
            ]),
          )),
        ]),
        h('section.card.found', { key: 'found' }, [
          h('h2', list === null ? words.exercises : words.exercisesCount(list.found)),
          h('ul.tiles', (list?.exercises.slice(0, this.shown) ?? []).map((exercise) => h('li', { key: exercise.id }, [this.tile(exercise)]))),
          list !== null && this.shown < list.found ? h('button.more', { attrs: { type: 'button' }, on: { click: this.more } }, words.more) : null,
        ]),
      ]),
    ];
  }

  private readonly more = (): void => {
    const { list } = this;
    if (list === null) return;
    this.shown += SHOWN;
    this.shell.render();
    if (this.shown > list.exercises.length && list.exercises.length < list.found) {
      void this.ask(async () => {
        const from = list.exercises.length;
        const { exercises } = await fetchExercises(this.theme, from, this.left.signal);
        if (list.exercises.length === from) list.exercises.push(...exercises);
      });
    }
  };

  private readonly next = (): void => {
    void this.ask(async () => {
      const found = await fetchNext(this.theme, progress.rating, [...progress.exercises.keys()], this.left.signal);
      if (found === null) this.shell.say(this.shell.words.allSolved);
      else this.shell.go(this.address(found));
    });
  };

  private address({ id }: Exercise): string {
    return `/exercises/${id}${this.theme === '' ? '' : `?theme=${this.theme}`}`;
  }

  private blank(): VNode {
    return h('div.tile', [h('svg.mini', { attrs: { viewBox: '0 0 8 8', 'aria-hidden': 'true' } })]);
  }

  private tile(exercise: Exercise): VNode {
    return exerciseTile(this.shell, exercise, this.address(exercise));
  }

  private async ask(question: () => Promise<void>): Promise<void> {
    const { words } = this.shell;
    try {
      await question();
      this.refusal = '';
    } catch (error) {
      if (this.left.signal.aborted) return;
      if (error instanceof Problem) this.refusal = explain(words, words.refused, error);
      else if (error instanceof Unavailable) this.refusal = words.notReadNow;
      else throw error;
    }
    this.shell.render();
  }
}

/** An exercise in small, with what the learner has made of it. */
export function exerciseTile({ words, settings }: Shell, exercise: Exercise, address: string): VNode {
  const tried = progress.exercises.get(exercise.id);
  return h('a.tile', { key: exercise.id, attrs: { href: address } }, [
    miniBoard(parseFen(exercise.fen), undefined, { flipped: exercise.turn === 'black', colours: settings.board, set: settings.pieces }),
    h('span.tile-text', [
      h('strong', exercise.turn === 'white' ? words.exerciseWhite : words.exerciseBlack),
      h('span.quiet', `${words.difficultyOf(exercise.rating)} · ${words.solverMoves(exercise.moves)}`),
      tried === undefined ? null : h('span.tried', { class: { solved: tried } }, [icon(tried ? 'check' : 'close'), h('span.unseen', tried ? words.exerciseSolved : words.tryAgain)]),
    ]),
  ]);
}

export const exercises: PageKind = {
  paths: ['/exercises', '/exercises/:id'],
  nav: { path: '/exercises', order: 16, title: (words) => words.navExercises },
  open: (shell, { id }) => (id === undefined ? new Exercises(shell) : new Solve(shell, id)),
};
