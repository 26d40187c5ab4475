import { h, type VNode } from 'snabbdom';
import { isFlipped, isLooking, shownPly, type Board } from '../model';
import { numberOfPly } from '../positions';
import { noteAt } from '../records';
import { takers } from '../refusal';
import { other, type Outcome, type Side } from '../types';
import type { ArticleWords, Words } from '../words/catalogue';
import { drawBoard, faceOf } from './board';
import { countersOf, counterText } from './counters';
import { reasonText } from './ending';
import type { Grid } from './grid';
import { named } from './naming';
import { noteView } from './notes';

/** A line of words, or of words and small print. */
export type Line = string | (VNode | string)[];

/** The board between the bars of its two players, and the lines that say what goes on. */
export function tableView(m: Board, grid: Grid, bar: (side: Side) => VNode, status: VNode): VNode {
  const face = faceOf(m);
  const near: Side = isFlipped(m) ? 'black' : 'white';
  return h('section.table', { key: 'table', attrs: { 'aria-label': m.words.board } }, [
    bar(other(near)),
    h('div.board', { key: 'board', class: { [m.settings.board]: true, [`set-${m.settings.pieces}`]: true } }, [drawBoard(m, face), grid.view(face)]),
    bar(near),
    status,
    h('p#board-help.unseen', { key: 'help' }, m.words.boardHelp),
  ]);
}

/** The box under the board: what is to be done, and why not what was tried. */
export function statusBox(m: Board, over: boolean, headline: string, standing: Line): VNode {
  const note = m.note !== '' ? noteView(m, m.note) : standing;
  return h('div.status', { key: 'status', class: { over } }, [
    h('p.headline', { attrs: { role: 'status' } }, named(m, headline)),
    h('p.note', { class: { fresh: m.note !== '' }, attrs: { role: 'status' } }, note),
  ]);
}

/** The number of a side's pieces on a piece of its colour. */
export function chip(m: Board, side: Side): VNode {
  const left = m.pieces.filter((p) => p.side === side && !p.jumped).length;
  const text = m.words.piecesLeft(left);
  return h('span.chip', { class: { [side]: true }, attrs: { title: text } }, [h('span', { attrs: { 'aria-hidden': 'true' } }, String(left)), h('span.unseen', text)]);
}

/** What the user is to do now. */
export function toDo(m: Board): string {
  const { words, state } = m;
  if (m.selection !== null && m.selection.path.length > 1) return words.goOn;
  const due = takers(state?.legal ?? []);
  return due.length > 0 ? words.yourCapture(due) : words.yourMove;
}

/** Why the game is over, with the article in small type. */
export function endLine(words: Words, outcome: Outcome): Line {
  const reason = reasonText(words, outcome);
  if (outcome.article === '') return reason;
  const lesson = outcome.article === '7.2.3' ? 'repetition' : 'counted-draws';
  return [reason, ' ', h('small', [h('a', { attrs: { href: `/learn/${lesson}` } }, words.article(outcome.article))])];
}

/** The draw count that is nearest to its end, when it is near. */
export function countLine(m: Board): Line | null {
  const { words } = m;
  const nearest = countersOf(m)[0];
  if (nearest === undefined || nearest.moves > 10) return null;
  return [counterText(nearest, words), ': ', words.drawRule[nearest.article as ArticleWords] ?? nearest.rule, ' ', h('small', words.article(nearest.article))];
}

/** The move that led to the position that is looked at, as in 12... f6-g5! */
export function shownMove(m: Board): string {
  const ply = shownPly(m);
  const move = m.state?.history[ply - 1];
  if (move === undefined) return m.words.startPosition;
  const { number, black } = numberOfPly(m.start, ply);
  return `${number}${black ? '…' : '.'} ${move.text}${noteAt(m.record, ply)?.marks ?? ''}`;
}

export const isOver = (m: Board): boolean => m.state?.outcome != null && m.phase === 'ready' && !isLooking(m);
