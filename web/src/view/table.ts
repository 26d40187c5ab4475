import { h, type VNode } from 'snabbdom';
import { isFlipped, isMyTurn, type Model } from '../model';
import { takers } from '../refusal';
import { other, type Side } from '../types';
import type { ArticleWords, Words } from '../words/catalogue';
import { drawBoard, faceOf } from './board';
import { countersOf, counterText } from './counters';
import type { Grid } from './grid';
import { named } from './naming';

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
  const mine = side === game.side;
  const left = m.pieces.filter((p) => p.side === side && !p.jumped).length;
  const toMove = state?.outcome == null && (m.phase === 'ready' ? isMyTurn(m) : true) && mine === isMyTurn(m);
  return h('div.player', { key: mine ? 'you' : 'computer', class: { 'to-move': toMove } }, [
    h('span.chip', { class: { [side]: true }, attrs: { title: words.piecesLeft(left) } }, [h('span', { attrs: { 'aria-hidden': 'true' } }, String(left)), h('span.unseen', words.piecesLeft(left))]),
    h('strong', mine ? words.you : words.computer),
    h('span.quiet', mine ? words.side[side] : `${words.side[side]}, ${words.strengthName(game.level)}`),
    h('span.dots', { class: { on: !mine && m.phase === 'thinking' }, attrs: { 'aria-hidden': 'true' } }, [h('i'), h('i'), h('i')]),
  ]);
}

function status(m: Model): VNode {
  const { outcome } = m.state ?? {};
  const note = m.note !== '' ? named(m, m.note) : standingNote(m);
  return h('div.status', { key: 'status', class: { over: outcome != null && m.phase === 'ready' } }, [
    h('p.headline', { attrs: { role: 'status' } }, named(m, headline(m))),
    h('p.note', { class: { fresh: m.note !== '' }, attrs: { role: 'status' } }, note),
  ]);
}

function headline(m: Model): string {
  const { words, state, phase } = m;
  if (phase === 'away') return words.serverAway;
  if (phase === 'thinking') return words.thinking;
  if (state === null) return words.loading;
  if (state.outcome !== null) return state.outcome.winner === null ? words.draw : words.wins(state.outcome.winner);
  if (phase === 'loading') return words.toMove(other(m.game.side));
  if (m.selection !== null && m.selection.path.length > 1) return words.goOn;
  const due = takers(state.legal);
  return due.length > 0 ? words.yourCapture(due) : words.yourMove;
}

function standingNote(m: Model): (VNode | string)[] | string {
  const { words, state } = m;
  if (m.phase !== 'ready' || state === null) return '';
  if (state.outcome !== null) {
    const { winner, reason, article } = state.outcome;
    if (winner !== null) return words.lost[reason as keyof Words['lost']](other(winner));
    if (article === '') return words.byAgreement;
    return [words.drawRule[article as ArticleWords], ' ', h('small', words.article(article))];
  }
  const nearest = countersOf(m)[0];
  if (nearest !== undefined && nearest.moves <= 10) {
    return [counterText(nearest, words), ': ', words.drawRule[nearest.article as ArticleWords] ?? nearest.rule, ' ', h('small', words.article(nearest.article))];
  }
  return m.fromLink && state.history.length === 0 ? words.positionFromLink : '';
}
