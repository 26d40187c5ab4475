import type { Board } from '../model';
import type { Counter } from '../types';
import type { Words } from '../words';

/** The draw counts that run, the nearest to its end first. */
export const countersOf = (m: Board): Counter[] => [...(m.state?.counters ?? [])].sort((a, b) => a.plies - b.plies);

export const counterText = (counter: Counter, words: Words): string => (counter.plies === 0 ? words.stoodTimes(counter.made) : words.drawIn(counter.moves));
