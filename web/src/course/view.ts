import { h, type VNode } from 'snabbdom';
import { drawBoard, faceOf } from '../view/board';
import type { Grid } from '../view/grid';
import type { DrillBoard } from './drill';

/** The board of a lesson or an exercise with the lines that say what goes on. */
export function drillTable(m: DrillBoard, grid: Grid, status: VNode): VNode {
  const face = faceOf(m);
  return h('section.table', { key: 'table', attrs: { 'aria-label': m.words.board } }, [
    h('div.board', { key: 'board', class: { [m.settings.board]: true, [`set-${m.settings.pieces}`]: true } }, [drawBoard(m, face), grid.view(face)]),
    status,
    h('p#board-help.unseen', { key: 'help' }, m.words.boardHelp),
  ]);
}
