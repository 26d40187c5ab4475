import { h, type VNode } from 'snabbdom';
import { SQUARES, place } from '../../geometry';
import type { Standing } from '../../pieces';
import type { Move } from '../../types';
import { king, man } from '../../view/pieces';

const DARK = SQUARES.map((sq) => {
  const { x, y } = place(sq, false);
  return `M${x} ${y}h1v1h-1z`;
}).join('');

/** A small board to be looked at only. */
export function miniBoard(pieces: Standing[], last: Move | undefined, look: { flipped: boolean; colours: string; set: string }): VNode {
  const outline = (sq: string): VNode => {
    const { x, y } = place(sq, look.flipped);
    return h('rect.last', { attrs: { x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92 } });
  };
  return h(`svg.mini.board.${look.colours}.set-${look.set}`, { attrs: { viewBox: '0 0 8 8', 'aria-hidden': 'true' } }, [
    h('g.picture', [
      h('rect.light', { attrs: { width: 8, height: 8 } }),
      h('path.dark', { attrs: { d: DARK } }),
      h('g.marks', last === undefined ? [] : [outline(last.from), outline(last.to)]),
      ...pieces.map((piece) => {
        const { x, y } = place(piece.square, look.flipped);
        return h(`g.piece.${piece.side}`, { key: piece.square, attrs: { transform: `translate(${x + 0.5} ${y + 0.5})` } }, piece.king ? king() : man());
      }),
    ]),
  ]);
}
