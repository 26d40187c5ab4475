import type { GameRecord } from './records';
import type { End, Move, Side } from './types';

/** The game as it lies in the browser: enough to be played on by any tab after any interruption. */
export interface SavedGame {
  /** Grows with every change, so that a tab can tell that another one was faster. */
  revision: string;
  start: string;
  moves: Move[];
  side: Side;
  level: number;
  /** The list of draw rules, where it is not the usual one. */
  rules?: string;
  end?: End;
  record?: GameRecord;
}

export interface Settings {
  language: string;
  scheme: 'system' | 'light' | 'dark';
  board: 'wood' | 'green' | 'slate';
  pieces: 'rings' | 'dots' | 'crowns';
  numbers: boolean;
  /** The board is turned away from the side that the user plays. */
  turned: boolean;
  text: boolean;
  sound: boolean;
  /** Pieces slide; without it they stand at once where they went. */
  motion: boolean;
  /** Moves of live games are asked about before they are sent. */
  confirm: boolean;
  /** Nothing is shown but the board and its players. */
  zen: boolean;
  /** What opponents and watchers write is not shown. */
  muted: boolean;
  side: Side | 'either';
}

export const DEFAULT_SETTINGS: Settings = {
  language: '',
  scheme: 'system',
  board: 'wood',
  pieces: 'rings',
  numbers: false,
  turned: false,
  text: false,
  sound: false,
  motion: true,
  confirm: false,
  zen: false,
  muted: false,
  side: 'white',
};

const GAME = 'bolshak.game';
const PREVIOUS = 'bolshak.previous';
const SETTINGS = 'bolshak.settings';

const newRevision = (): string => Date.now().toString(36) + Math.random().toString(36).slice(2, 10);

/** Reads what was stored; browsers may forbid storage, the page then plays on without it. */
export function get(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value as JSON; false where that is forbidden or there is no room. */
export function put(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Stores the game. Where there is no room for it the one before goes, which would be taken for another tab's. */
function putGame(game: SavedGame): void {
  if (!put(GAME, game) && loadGame() !== null) localStorage.removeItem(GAME);
}

const isMove = (value: unknown): value is Move => {
  const move = value as Move | null;
  return typeof move?.from === 'string' && typeof move.to === 'string' && Array.isArray(move.captured);
};

function isGame(value: unknown): value is SavedGame {
  const game = value as SavedGame | null;
  return (
    typeof game?.revision === 'string' &&
    typeof game.start === 'string' &&
    Array.isArray(game.moves) &&
    game.moves.every(isMove) &&
    (game.side === 'white' || game.side === 'black') &&
    typeof game.level === 'number' &&
    (game.record === undefined || (typeof game.record.pdn === 'string' && Array.isArray(game.record.notes)))
  );
}

function load(key: string): SavedGame | null {
  const value = get(key);
  return isGame(value) ? value : null;
}

export const loadGame = (): SavedGame | null => load(GAME);
export const loadPrevious = (): SavedGame | null => load(PREVIOUS);

/** Stores a changed game unless another tab changed it since; returns what is stored now and whether it is ours. */
export function saveGame(known: SavedGame, changed: SavedGame): { game: SavedGame; ours: boolean } {
  const stored = loadGame();
  if (stored !== null && stored.revision !== known.revision) return { game: stored, ours: false };
  const game = { ...changed, revision: newRevision() };
  putGame(game);
  return { game, ours: true };
}

const isBegun = (game: SavedGame): boolean => game.moves.length > 0 || game.record !== undefined;

/** Puts a new game in the place of the old one, which can be brought back. */
export function replaceGame(game: Omit<SavedGame, 'revision'>): SavedGame {
  const old = loadGame();
  if (old !== null && isBegun(old)) put(PREVIOUS, old);
  const fresh = { ...game, revision: newRevision() };
  putGame(fresh);
  return fresh;
}

/** Puts the previous game and the one that is stored in each other's place. */
export function swapGames(): SavedGame | null {
  const previous = loadPrevious();
  if (previous === null) return null;
  put(PREVIOUS, null);
  return replaceGame(previous);
}

/** Tells of games that other tabs store; returns how to stop it. */
export function onOtherTab(changed: (game: SavedGame) => void): () => void {
  const listen = (event: StorageEvent): void => {
    const game = event.key === GAME ? loadGame() : null;
    if (game !== null) changed(game);
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}

export function loadSettings(): Settings {
  const stored = get(SETTINGS) as Partial<Settings> | null;
  const settings = { ...DEFAULT_SETTINGS };
  for (const key of Object.keys(settings) as (keyof Settings)[]) {
    const value = stored?.[key];
    if (typeof value === typeof settings[key]) Object.assign(settings, { [key]: value });
  }
  return settings;
}

export const saveSettings = (settings: Settings): void => void put(SETTINGS, settings);
