import { numberOf } from '../geometry';
import type { Board } from '../model';

/** A text in which squares have the names that the user chose: c3 or 22. */
export const named = (m: Board, text: string): string => (m.settings.numbers ? text.replace(/\b[a-h][1-8]\b/g, (sq) => String(numberOf(sq))) : text);
