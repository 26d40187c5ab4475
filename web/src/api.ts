import { reach } from './offline/reach';
import type { Records } from './records';
import type { GameRequest, State } from './types';

/** A refusal of the server: an RFC 9457 problem document. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly index: number | undefined,
  ) {
    super(detail);
  }
}

/** The server could not be reached, or asks to come again later since it is busy. */
export class Unavailable extends Error {
  constructor(readonly busy: boolean) {
    super();
  }
}

async function post<T>(path: string, type: string, body: BodyInit, signal: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await reach(path, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Unavailable(false);
  }
  const answer = await response.json().catch(() => null);
  if (response.status >= 500 || response.status === 429 || answer === null) throw new Unavailable(response.status === 503);
  if (response.ok) return answer as T;
  throw new Problem(response.status, String(answer.code), String(answer.detail), answer.index);
}

const postJson = <T>(path: string, body: unknown, signal: AbortSignal): Promise<T> => post(path, 'application/json', JSON.stringify(body), signal);

export const fetchState = (game: GameRequest, signal: AbortSignal): Promise<State> => postJson('/api/v1/game', game, signal);

export const fetchReply = (game: GameRequest, level: number, signal: AbortSignal): Promise<State> => postJson('/api/v1/game/reply', { ...game, level }, signal);

/** The most bytes of a text of games that the server takes. */
export const MAX_TEXT = 1 << 20;

export function fetchRecords(text: Blob, rules: string, signal: AbortSignal): Promise<Records> {
  if (text.size > MAX_TEXT) return Promise.reject(new Problem(413, 'too-large', `${text.size} bytes`, undefined));
  return post(`/api/v1/pdn?rules=${rules}`, 'application/octet-stream', text, signal);
}

/** Tries again, ever more slowly, while the server is unavailable; a busy one is not told of. */
export async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal, away: () => void): Promise<T> {
  for (let pause = 500; ; pause = Math.min(pause * 2, 8000)) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Unavailable) || signal.aborted) throw error;
      if (!error.busy) away();
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
