import { get, put } from '../storage';
import type { Side } from '../types';
import type { SeatRequest } from './api';
import type { ClockKind, ClockTerms, RulesName, TableName, TimeClass } from './types';

const MINUTE = 60_000;
const SECOND = 1000;

/** What is filled in where a seat is made; it is kept for the next one. */
export interface Draft {
  who: 'anyone' | 'friend' | 'computer';
  level: number;
  clock: ClockKind;
  minutes: number;
  /** The increment or the delay. */
  seconds: number;
  moves: number;
  again: number;
  days: number;
  rated: boolean;
  rules: RulesName;
  color: Side | 'random';
  start: 'usual' | 'drawn' | 'entry' | 'position';
  table: TableName;
  code: string;
  fen: string;
  micro: boolean;
  offers: 'free' | 'club';
}

const FIRST: Draft = {
  who: 'anyone',
  level: 5,
  clock: 'fischer',
  minutes: 5,
  seconds: 3,
  moves: 45,
  again: 15,
  days: 2,
  rated: false,
  rules: 'fmjd64',
  color: 'random',
  start: 'usual',
  table: 'fmjd64',
  code: '',
  fen: '',
  micro: false,
  offers: 'free',
};

const DRAFT = 'bolshak.seat';

export function loadDraft(): Draft {
  const stored = get(DRAFT) as Partial<Draft> | null;
  const draft = { ...FIRST };
  for (const key of Object.keys(draft) as (keyof Draft)[]) {
    const value = stored?.[key];
    if (typeof value === typeof draft[key]) Object.assign(draft, { [key]: value });
  }
  return draft;
}

export const saveDraft = (draft: Draft): void => void put(DRAFT, draft);

/** Minutes and increment that many play. */
export const USUAL_CLOCKS = [
  [3, 2],
  [5, 3],
  [10, 5],
  [15, 10],
  [45, 15],
] as const;

function clockOf(draft: Draft): ClockTerms {
  const base = Math.round(draft.minutes * MINUTE);
  switch (draft.clock) {
    case 'fischer':
      return { kind: 'fischer', base, increment: Math.round(draft.seconds * SECOND) };
    case 'delay':
      return { kind: 'delay', base, delay: Math.round(draft.seconds * SECOND) };
    case 'moves':
      return { kind: 'moves', base, moves: draft.moves, again: Math.round(draft.again * MINUTE) };
    case 'days':
      return { kind: 'days', days: draft.days };
    case 'none':
      return { kind: 'none' };
  }
}

/** Whether what is filled in can count for a rating. */
export const canBeRated = (draft: Draft): boolean => draft.who !== 'computer' && draft.clock !== 'none' && draft.start !== 'position';

const isDrawn = (draft: Draft): boolean => draft.start === 'drawn' || draft.start === 'entry';

/** Whether two games from one opening can be agreed on. */
export const canBeMicro = (draft: Draft): boolean => draft.who !== 'computer' && isDrawn(draft);

export function requestOf(draft: Draft): SeatRequest {
  const code = draft.start === 'entry' ? draft.code.trim() : '';
  return {
    terms: {
      clock: clockOf(draft),
      rated: draft.rated && canBeRated(draft),
      rules: draft.rules,
      start: draft.start === 'position' ? draft.fen.trim() : '',
      opening: isDrawn(draft) ? { table: draft.table, ...(code !== '' && { code }) } : null,
      micro: draft.micro && canBeMicro(draft),
      offers: draft.offers,
    },
    color: draft.color,
    open: draft.who === 'anyone',
    level: draft.who === 'computer' ? draft.level : 0,
  };
}

/** The class of a game by the time it may take. */
export function classOf(clock: ClockTerms): TimeClass | null {
  if (clock.kind === 'none') return null;
  if (clock.kind === 'days') return 'correspondence';
  const more = clock.kind === 'moves' ? Math.floor(39 / clock.moves) * clock.again : 40 * (clock.kind === 'fischer' ? clock.increment : clock.delay);
  const seconds = (clock.base + more) / SECOND;
  return seconds < 180 ? 'bullet' : seconds < 480 ? 'blitz' : seconds < 1500 ? 'rapid' : 'classical';
}
