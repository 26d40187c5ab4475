import { fetchState } from '../api';
import type { Move, State } from '../types';

/** Who knows the rules: the server here; the same code in the browser can take its place. */
export interface Rules {
  /** The state of a game that begins in a position and has gone on by some moves. */
  state(start: string, moves: Move[], signal: AbortSignal): Promise<State>;
}

export const rules: Rules = {
  state: (start, moves, signal) => fetchState({ start, moves: moves.map(({ from, to, captured }) => ({ from, to, captured })) }, signal),
};
