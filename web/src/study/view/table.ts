import { h, type VNode } from 'snabbdom';
import { isFlipped, isMyTurn, shownFen } from '../../model';
import { turnOf } from '../../pieces';
import { other, type Outcome, type Side } from '../../types';
import { drawBoard, faceOf } from '../../view/board';
import { reasonText, resultText } from '../../view/ending';
import type { Grid } from '../../view/grid';
import { named } from '../../view/naming';
import { noteView } from '../../view/notes';
import { chip, countLine, toDo, type Line as Words } from '../../view/table';
import type { StudyBoard } from '../board';
import { moveName } from '../naming';
import type { Pen } from '../pen';
import type { Drawing } from './shapes';
import { drawShapes } from './shapes';

/** The board of a study between its sides, with what is drawn on it and the bar of the evaluation beside it. */
export function studyTable(m: StudyBoard, grid: Grid, pen: Pen, drawing: Drawing, bar: VNode | null, standing = ''): VNode {
  const face = faceOf(m);
  const near: Side = isFlipped(m) ? 'black' : 'white';
  const attach = { insert: (node: VNode): void => pen.attach(node.elm as HTMLElement) };
  return h('section.table', { key: 'table', attrs: { 'aria-label': m.words.board } }, [
    sideBar(m, other(near)),
    h('div.board-and-bar', { key: 'board' }, [
      bar,
      h('div.board', { key: 'board', class: { [m.settings.board]: true, [`set-${m.settings.pieces}`]: true, drawing: m.pen !== null }, hook: attach }, [
        drawBoard(m, face),
        drawShapes(drawing, face.flipped),
        grid.view(face),
      ]),
    ]),
    sideBar(m, near),
    statusOf(m, standing),
    h('p#board-help.unseen', { key: 'help' }, m.words.studyHelp),
  ]);
}

function sideBar(m: StudyBoard, side: Side): VNode {
  const player = m.tree.tags.find(({ name }) => name.toLowerCase() === side)?.value ?? '';
  const named = player !== '' && player !== '?';
  return h('div.player', { key: side, class: { 'to-move': m.turn === side } }, [
    chip(m, side),
    h('strong', named ? player : m.words.side[side]),
    h('span.quiet', [named ? m.words.side[side] : '', m.turn === side ? h('span.unseen', m.words.toMove(side)) : null]),
  ]);
}

/** The box under the board: the move that led here, what is said of it, and what may be done. */
function statusOf(m: StudyBoard, said: string): VNode {
  const outcome = m.known?.outcome ?? null;
  const headline = m.phase === 'away' ? m.words.serverAway : headlineOf(m);
  const standing: Words = said !== '' ? said : outcome !== null ? endingText(m, outcome) : m.node.comment !== '' ? m.node.comment : (countLine(m) ?? '');
  return h('div.status', { key: 'status', class: { over: outcome !== null } }, [
    h('p.headline', { attrs: { role: 'status' } }, named(m, headline)),
    h('p.note', { class: { fresh: m.note !== '' }, attrs: { role: 'status' } }, m.note !== '' ? noteView(m, m.note) : standing),
  ]);
}

const endingText = (m: StudyBoard, outcome: Outcome): string =>
  `${resultText(m.words, outcome)}: ${reasonText(m.words, outcome)}${outcome.article === '' ? '' : ` (${m.words.article(outcome.article)})`}`;

function headlineOf(m: StudyBoard): string {
  if (m.pen !== null) return m.drawn === null ? m.words.drawHere : m.words.arrowBegun(m.drawn.from);
  const turn = m.words.toMove(turnOf(shownFen(m)));
  return isMyTurn(m) && (m.selection?.path.length ?? 0) > 1 ? toDo(m) : `${moveName(m.start, m.node) || m.words.startPosition} · ${turn}`.replace(/\.$/, '');
}
