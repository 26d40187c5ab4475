import { Problem, Unavailable } from '../api';
import type { GameLine, GameView, Player, Seat, Terms, TimeClass } from './types';

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Unavailable(false);
  }
  if (response.status === 204) return undefined as T;
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  if (answer === null || typeof answer.code !== 'string') throw new Unavailable(response.status === 503);
  throw new Problem(response.status, answer.code, String(answer.detail), answer.index);
}

const get = <T>(path: string): Promise<T> => ask('GET', path);
const post = <T>(path: string, body?: unknown): Promise<T> => ask('POST', path, body ?? {});
const part = encodeURIComponent;

export const account = (): Promise<{ player: Player | null }> => get('/account');
export const guest = (): Promise<{ player: Player }> => post('/account/guest');
export const register = (name: string, password: string): Promise<{ player: Player }> => post('/account/register', { name, password });
export const login = (name: string, password: string): Promise<{ player: Player }> => post('/account/login', { name, password });
export const logout = (): Promise<void> => post('/account/logout');
export const changePassword = (old: string, fresh: string): Promise<void> => post('/account/password', { old, new: fresh });

export interface Token {
  id: string;
  label: string;
  created: number;
}
export const tokens = (): Promise<{ tokens: Token[] }> => get('/account/tokens');
/** The secret is told this once. */
export const newToken = (label: string): Promise<{ token: Token; secret: string }> => post('/account/tokens', { label });
export const dropToken = (id: string): Promise<void> => ask('DELETE', `/account/tokens/${part(id)}`);

export interface SeatRequest {
  terms: Terms;
  color: 'white' | 'black' | 'random';
  open: boolean;
  level: number;
}
export const createSeat = (request: SeatRequest): Promise<{ seat: Seat; game: string | null }> => post('/seats', request);
export const seats = (): Promise<{ seats: Seat[] }> => get('/seats');
export const seat = (id: string): Promise<{ seat: Seat } | Seat> => get(`/seats/${part(id)}`);
export const join = (id: string): Promise<{ game: string }> => post(`/seats/${part(id)}/join`);
export const withdraw = (id: string): Promise<void> => ask('DELETE', `/seats/${part(id)}`);

export const game = (id: string): Promise<GameView> => get(`/games/${part(id)}`);
export const reportChat = (game: string, n: number): Promise<void> => post(`/games/${part(game)}/chat-report`, { n });

/** The PDN of a game. */
export async function pdn(id: string): Promise<string> {
  const response = await fetch(`/api/v1/games/${part(id)}/pdn`).catch(() => null);
  if (response === null || !response.ok) throw new Unavailable(false);
  return response.text();
}

export interface Search {
  player: string;
  opponent: string;
  opening: string;
  result: string;
  class: string;
  from: string;
  to: string;
}
export function games(search: Partial<Search>, before?: string): Promise<{ games: GameLine[]; next: string | null }> {
  const query = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== ''));
  if (before !== undefined) query.set('before', before);
  return get(`/games?${query}`);
}

export const exportAddress = (player: string): string => `/api/v1/games/export.pdn?player=${part(player)}`;

export interface Profile {
  player: Player;
  record: { wins: number; draws: number; losses: number };
  history: { class: TimeClass; at: number; rating: number }[];
  /** The last that are finished, and the ids of those that are played. */
  games: GameLine[];
  playing: string[];
}
export const profile = (name: string): Promise<Profile> => get(`/players/${part(name)}`);
