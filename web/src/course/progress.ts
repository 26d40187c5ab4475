import type { Player } from '../club/types';
import { connection } from '../offline/reach';
import type { Move } from '../types';
import { AccountProgress } from './account-progress';
import { BrowserProgress } from './browser-progress';

/** The first end of a try at an exercise. */
export interface Attempt {
  exercise: string;
  difficulty: number;
  /** Without help. */
  solved: boolean;
  /** All moves from the first position on. */
  moves: readonly Move[];
}

/** What a learner has done: the lessons, the exercises, and how strong that makes him. */
export interface Progress {
  /** Lessons that were done to their end. */
  readonly lessons: ReadonlySet<string>;
  /** Exercises that were tried, each with whether the first try solved it; the last one last. */
  readonly exercises: ReadonlyMap<string, boolean>;
  readonly rating: number;
  /** The ratings after the last tries, the oldest first. */
  readonly history: readonly number[];
  lessonDone(id: string): void;
  /** Notes the first try at an exercise; by how much the rating has changed, null for a later try or where that is not known yet. */
  exerciseDone(attempt: Attempt): Promise<number | null>;
}

/** The learner of this browser: a guest, whose progress is kept here, or an account, whose progress the server keeps. */
class Learner implements Progress {
  private readonly browser = new BrowserProgress();
  /** Until the server says who is there, it is the account that was there last. */
  private account = AccountProgress.last();
  private changed: () => void = () => {};

  constructor() {
    addEventListener('online', () => void this.meet());
    connection.watch(() => {
      if (!connection.away) void this.meet();
    });
  }

  get lessons(): ReadonlySet<string> {
    return this.own.lessons;
  }

  get exercises(): ReadonlyMap<string, boolean> {
    return this.own.exercises;
  }

  get rating(): number {
    return this.own.rating;
  }

  get history(): readonly number[] {
    return this.own.history;
  }

  lessonDone(id: string): void {
    this.own.lessonDone(id);
  }

  exerciseDone(attempt: Attempt): Promise<number | null> {
    return this.own.exerciseDone(attempt);
  }

  /** The server has said who sits at this browser. */
  follow(player: Player | null, changed: () => void): void {
    this.changed = changed;
    if (player === null || player.guest) {
      this.account = null;
      AccountProgress.forget();
    } else if (this.account?.player !== player.id) this.account = new AccountProgress(player.id);
    void this.meet();
  }

  /** Brings browser and server together: what the guest has done here goes into the account, and what the account has done elsewhere comes. */
  async meet(): Promise<void> {
    if (await this.account?.meet(this.browser)) this.changed();
  }

  private get own(): Progress {
    return this.account ?? this.browser;
  }
}

export const progress = new Learner();
