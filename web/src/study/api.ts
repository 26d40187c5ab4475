import { MAX_TEXT, Problem, Unavailable } from '../api';
import { reach } from '../offline/reach';
import type { ReadGame, Records } from '../records';
import type { Counter, LegalMove, Move, Outcome, Side } from '../types';
import { forgiveness } from './fen';
import type { ReadLine } from './pdn';

/** What the server says to those who study; docs/openapi.yaml tells the rest. */

async function send(path: string, options: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await reach(`/api/v1${path}`, options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Unavailable(false);
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  if (answer === null || typeof answer.code !== 'string' || response.status >= 500 || response.status === 429) throw new Unavailable(response.status === 503);
  throw new Problem(response.status, answer.code, String(answer.detail), answer.index);
}

const get = async <T>(path: string, query: Record<string, string>, signal: AbortSignal): Promise<T> => (await send(`${path}?${new URLSearchParams(query)}`, { signal })).json();

export interface Moves {
  fen: string;
  turn: Side;
  legal: LegalMove[];
  counters: Counter[];
  outcome: Outcome | null;
}

/** The legal moves of a position; where it is asked for, of one that only composers allow. */
export const fetchMoves = (fen: string, rules: string, signal: AbortSignal, { forgive = false } = {}): Promise<Moves> => get('/moves', { fen, rules, ...(forgive && { forgive: 'true' }) }, signal);

export type Value = 'win' | 'draw' | 'loss';

/** What the endgame tables and the draw rules say, for the side to move. */
export interface Verdict {
  verdict: 'win' | 'win-cut-off' | 'draw' | 'loss-saved' | 'loss';
  value: Value;
  plies: number | null;
  reason: string;
  article: string;
  exact: boolean;
}

/** A move with its value for the side that makes it. */
export interface ValuedMove extends Move {
  text: string;
  value: Value;
  plies: number | null;
}

export interface TableAnswer {
  fen: string;
  outcome: Outcome | null;
  verdict: Verdict | null;
  counters: Counter[];
  moves: ValuedMove[];
}

export const fetchTable = (fen: string, rules: string, signal: AbortSignal): Promise<TableAnswer> => get('/table', { fen, rules }, signal);

export interface ReadStudy extends ReadGame {
  tags?: { name: string; value: string }[];
  tree?: ReadLine;
}

/** The games of a text, and the lines of one of them, counted from 1. */
export async function fetchStudies(text: Blob, rules: string, number: number, forgive: boolean, signal: AbortSignal): Promise<Omit<Records, 'games'> & { games: ReadStudy[] }> {
  if (text.size > MAX_TEXT) throw new Problem(413, 'too-large', `${text.size} bytes`, undefined);
  const response = await send(`/pdn?${new URLSearchParams({ rules, tree: String(number), forgive: String(forgive) })}`, { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: text, signal });
  return response.json();
}

/** What a position is worth to White: men, and the chances. */
export interface Worth {
  score: number;
  win: number;
  draw: number;
  loss: number;
}

export type Judgement = 'good' | 'inaccuracy' | 'mistake' | 'blunder';

export interface JudgedMove extends Worth {
  ply: number;
  best: { text: string; pv: string[]; moves: Move[]; score: number };
  /** How many of the expected points the move gave away, 0 to 1. */
  lost: number;
  forced: boolean;
  judgement: Judgement;
  missedShot: boolean;
}

export interface Report {
  accuracy: Record<Side, number | null>;
  start: Worth;
  moves: JudgedMove[];
}

export type ReportMessage =
  | { t: 'queued'; before: number }
  | { t: 'progress'; done: number; of: number }
  | ({ t: 'report' } & Report)
  | { t: 'error'; problem: { status: number; code: string; detail: string } };

/** Has a game judged; what is told on the way goes to `hear`. */
export async function fetchReport(game: { start: string; rules: string; moves: Move[] }, hear: (message: ReportMessage) => void, signal: AbortSignal): Promise<void> {
  const response = await send('/report', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ ...game, ...forgiveness(game.start) }), signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop()!;
    for (const line of lines) if (line !== '') hear(JSON.parse(line) as ReportMessage);
  }
}
