import { h, type VNode } from 'snabbdom';
import { isLooking, isMyTurn, shownPly, shownTurn } from '../../model';
import { noteAt } from '../../records';
import { other, type Side } from '../../types';
import { reasonText, resultText } from '../../view/ending';
import type { Grid } from '../../view/grid';
import { chip, countLine, endLine, isOver, shownMove, statusBox, tableView, toDo, type Line } from '../../view/table';
import type { PlayModel } from './model';

/** The board of a game against the computer, or of one that was read. */
export const table = (m: PlayModel, grid: Grid): VNode => tableView(m, grid, (side) => playerBar(m, side), statusBox(m, isOver(m), headline(m), standingNote(m)));

function playerBar(m: PlayModel, side: Side): VNode {
  const { words, game, state, record } = m;
  const mine = side === game.side;
  const name = record !== undefined ? record[side] || words.side[side] : mine ? words.you : words.computer;
  const toMove = isLooking(m) ? shownTurn(m) === side : state?.outcome == null && mine === isMyTurn(m);
  return h('div.player', { key: mine ? 'you' : 'computer', class: { 'to-move': toMove } }, [
    chip(m, side),
    h('strong', name),
    h('span.quiet', mine || record !== undefined ? words.side[side] : `${words.side[side]}, ${words.strengthName(game.level)}`),
    h('span.dots', { class: { on: !mine && m.phase === 'thinking' }, attrs: { 'aria-hidden': 'true' } }, [h('i'), h('i'), h('i')]),
  ]);
}

function headline(m: PlayModel): string {
  const { words, state, phase } = m;
  if (phase === 'away') return words.serverAway;
  if (state !== null && isLooking(m)) return shownMove(m);
  if (phase === 'thinking') return words.thinking;
  if (state === null) return words.loading;
  if (state.outcome !== null) return resultText(words, state.outcome);
  if (phase === 'loading') return words.toMove(other(m.side));
  return toDo(m);
}

function standingNote(m: PlayModel): Line {
  const { words, state } = m;
  if (state !== null && isLooking(m)) return lookingNote(m);
  if (m.phase !== 'ready' || state === null) return '';
  if (state.outcome !== null) return endLine(words, state.outcome);
  return countLine(m) ?? (m.fromLink && state.history.length === 0 ? words.positionFromLink : '');
}

/** What the record says of the position that is looked at. */
function lookingNote(m: PlayModel): string {
  const { words, record } = m;
  if (record === undefined) return words.lookingBack;
  const ply = shownPly(m);
  const parts = [noteAt(record, ply)?.text ?? ''];
  if (record.over?.ply === ply) parts.push(`${resultText(words, record.over.outcome)}: ${reasonText(words, record.over.outcome)}`);
  if (m.viewed === null && record.result !== '*') parts.push(words.recorded(record.result));
  return parts.filter((part) => part !== '').join(' · ');
}
