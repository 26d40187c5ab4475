import { Problem, Unavailable } from '../api';
import { get, put } from '../storage';
import * as api from './progress-api';
import { grown, isStored, nothingLearnt, type BrowserProgress } from './browser-progress';
import type { Attempt, Progress } from './progress';

/** What the server has told of the account that was signed in last. */
const KNOWN = 'bolshak.account-progress';
/** What it has not heard yet, of all accounts. */
const UNSENT = 'bolshak.unsent-progress';

/** There are not so many exercises and lessons. */
const MAX_UNSENT = 2000;

/** Is told what the server has answered. */
type Heard = (done: api.Done, noted: api.Noted) => void;

const isDone = (value: unknown): value is api.Done => {
  const done = value as api.Done | null;
  return typeof done?.player === 'string' && (typeof done.lesson === 'string' || typeof done.exercise === 'string');
};

function unsent(): api.Done[] {
  const list = get(UNSENT);
  return Array.isArray(list) ? list.filter(isDone) : [];
}

const isSame = (a: api.Done, b: api.Done): boolean => a.player === b.player && a.lesson === b.lesson && a.exercise === b.exercise;

/**
 * The progress of an account. The server keeps it; here is a copy of what it has
 * told, so that pages need not wait, and what is yet to be sent to it.
 */
export class AccountProgress implements Progress {
  private last: Promise<unknown> = Promise.resolve();

  constructor(readonly player: string) {}

  /** The account that was signed in when this browser last heard of the server. */
  static last(): AccountProgress | null {
    const player = (get(KNOWN) as { player?: unknown } | null)?.player;
    return typeof player === 'string' ? new AccountProgress(player) : null;
  }

  /** Nobody is signed in any more. What is yet to be sent waits until its account is. */
  static forget(): void {
    if (get(KNOWN) !== null) put(KNOWN, null);
  }

  get lessons(): ReadonlySet<string> {
    const { lessons } = this.known();
    return new Set([...lessons, ...this.unsent().flatMap(({ lesson }) => lesson ?? [])]);
  }

  get exercises(): ReadonlyMap<string, boolean> {
    const tried = new Map(this.known().exercises);
    for (const { exercise, solved } of this.unsent()) if (exercise !== undefined && !tried.has(exercise)) tried.set(exercise, solved === true);
    return tried;
  }

  get rating(): number {
    return this.known().rating;
  }

  get history(): readonly number[] {
    return this.known().history ?? [];
  }

  lessonDone(lesson: string): void {
    if (this.lessons.has(lesson)) return;
    this.keep({ player: this.player, lesson });
    void this.send();
  }

  async exerciseDone({ exercise, solved, moves }: Attempt): Promise<number | null> {
    if (this.exercises.has(exercise)) return null;
    const done: api.Done = { player: this.player, exercise, solved, moves: solved ? moves : [] };
    this.keep(done);
    let change: number | null = null;
    await this.send((sent, noted) => {
      if (isSame(sent, done) && noted.first) change = noted.change;
    });
    return change;
  }

  /** Gives the server all that it does not know, and reads what it knows; whether it has answered. */
  meet(guest: BrowserProgress): Promise<boolean> {
    return this.inTurn(async () => {
      try {
        const learnt = guest.read();
        if (learnt.lessons.length + learnt.exercises.length > 0) {
          await api.merge(this.player, learnt.lessons, learnt.exercises);
          guest.forget(learnt);
        }
        await this.sendAll();
        const told = await api.fetchProgress();
        if (told.player !== this.player) return false;
        this.learn({ lessons: told.lessons, exercises: told.exercises.map(({ id, solved }) => [id, solved]), rating: told.rating.rating, history: told.history.map(({ rating }) => rating).reverse() });
        return true;
      } catch (error) {
        if (error instanceof Problem || error instanceof Unavailable) return false; // it is tried again with the next page
        throw error;
      }
    });
  }

  /** The server is told one thing at a time, so that no answer is older than what is known. */
  private inTurn<T>(deed: () => Promise<T>): Promise<T> {
    const done = this.last.then(deed);
    this.last = done.catch(() => undefined);
    return done;
  }

  private send(heard: Heard = () => {}): Promise<void> {
    return this.inTurn(() => this.sendAll(heard));
  }

  /** Sends what waits, one after the other, until the server cannot be reached. */
  private async sendAll(heard: Heard = () => {}): Promise<void> {
    for (const done of this.unsent()) if (!(await this.sendOne(done, heard))) return;
  }

  private async sendOne(done: api.Done, heard: Heard): Promise<boolean> {
    try {
      const noted = await api.note(done);
      const known = this.known();
      if (done.lesson !== undefined && !known.lessons.includes(done.lesson)) known.lessons.push(done.lesson);
      if (done.exercise !== undefined && !known.exercises.some(([id]) => id === done.exercise)) known.exercises.push([done.exercise, noted.solved]);
      const { rating } = noted.rating;
      this.learn({ ...known, rating, ...(noted.first && done.exercise !== undefined && { history: grown(known, rating) }) });
      this.drop(done);
      heard(done, noted);
      return true;
    } catch (error) {
      if (error instanceof Unavailable) return false;
      if (!(error instanceof Problem)) throw error;
      // Somebody else is signed in, or nobody: it waits. What the server does not want at all is dropped.
      if (error.status === 401 || error.status === 403) return false;
      this.drop(done);
      return true;
    }
  }

  private known(): ReturnType<typeof nothingLearnt> {
    const value = get(KNOWN);
    return isStored(value) && (value as { player?: unknown }).player === this.player ? value : nothingLearnt();
  }

  private learn(known: ReturnType<typeof nothingLearnt>): void {
    put(KNOWN, { ...known, player: this.player });
  }

  private unsent(): api.Done[] {
    return unsent().filter(({ player }) => player === this.player);
  }

  private keep(done: api.Done): void {
    put(UNSENT, [...unsent(), done].slice(-MAX_UNSENT));
  }

  private drop(done: api.Done): void {
    put(UNSENT, unsent().filter((other) => !isSame(other, done)));
  }
}
