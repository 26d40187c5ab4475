import { get, put } from '../storage';
import type { Attempt, Progress } from './progress';

const KEY = 'bolshak.progress';
const FIRST_RATING = 1000;
const MIN_RATING = 400;

interface Stored {
  lessons: string[];
  exercises: [string, boolean][];
  rating: number;
  /** The ratings after the last tries, the oldest first; older browsers have none. */
  history?: number[];
}

/** The most tries of which the rating is kept. */
const KEPT = 50;

/** Notes a rating after those before it. */
export const grown = ({ history = [] }: Pick<Stored, 'history'>, rating: number): number[] => [...history, rating].slice(-KEPT);

/** Whether a stored value has lessons, exercises and a rating. */
export function isStored(value: unknown): value is Stored {
  const stored = value as Stored | null;
  return (
    Array.isArray(stored?.lessons) &&
    stored.lessons.every((id) => typeof id === 'string') &&
    Array.isArray(stored.exercises) &&
    stored.exercises.every((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'boolean') &&
    Number.isFinite(stored.rating) &&
    (stored.history === undefined || (Array.isArray(stored.history) && stored.history.every((rating) => Number.isFinite(rating))))
  );
}

/** What one has learnt who has just come. */
export const nothingLearnt = (): Stored => ({ lessons: [], exercises: [], rating: FIRST_RATING });

/** The progress of a guest, kept in the browser. It is read anew each time, since other tabs go on too. */
export class BrowserProgress implements Progress {
  get lessons(): ReadonlySet<string> {
    return new Set(this.read().lessons);
  }

  get exercises(): ReadonlyMap<string, boolean> {
    return new Map(this.read().exercises);
  }

  get rating(): number {
    return this.read().rating;
  }

  get history(): readonly number[] {
    return this.read().history ?? [];
  }

  lessonDone(id: string): void {
    const stored = this.read();
    if (!stored.lessons.includes(id)) put(KEY, { ...stored, lessons: [...stored.lessons, id] });
  }

  async exerciseDone({ exercise, difficulty, solved }: Attempt): Promise<number | null> {
    const stored = this.read();
    if (stored.exercises.some(([known]) => known === exercise)) return null;
    const rating = Math.max(MIN_RATING, stored.rating + change(stored.rating, difficulty, stored.exercises.length, solved));
    put(KEY, { ...stored, rating, history: grown(stored, rating), exercises: [...stored.exercises, [exercise, solved]] });
    return rating - stored.rating;
  }

  read(): Stored {
    const value = get(KEY);
    return isStored(value) ? value : nothingLearnt();
  }

  /** Lets go of what is kept elsewhere by now; what was added since stays. */
  forget({ lessons, exercises }: Stored): void {
    const stored = this.read();
    const left = {
      lessons: stored.lessons.filter((id) => !lessons.includes(id)),
      exercises: stored.exercises.filter(([id]) => !exercises.some(([known]) => known === id)),
    };
    put(KEY, left.lessons.length + left.exercises.length === 0 ? null : { ...left, rating: stored.rating });
  }
}

/** By Elo's formula, in large steps at first. */
function change(rating: number, difficulty: number, before: number, solved: boolean): number {
  const expected = 1 / (1 + 10 ** ((difficulty - rating) / 400));
  return Math.round(Math.max(16, 80 - 4 * before) * ((solved ? 1 : 0) - expected));
}
