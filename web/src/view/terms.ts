import { h, type VNode } from 'snabbdom';
import type { Terms } from '../club/types';
import type { Words } from '../words';
import { tableName } from './opening';

/** The opening that was agreed on or drawn: FMJD-64, number 123. */
export function openingTerms(terms: Terms, words: Words): string | null {
  const { opening } = terms;
  if (opening !== null) return opening.code === undefined || opening.code === '' ? words.drawnFrom(tableName(opening.table)) : words.drawnAs(tableName(opening.table), opening.code);
  return terms.start === '' ? null : words.fromPosition;
}

/** What was agreed on beside the clock, each in a few words. */
export function otherTerms(terms: Terms, words: Words): string[] {
  return [
    terms.rated ? words.rated : words.casual,
    openingTerms(terms, words),
    terms.micro ? words.micro : null,
    terms.rules === 'fmjd64' ? null : words.drawRulesName[terms.rules],
    terms.offers === 'club' ? words.clubOffers : null,
  ].filter((part) => part !== null);
}

/** The terms of a game as a list of names and values. */
export function termsList(terms: Terms, words: Words): VNode {
  const rows: [string, string | null][] = [
    [words.clock, words.clockTerms(terms.clock)],
    [words.kind, terms.rated ? words.rated : words.casual],
    [words.opening, openingTerms(terms, words)],
    [words.match, terms.micro ? words.microTerms : null],
    [words.drawRules, words.drawRulesName[terms.rules]],
    [words.drawOffers, terms.offers === 'club' ? words.clubOffersTerms : words.freeOffers],
  ];
  return h('dl.terms', { key: 'terms' }, rows.flatMap(([name, value]) => (value === null ? [] : [h('dt', name), h('dd', value)])));
}
