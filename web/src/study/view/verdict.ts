import type { Words } from '../../words';
import type { ArticleWords } from '../../words/catalogue';
import { other, type Side } from '../../types';
import type { Verdict } from '../api';

/** Half of a length in plies, rounded up: the moves of the side that wins. */
export const movesIn = (plies: number): number => Math.ceil(Math.abs(plies) / 2);

/** What the tables and the draw rules say of a position, in words. */
export function verdictText(words: Words, { verdict, value, plies, article }: Verdict, turn: Side): string {
  const winner = value === 'win' ? turn : other(turn);
  const moves = plies === null ? null : movesIn(plies);
  switch (verdict) {
    case 'win':
    case 'loss':
      return words.tableWin(winner, moves);
    case 'draw':
      return words.draw;
    case 'win-cut-off':
    case 'loss-saved':
      return words.tableCutOff(winner, moves, words.drawRule[article as ArticleWords] ?? article);
  }
}
