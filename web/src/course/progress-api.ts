import { Problem, Unavailable } from '../api';
import type { Rating } from '../club/types';
import { connection } from '../offline/reach';
import type { Move } from '../types';

/** A lesson that was done to its end, or a try at an exercise. */
export interface Done {
  player: string;
  lesson?: string;
  exercise?: string;
  solved?: boolean;
  moves?: readonly Move[];
}

/** What has become of it. */
export interface Noted {
  first: boolean;
  solved: boolean;
  change: number;
  rating: Rating;
}

interface Told {
  player: string;
  rating: Rating;
  lessons: string[];
  exercises: { id: string; solved: boolean }[];
  /** The last tries that moved the rating, the latest first. */
  history: { rating: number }[];
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  if (connection.hopeless) throw new Unavailable(false);
  let response: Response;
  try {
    response = await fetch(`/api/v1/progress${path}`, body === undefined ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  } catch {
    throw new Unavailable(false);
  }
  const answer = await response.json().catch(() => null);
  if (response.status >= 500 || response.status === 429 || answer === null) throw new Unavailable(response.status === 503);
  if (response.ok) return answer as T;
  throw new Problem(response.status, String(answer.code), String(answer.detail), answer.index);
}

export const fetchProgress = (): Promise<Told> => ask('');

export const note = (done: Done): Promise<Noted> => ask('', done);

/** Adds what a guest has learnt to an account. */
export const merge = (player: string, lessons: readonly string[], exercises: readonly (readonly [string, boolean])[]): Promise<Told> =>
  ask('/merge', { player, lessons, exercises: exercises.map(([id, solved]) => ({ id, solved })) });
