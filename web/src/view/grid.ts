import { h, type VNode } from 'snabbdom';
import { rankOf, squareAt } from '../geometry';
import { isMyTurn, type Board } from '../model';
import type { Hand } from '../hand';
import { pieceAt } from '../pieces';
import { Pointer } from '../pointer';
import { select } from '../selection';
import type { Square } from '../types';
import type { BoardFace } from './board';
import { named } from './naming';

/** The board to touch and to read: eight rows of four dark squares over the picture. */
export class Grid {
  private readonly pointer: Pointer;

  constructor(
    private readonly m: Board,
    hand: Hand,
    render: () => void,
  ) {
    this.pointer = new Pointer(m, hand, render);
  }

  view(face: BoardFace): VNode {
    const { words } = this.m;
    const ranks = [...Array(8).keys()].map((row) => (face.flipped ? row : 7 - row));
    return h(
      'div.grid',
      {
        attrs: { role: 'grid', 'aria-label': words.board, 'aria-describedby': 'board-help', 'aria-rowcount': 8, 'aria-colcount': 8 },
        on: this.pointer.handlers,
      },
      ranks.map((rank) => h('div.row', { key: rank, attrs: { role: 'row' } }, this.row(rank, face))),
    );
  }

  private row(rank: number, face: BoardFace): VNode[] {
    const squares = [0, 1, 2, 3].map((i) => squareAt(i * 2 + (rank & 1), rank));
    return (face.flipped ? squares.reverse() : squares).map((sq, i) => this.cell(sq, i, face));
  }

  private cell(sq: Square, i: number, face: BoardFace): VNode {
    const { m } = this;
    const movable = sq === face.held || sq === face.premove.at(-1) || (isMyTurn(m) ? select(m.state!.legal, sq) !== null : m.canPremove && pieceAt(m.pieces, sq)?.side === m.mine);
    const startsDark = (rankOf(sq) & 1) === (face.flipped ? 1 : 0);
    return h('div.cell', {
      key: sq,
      attrs: {
        role: 'gridcell',
        tabindex: sq === m.cursor ? 0 : -1,
        'aria-colindex': i * 2 + (startsDark ? 1 : 2),
        'aria-label': this.label(sq, face),
        'aria-selected': String(sq === face.held),
        'data-square': sq,
      },
      class: { movable },
      on: { focus: () => (m.cursor = sq) },
    });
  }

  private label(sq: Square, face: BoardFace): string {
    const { words } = this.m;
    const piece = face.pieces.find((p) => p.square === sq);
    const parts = [sq, piece === undefined ? words.emptySquare : words.piece(piece.side, piece.king)];
    if (piece?.jumped) parts.push(words.jumpedMark);
    if (sq === face.held) parts.push(words.inHandMark);
    else if (face.mustTake.has(sq)) parts.push(words.mustTakeMark);
    if (face.targets.has(sq)) parts.push(words.targetMark);
    if (face.premove.indexOf(sq) > 0) parts.push(words.premoveMark);
    return named(this.m, parts.join(', '));
  }
}
