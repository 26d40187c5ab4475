import { asset } from '../assets';
import type { Words } from './catalogue';
import { en } from './en';

export type { Words } from './catalogue';

/** The languages of the page. All but English are files of their own, which are loaded when they are wanted. */
export const LANGUAGES = [
  { tag: 'en', name: 'English' },
  { tag: 'ru', name: 'Русский' },
  { tag: 'fr', name: 'Français' },
  { tag: 'sv', name: 'Svenska' },
  { tag: 'et', name: 'Eesti' },
  { tag: 'uk', name: 'Українська' },
] as const;

export type Language = (typeof LANGUAGES)[number]['tag'];

const loaded = new Map<Language, Words>([['en', en]]);

/** The chosen language, else the first of the browser's that we have. */
export function languageFor(chosen: string): Language {
  for (const tag of [chosen, ...navigator.languages]) {
    const found = LANGUAGES.find((language) => tag.split('-')[0] === language.tag);
    if (found !== undefined) return found.tag;
  }
  return 'en';
}

/** The words of a language that has been loaded. */
export const wordsOf = (language: Language): Words | undefined => loaded.get(language);

/** Loads a language; where it cannot be had the words are English. */
export async function loadWords(language: Language): Promise<Words> {
  const known = loaded.get(language);
  if (known !== undefined) return known;
  const address = asset(`words-${language}.js`);
  try {
    const { words } = (await import(address)) as { words: Words };
    loaded.set(language, words);
    return words;
  } catch {
    return en;
  }
}
