import { h, type VNode } from 'snabbdom';
import { clockText, isLow, left } from '../../club/clock';
import { isLooking, shownTurn } from '../../model';
import { parseFen } from '../../pieces';
import { other, type Side } from '../../types';
import { resultText } from '../../view/ending';
import type { Grid } from '../../view/grid';
import { icon } from '../../view/icons';
import { playerLink } from '../../view/people';
import { chip, countLine, endLine, isOver, shownMove, statusBox, tableView, toDo, type Line } from '../../view/table';
import type { LiveModel } from './model';
import { baseOf } from './ticker';

/** The board of a live game between its players and their clocks. */
export const table = (m: LiveModel, grid: Grid): VNode => tableView(m, grid, (side) => playerBar(m, side), statusBox(m, isOver(m), headline(m), standingNote(m)));

function playerBar(m: LiveModel, side: Side): VNode {
  const { words, view } = m;
  const seated = view?.[side];
  const toMove = isLooking(m) ? shownTurn(m) === side : m.isOn && view?.turn === side;
  return h('div.player', { key: side, class: { 'to-move': toMove } }, [
    chip(m, side),
    h('span.identity', [
      h('span.who', [
        seated === undefined ? h('strong', words.side[side]) : h('strong', [seated.level > 0 ? h('span.name', words.computerLevel(seated.level)) : playerLink(seated.player, words)]),
        seated === undefined || seated.level > 0
          ? null
          : h('span.presence', { class: { here: seated.present }, attrs: { title: seated.present ? words.isHere : words.isAway } }, [h('span.unseen', seated.present ? words.isHere : words.isAway)]),
      ]),
      seated?.rating == null ? null : h('span.quiet.rating', [String(Math.round(seated.rating)), changeView(seated.change)]),
    ]),
    taken(m, side),
    view === null || view.terms.clock.kind === 'none' ? null : clockView(m, side),
  ]);
}

/** What the game did to a rating. */
const changeView = (change: number | null): VNode | null =>
  change === null ? null : h('span.change', { class: { up: change > 0, down: change < 0 } }, ` ${change > 0 ? '+' : change < 0 ? '−' : '±'}${Math.abs(Math.round(change))}`);

/** How many pieces a side has taken. */
function taken(m: LiveModel, side: Side): VNode | null {
  const began = parseFen(m.start).filter((piece) => piece.side !== side).length;
  const left = m.pieces.filter((piece) => piece.side !== side && !piece.jumped).length;
  const count = m.state === null ? 0 : Math.max(began - left, 0);
  if (count === 0) return null;
  const text = m.words.hasTaken(count);
  return h('span.taken', { attrs: { title: text } }, [h(`i.${other(side)}`, { attrs: { 'aria-hidden': 'true' } }), h('span', { attrs: { 'aria-hidden': 'true' } }, `×${count}`), h('span.unseen', text)]);
}

function clockView(m: LiveModel, side: Side): VNode {
  const { clock, terms } = m.view!;
  const running = m.isOn && clock.running === side;
  const ms = left(clock, side, m.shell.socket.serverNow());
  const low = m.isOn && terms.clock.kind !== 'days' && isLow(ms, baseOf(terms.clock));
  const text = clockText(ms, m.words.days);
  const more = clock.movesLeft?.[side];
  return h(`span.clock.of-${side}`, { attrs: { role: 'timer', 'aria-label': m.words.clockOf(side, text) }, class: { running, low } }, [
    low ? icon('report') : null,
    h('span.time', text),
    more === undefined ? null : h('small', m.words.movesToGo(more)),
  ]);
}

function headline(m: LiveModel): string {
  const { words, view, state } = m;
  if (m.shell.socket.isBroken || m.phase === 'away') return words.lineBroken;
  if (view === null || state === null) return words.loading;
  if (isLooking(m)) return shownMove(m);
  if (view.status === 'aborted') return words.aborted;
  if (view.outcome !== null) return resultText(words, view.outcome);
  if (m.pending !== null && !m.pending.sent) return words.confirmMove(m.pending.move.text);
  if (view.you === null || m.phase === 'thinking') return view.you === null ? words.toMove(view.turn) : words.opponentsMove;
  return toDo(m);
}

function standingNote(m: LiveModel): Line {
  const { words, view, state } = m;
  if (view === null || state === null) return '';
  if (isLooking(m)) return m.isOn ? words.lookingBack : '';
  if (view.status === 'aborted') return words.abortedNote;
  if (view.outcome !== null) return endLine(words, view.outcome);
  if (m.premove !== null && m.premove.length > 1) return words.premoveReady(m.premove.join('-'));
  if (view.offers.draw !== null && view.offers.draw === view.you) return words.youOfferedDraw;
  if (view.offers.takeback !== null && view.offers.takeback.by === view.you) return words.youAskedTakeback;
  const opponent = view.you === null ? null : view[other(view.you)];
  if (opponent !== null && !opponent.present && opponent.level === 0 && view.status === 'playing') {
    return view.may.claimIn === null || view.may.claim ? words.opponentAway : words.claimIn(Math.ceil(view.may.claimIn / 1000));
  }
  if (view.clock.firstMove !== null && view.terms.clock.kind !== 'days') return words.firstMoveIn(view.turn, firstMoveLeft(m));
  return countLine(m) ?? '';
}

function firstMoveLeft(m: LiveModel): number {
  const { clock } = m.view!;
  const now = m.shell.socket.serverNow();
  const gone = now === null ? 0 : Math.max(now - clock.now / 1000, 0);
  return Math.max(Math.ceil((clock.firstMove! - gone) / 1000), 0);
}
