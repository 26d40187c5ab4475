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

async function post(path: string, body: unknown, signal: AbortSignal): Promise<State> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Unavailable(false);
  }
  const answer = await response.json().catch(() => null);
  if (response.status >= 500 || response.status === 429 || answer === null) throw new Unavailable(response.status === 503);
  if (response.ok) return answer as State;
  throw new Problem(response.status, String(answer.code), String(answer.detail), answer.index);
}

export const fetchState = (game: GameRequest, signal: AbortSignal): Promise<State> => post('/api/v1/game', game, signal);

export const fetchReply = (game: GameRequest, level: number, signal: AbortSignal): Promise<State> => post('/api/v1/game/reply', { ...game, level }, signal);

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
