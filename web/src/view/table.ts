import { h, type VNode } from 'snabbdom';
import { isFlipped, isLooking, isMyTurn, shownPly, shownTurn, type Model } from '../model';
import { numberOfPly } from '../positions';
import { noteAt } from '../records';
import { takers } from '../refusal';
import { other, type Side } from '../types';
import type { ArticleWords } from '../words/catalogue';
import { drawBoard, faceOf } from './board';
import { countersOf, counterText } from './counters';
import { reasonText, resultText } from './ending';
import type { Grid } from './grid';
import { named } from './naming';
import { noteView } from './notes';

/** The board between the bars of its two players, and the lines that say what goes on. */
export function table(m: Model, grid: Grid): VNode {
  const face = faceOf(m);
  const near: Side = isFlipped(m) ? 'black' : 'white';
  return h('section.table', { attrs: { 'aria-label': m.words.board } }, [
    playerBar(m, other(near)),
    h('div.board', { key: 'board', class: { [m.settings.board]: true } }, [drawBoard(m, face), grid.view(face)]),
    playerBar(m, near),
    status(m),
    h('p#board-help.unseen', { key: 'help' }, m.words.boardHelp),
    h('p.unseen', { key: 'live', attrs: { 'aria-live': 'polite' } }, named(m, m.announcement)),
  ]);
}

function playerBar(m: Model, side: Side): VNode {
  const { words, game, state } = m;
  const { record } = game;
  const mine = side === game.side;
  const name = record !== undefined ? record[side] || words.side[side] : mine ? words.you : words.computer;
  const left = m.pieces.filter((p) => p.side === side && !p.jumped).length;
  const toMove = isLooking(m) ? shownTurn(m) === side : state?.outcome == null && mine === isMyTurn(m);
  return h('div.player', { key: mine ? 'you' : 'computer', class: { 'to-move': toMove } }, [
    h('span.chip', { class: { [side]: true }, attrs: { title: words.piecesLeft(left) } }, [h('span', { attrs: { 'aria-hidden': 'true' } }, String(left)), h('span.unseen', words.piecesLeft(left))]),
    h('strong', name),
    h('span.quiet', mine || record !== undefined ? words.side[side] : `${words.side[side]}, ${words.strengthName(game.level)}`),
    h('span.dots', { class: { on: !mine && m.phase === 'thinking' }, attrs: { 'aria-hidden': 'true' } }, [h('i'), h('i'), h('i')]),
  ]);
}

function status(m: Model): VNode {
  const { outcome } = m.state ?? {};
  const note = m.note !== '' ? noteView(m, m.note) : standingNote(m);
  return h('div.status', { key: 'status', class: { over: outcome != null && m.phase === 'ready' && !isLooking(m) } }, [
    h('p.headline', { attrs: { role: 'status' } }, named(m, headline(m))),
    h('p.note', { class: { fresh: m.note !== '' }, attrs: { role: 'status' } }, note),
  ]);
}

function headline(m: Model): string {
  const { words, state, phase } = m;
  if (phase === 'away') return words.serverAway;
  if (state !== null && isLooking(m)) return shownMove(m);
  if (phase === 'thinking') return words.thinking;
  if (state === null) return words.loading;
  if (state.outcome !== null) return resultText(words, state.outcome);
  if (phase === 'loading') return words.toMove(other(m.game.side));
  if (m.selection !== null && m.selection.path.length > 1) return words.goOn;
  const due = takers(state.legal);
  return due.length > 0 ? words.yourCapture(due) : words.yourMove;
}

function standingNote(m: Model): (VNode | string)[] | string {
  const { words, state } = m;
  if (state !== null && isLooking(m)) return lookingNote(m);
  if (m.phase !== 'ready' || state === null) return '';
  if (state.outcome !== null) {
    const { article } = state.outcome;
    const reason = reasonText(words, state.outcome);
    return article === '' ? reason : [reason, ' ', h('small', words.article(article))];
  }
  const nearest = countersOf(m)[0];
  if (nearest !== undefined && nearest.moves <= 10) {
    return [counterText(nearest, words), ': ', words.drawRule[nearest.article as ArticleWords] ?? nearest.rule, ' ', h('small', words.article(nearest.article))];
  }
  return m.fromLink && state.history.length === 0 ? words.positionFromLink : '';
}

/** The move that led to the position that is looked at, as in 12... f6-g5! */
function shownMove(m: Model): string {
  const ply = shownPly(m);
  const move = m.state?.history[ply - 1];
  if (move === undefined) return m.words.startPosition;
  const { number, black } = numberOfPly(m.game.start, ply);
  return `${number}${black ? '…' : '.'} ${move.text}${noteAt(m.game.record, ply)?.marks ?? ''}`;
}

/** What the record says of the position that is looked at. */
function lookingNote(m: Model): string {
  const { words, game } = m;
  const { record } = game;
  if (record === undefined) return words.lookingBack;
  const ply = shownPly(m);
  const parts = [noteAt(record, ply)?.text ?? ''];
  if (record.over?.ply === ply) parts.push(`${resultText(words, record.over.outcome)}: ${reasonText(words, record.over.outcome)}`);
  if (m.viewed === null && record.result !== '*') parts.push(words.recorded(record.result));
  return parts.filter((part) => part !== '').join(' · ');
}
