import type { Shell } from '../shell';
import { get, put } from '../storage';
import type { Side } from '../types';

const STUDY = 'bolshak.study';
const PREVIOUS = 'bolshak.study.previous';

/** The study as it lies in the browser. */
export interface StoredStudy {
  pdn: string;
  rules: string;
  /** The way to the position that was shown. */
  route: number[];
  near: Side;
}

function load(key: string): StoredStudy | null {
  const value = get(key) as Partial<StoredStudy> | null;
  if (typeof value?.pdn !== 'string' || typeof value.rules !== 'string' || !Array.isArray(value.route) || !value.route.every((n) => typeof n === 'number')) return null;
  return { pdn: value.pdn, rules: value.rules, route: value.route, near: value.near === 'black' ? 'black' : 'white' };
}

export const loadStudy = (): StoredStudy | null => load(STUDY);
export const loadPrevious = (): StoredStudy | null => load(PREVIOUS);
export const saveStudy = (study: StoredStudy): void => void put(STUDY, study);

/** Whether a text of a study has anything but its tags. */
const hasMoves = ({ pdn }: StoredStudy): boolean => !/^\s*\*\s*$/.test(pdn.slice(pdn.indexOf('\n\n')));

/** Puts the stored study aside before another one takes its place. */
export function keepPrevious(): void {
  const study = loadStudy();
  if (study !== null && hasMoves(study)) put(PREVIOUS, study);
}

/** Puts the study of before in the place of the stored one, and the other way round. */
export function swapStudies(): StoredStudy | null {
  const [study, previous] = [loadStudy(), loadPrevious()];
  if (previous === null) return null;
  put(PREVIOUS, study);
  put(STUDY, previous);
  return previous;
}

/** Takes a game to the analysis board. */
export function analyse(shell: Shell, game: { pdn: string; rules?: string; plies?: number; near?: Side }): void {
  const { pdn, rules = 'fmjd64', plies = 0, near = 'white' } = game;
  keepPrevious();
  saveStudy({ pdn, rules, route: Array.from({ length: plies }, () => 0), near });
  shell.go('/analysis');
}
