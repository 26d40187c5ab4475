import { h, type VNode } from 'snabbdom';
import type { PlayModel } from './model';
import type { GameRecord } from '../../records';
import type { Words } from '../../words';
import { card } from '../../view/card';
import { reasonText } from '../../view/ending';
import { openingPart } from '../../view/opening';

/** What is known of the game beside its moves. */
export function aboutCard(m: PlayModel): VNode {
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
