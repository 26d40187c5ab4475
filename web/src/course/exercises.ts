import { Problem, Unavailable } from '../api';
import { reach } from '../offline/reach';
import type { Move, Side } from '../types';
import type { Theme } from '../words/learn';

/** An exercise as the server tells it. */
export interface Exercise {
  id: string;
  fen: string;
  turn: Side;
  rating: number;
  themes: Theme[];
  /** How many moves the solver has to find. */
  moves: number;
}

export interface ExerciseList {
  found: number;
  exercises: Exercise[];
  themes: { theme: Theme; count: number }[];
}

/** What is thought of a move of the solver. */
export interface Judged {
  verdict: 'right' | 'wrong' | 'solved';
  reply: Move | null;
  line: Move[];
  loses: boolean;
}

/** A turn of the solution; moves are texts. */
export interface SolutionTurn {
  move: string;
  replies: { move: string; next: SolutionTurn | null }[];
}

async function ask<T>(path: string, signal: AbortSignal, options: RequestInit = {}): Promise<T> {
  let response: Response;
  try {
    response = await reach(`/api/v1/exercises${path}`, { ...options, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Unavailable(false);
  }
  if (response.ok) return response.json();
  const answer = await response.json().catch(() => null);
  if (response.status >= 500 || response.status === 429 || answer === null) throw new Unavailable(response.status === 503);
  throw new Problem(response.status, String(answer.code), String(answer.detail), answer.index);
}

/** The day where the learner is. */
function today(): string {
  const now = new Date();
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const query = (fields: Record<string, string>): string => `?${new URLSearchParams(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')))}`;

export const fetchExercises = (theme: string, from: number, signal: AbortSignal): Promise<ExerciseList> => ask(query({ theme, from: String(from) }), signal);

export const fetchExercise = (id: string, signal: AbortSignal): Promise<Exercise> => ask(`/${encodeURIComponent(id)}`, signal);

export const fetchDaily = (signal: AbortSignal): Promise<Exercise> => ask(`/daily${query({ date: today() })}`, signal);

/** The most exercises that are named as seen: addresses are not endless. */
const MAX_SEEN = 800;

/** The exercise nearest to a rating among those not seen; null when there is none left. */
export async function fetchNext(theme: string, rating: number, seen: string[], signal: AbortSignal): Promise<Exercise | null> {
  try {
    return await ask(`/next${query({ theme, rating: String(Math.max(0, rating)), seen: seen.slice(-MAX_SEEN).join(',') })}`, signal);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}

export const fetchSolution = async (id: string, signal: AbortSignal): Promise<SolutionTurn> =>
  (await ask<{ solution: SolutionTurn }>(`/${encodeURIComponent(id)}?solution=true`, signal)).solution;

export const judgeMoves = (id: string, moves: readonly Move[], signal: AbortSignal): Promise<Judged> =>
  ask(`/${encodeURIComponent(id)}/try`, signal, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ moves }) });
