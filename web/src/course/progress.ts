import { get, put } from '../storage';

/** What a learner has done: the lessons, the exercises, and how strong that makes him. */
export interface Progress {
  /** Lessons that were done to their end. */
  readonly lessons: ReadonlySet<string>;
  /** Exercises that were tried, each with whether the first try solved it; the last one last. */
  readonly exercises: ReadonlyMap<string, boolean>;
  readonly rating: number;
  lessonDone(id: string): void;
  /** Notes the first try at an exercise and returns by how much the rating has changed; null for a later try. */
  exerciseDone(id: string, difficulty: number, solved: boolean): number | null;
}

const KEY = 'bolshak.progress';
const FIRST_RATING = 1000;
const MIN_RATING = 400;

interface Stored {
  lessons: string[];
  exercises: [string, boolean][];
  rating: number;
}

const isStored = (value: unknown): value is Stored => {
  const stored = value as Stored | null;
  return (
    Array.isArray(stored?.lessons) &&
    stored.lessons.every((id) => typeof id === 'string') &&
    Array.isArray(stored.exercises) &&
    stored.exercises.every((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'boolean') &&
    Number.isFinite(stored.rating)
  );
};

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

  lessonDone(id: string): void {
    const stored = this.read();
    if (!stored.lessons.includes(id)) put(KEY, { ...stored, lessons: [...stored.lessons, id] });
  }

  exerciseDone(id: string, difficulty: number, solved: boolean): number | null {
    const stored = this.read();
    if (stored.exercises.some(([known]) => known === id)) return null;
    const rating = Math.max(MIN_RATING, stored.rating + change(stored.rating, difficulty, stored.exercises.length, solved));
    put(KEY, { ...stored, rating, exercises: [...stored.exercises, [id, solved]] });
    return rating - stored.rating;
  }

  private read(): Stored {
    const value = get(KEY);
    return isStored(value) ? value : { lessons: [], exercises: [], rating: FIRST_RATING };
  }
}

/** By Elo's formula, in large steps at first. */
function change(rating: number, difficulty: number, before: number, solved: boolean): number {
  const expected = 1 / (1 + 10 ** ((difficulty - rating) / 400));
  return Math.round(Math.max(16, 80 - 4 * before) * ((solved ? 1 : 0) - expected));
}

export const progress: Progress = new BrowserProgress();
