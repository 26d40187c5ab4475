import type { Words } from './catalogue';
import { en } from './en';
import { ru } from './ru';

export type { Words } from './catalogue';

export const LANGUAGES: readonly Words[] = [en, ru];

/** The chosen language, else the first of the browser's that we have. */
export function wordsFor(chosen: string): Words {
  for (const tag of [chosen, ...navigator.languages]) {
    const found = LANGUAGES.find((words) => tag.split('-')[0] === words.tag);
    if (found !== undefined) return found;
  }
  return en;
}
