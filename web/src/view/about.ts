import { h, type VNode } from 'snabbdom';
import type { Model } from '../model';
import type { GameRecord } from '../records';
import type { Opening } from '../types';
import type { Words } from '../words';
import { card } from './card';
import { reasonText } from './ending';

/** What is known of the game beside its moves. */
export function aboutCard(m: Model): VNode {
  const { words, state, game } = m;
  return card('about', words.aboutGame, [game.record === undefined ? null : recordPart(game.record, words), openingPart(state?.opening, words)]);
}

function recordPart(record: GameRecord, words: Words): VNode {
  const { over, result } = record;
  const occasion = [record.event, record.round, plainDate(record.date)].filter((part) => part !== '' && part !== '?' && part !== '-').join(', ');
  return h('div.record', { key: 'record' }, [
    occasion === '' ? null : h('p.occasion', { key: 'occasion' }, occasion),
    result === '*' ? null : h('p.recorded', { key: 'result' }, words.recorded(result)),
    over === null ? null : h('p.over', { key: 'over' }, overText(over, words)),
  ]);
}

/** Where the board ended a recorded game, and what the record says against it. */
export function overText(over: NonNullable<GameRecord['over']>, words: Words): string {
  const { outcome, ply, after, conflict } = over;
  const result = outcome.winner === null ? words.draw.toLowerCase() : words.wins(outcome.winner);
  const ending = `${result}, ${reasonText(words, outcome)}${outcome.article === '' ? '' : ` (${words.article(outcome.article)})`}`;
  return [words.overByBoard(ending, ply), ...(after > 0 ? [words.recordedAfter(after)] : []), ...(conflict ? [words.resultsDisagree] : [])].join('; ');
}

/** A date without its unknown parts: 1965.??.?? is 1965. */
export const plainDate = (date: string): string => date.replace(/[.?]*\?[.?]*$/, '');

const tableName = (table: string): string => table.toUpperCase().replace(/\d+$/, '-$&');

function openingPart(opening: Opening | undefined, words: Words): VNode {
  const { name = null, tables = [] } = opening ?? {};
  return h('div.opening', { key: 'opening' }, [
    name === null
      ? h('p.quiet', { key: 'none' }, words.noOpening)
      : h('p.name', { key: 'name' }, [h('span.unseen', `${words.opening}: `), h('strong', words.openingName(name)), name.transposed ? h('span.quiet', ` ${words.transposed}`) : null]),
    tables.length === 0 ? null : h('p.quiet', { key: 'codes' }, `${words.inTables}: ${tables.map(({ table, code }) => `${tableName(table)} ${code}`).join(', ')}`),
  ]);
}
