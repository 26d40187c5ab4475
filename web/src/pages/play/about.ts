import { h, type VNode } from 'snabbdom';
import { shownPly } from '../../model';
import { analyse } from '../../study/handover';
import { sign } from '../../study/view/icons';
import type { PlayModel } from './model';
import type { GameRecord } from '../../records';
import type { Words } from '../../words';
import { card } from '../../view/card';
import { reasonText } from '../../view/ending';
import { openingPart } from '../../view/opening';

/** What is known of the game beside its moves. */
export function aboutCard(m: PlayModel): VNode {
  const { words, state, game } = m;
  return card('about', words.aboutGame, [game.record === undefined ? null : recordPart(game.record, words), openingPart(state?.opening, words), analysePart(m)]);
}

/** The way to the analysis board, with the game and the position that is shown. */
function analysePart(m: PlayModel): VNode {
  const { words, state, game, shell } = m;
  const pdn = game.record?.pdn ?? state?.pdn ?? '';
  const take = (): void => analyse(shell, { pdn, plies: shownPly(m), near: m.side, ...(game.rules !== undefined && { rules: game.rules }) });
  return h('button.analyse', { key: 'analyse', attrs: { type: 'button', disabled: pdn === '' }, on: { click: take } }, [sign('engine'), words.analyse]);
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
