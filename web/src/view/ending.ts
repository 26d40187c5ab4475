import { other, type Outcome } from '../types';
import type { ArticleWords, Words } from '../words/catalogue';

/** Who won, or that nobody did. */
export const resultText = (words: Words, { winner }: Outcome): string => (winner === null ? words.draw : words.wins(winner));

/** Why a game is over. */
export function reasonText(words: Words, { winner, reason, article }: Outcome): string {
  if (winner !== null) return (words.lost[reason as keyof Words['lost']] ?? words.lost.forfeit)(other(winner));
  return words.drawRule[article as ArticleWords] ?? (reason === 'abandoned' ? words.byAbsence : words.byAgreement);
}
