import { h, type VNode } from 'snabbdom';
import { Problem, Unavailable } from '../api';
import type { Shell } from '../shell';
import { icon } from '../view/icons';
import { fetchDaily, type Exercise } from './exercises';
import { progress } from './progress';

/** Today's exercise and the way to the course, for the front page. */
export class Today {
  private exercise: Exercise | null = null;
  private readonly left = new AbortController();

  constructor(private readonly shell: Shell) {
    void this.load();
  }

  leave(): void {
    this.left.abort();
  }

  card(): VNode {
    const { words } = this.shell;
    const { exercise } = this;
    const solved = exercise !== null && progress.exercises.has(exercise.id);
    return h('section.card.today', { key: 'today' }, [
      h('h2', words.exerciseOfTheDay),
      h('p', { key: 'about' }, exercise === null ? '\u00a0' : solved ? words.solvedToday : `${exercise.turn === 'white' ? words.exerciseWhite : words.exerciseBlack} · ${words.difficultyOf(exercise.rating)}`),
      h('p.today-ways', { key: 'ways' }, [
        h('a.button.solve-today', { attrs: { href: exercise === null || solved ? '/exercises' : `/exercises/${exercise.id}` } }, [icon('play'), solved ? words.exercises : words.solveIt]),
        h('a.button.learn-rules', { attrs: { href: '/learn' } }, words.learnRules),
      ]),
    ]);
  }

  private async load(): Promise<void> {
    try {
      this.exercise = await fetchDaily(this.left.signal);
      this.shell.render();
    } catch (error) {
      // The card leads to the exercises all the same.
      if (!this.left.signal.aborted && !(error instanceof Problem) && !(error instanceof Unavailable)) throw error;
    }
  }
}
