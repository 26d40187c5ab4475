import { h, type VNode } from 'snabbdom';
import { SQUARES, numberOf, place } from '../geometry';
import { isFlipped, isMyTurn, type Board } from '../model';
import { pieceAt, walk, type Piece } from '../pieces';
import { takers } from '../refusal';
import { jumpedOn, targets } from '../selection';
import type { Square } from '../types';
import { drawPiece } from './pieces';

/** What the board shows beyond the pieces. */
export interface BoardFace {
  flipped: boolean;
  pieces: Piece[];
  held: Square | null;
  targets: Set<Square>;
  capturing: boolean;
  mustTake: Set<Square>;
  /** The squares of a move made ready. */
  premove: Square[];
}

export function faceOf(m: Board): BoardFace {
  const { selection: held } = m;
  const mustTake = isMyTurn(m) ? takers(m.state!.legal).map((taker) => taker.square) : [];
  return {
    flipped: isFlipped(m),
    pieces: held === null ? m.pieces : walk(m.pieces, held.from, held.path.slice(1), jumpedOn(held.lines[0]!.move, held.path)),
    held: held?.path.at(-1) ?? (m.premove?.length === 1 ? m.premove[0]! : null),
    targets: held === null ? new Set() : targets(held),
    capturing: held !== null && held.lines[0]!.move.captured.length > 0,
    mustTake: new Set(held === null || held.path.length === 1 ? mustTake : []),
    premove: m.viewed === null ? (m.premove ?? []) : [],
  };
}

/** The picture of the board; what can be touched and read lies over it as a grid. */
export function drawBoard(m: Board, face: BoardFace): VNode {
  const { flipped } = face;
  const grabbed = face.held ?? face.premove[0];
  const dragged = grabbed === undefined || m.drag === null ? undefined : pieceAt(face.pieces, grabbed);
  const top = dragged ?? face.pieces.find((piece) => piece.id === m.mover);
  const order = top === undefined ? face.pieces : [...face.pieces.filter((p) => p !== top), top];
  return h('svg.picture', { attrs: { viewBox: '0 0 8 8', 'aria-hidden': 'true' } }, [
    h('rect.light', { attrs: { width: 8, height: 8 } }),
    h('path.dark', { attrs: { d: DARK } }),
    h('g.names', { key: 'names' }, m.settings.numbers ? numbers(flipped) : coordinates(flipped)),
    h('g.marks', { key: 'marks' }, marks(m, face)),
    h('g.rings', { key: 'rings' }, [...face.mustTake].map((sq) => mustTakeRing(sq, flipped))),
    h('g.pieces', { key: 'pieces' }, order.map((piece) =>
      drawPiece(piece, { flipped, lifted: piece.square === face.held && !piece.jumped, drag: piece === dragged ? m.drag : null }),
    )),
    h('g.premove', { key: 'premove' }, premove(face)),
    h('g.targets', { key: 'targets' }, [...face.targets].map((sq) => target(sq, face))),
  ]);
}

const DARK = SQUARES.map((sq) => {
  const { x, y } = place(sq, false);
  return `M${x} ${y}h1v1h-1z`;
}).join('');

function coordinates(flipped: boolean): VNode[] {
  const along = [...Array(8).keys()];
  const file = (i: number): string => 'abcdefgh'[flipped ? 7 - i : i]!;
  const rank = (i: number): string => String(flipped ? i + 1 : 8 - i);
  return [
    ...along.map((i) => label(i + 0.93, 7.94, file(i), i % 2 === 0, 'end')),
    ...along.map((i) => label(0.06, i + 0.2, rank(i), i % 2 === 1, 'start')),
  ];
}

const numbers = (flipped: boolean): VNode[] =>
  SQUARES.map((sq) => {
    const { x, y } = place(sq, flipped);
    return h('text.number', { attrs: { x: x + 0.04, y: y + 0.16 } }, String(numberOf(sq)));
  });

const label = (x: number, y: number, text: string, onDark: boolean, anchor: string): VNode =>
  h('text', { attrs: { x, y, 'text-anchor': anchor }, class: { 'on-dark': onDark } }, text);

function marks(m: Board, face: BoardFace): VNode[] {
  const drawn: VNode[] = [];
  const outline = (sq: Square): VNode => {
    const { x, y } = place(sq, face.flipped);
    return h('rect.last', { attrs: { x: x + 0.03, y: y + 0.03, width: 0.94, height: 0.94 } });
  };
  if (m.marks !== null) {
    drawn.push(outline(m.marks.from));
    if (m.marks.to !== undefined && m.marks.to !== m.marks.from) drawn.push(outline(m.marks.to));
    for (const sq of m.marks.crosses) drawn.push(cross(sq, face.flipped));
  }
  const held = m.selection;
  const over = m.drag === null ? undefined : [...face.targets].find((sq) => isUnder(sq, m.drag!, face.flipped));
  if (over !== undefined) {
    const { x, y } = place(over, face.flipped);
    drawn.push(h('rect.over', { attrs: { x, y, width: 1, height: 1 } }));
  }
  if (held !== null) {
    for (const sq of held.path.slice(0, -1)) {
      const { x, y } = place(sq, face.flipped);
      drawn.push(h('rect.passed', { attrs: { x: x + 0.1, y: y + 0.1, width: 0.8, height: 0.8, rx: 0.08 } }));
    }
  }
  return drawn;
}

function isUnder(sq: Square, drag: { x: number; y: number }, flipped: boolean): boolean {
  const { x, y } = place(sq, flipped);
  return Math.round(drag.x) === x && Math.round(drag.y) === y;
}

function cross(sq: Square, flipped: boolean): VNode {
  const { x, y } = place(sq, flipped);
  return h('path.cross', { attrs: { d: `M${x + 0.38} ${y + 0.38}l.24 .24m0 -.24l-.24 .24` } });
}

/** A dashed way with a square at each landing: a shape that nothing else on the board has. */
function premove({ premove: path, flipped }: BoardFace): VNode[] {
  if (path.length < 2) return [];
  const at = path.map((sq) => place(sq, flipped));
  const way = at.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x + 0.5} ${y + 0.5}`).join('');
  return [
    h('path.way', { attrs: { d: way } }),
    ...at.slice(1).map(({ x, y }, i) => h('rect.landing', { key: i, attrs: { x: x + 0.34, y: y + 0.34, width: 0.32, height: 0.32, rx: 0.04 } })),
  ];
}

/** A ring with four points, so that it can be told without its colour. */
function mustTakeRing(sq: Square, flipped: boolean): VNode {
  const { x, y } = place(sq, flipped);
  const points = [45, 135, 225, 315].map((angle) => h('path', { attrs: { d: 'M-.075 -.45L0 -.57L.075 -.45z', transform: `rotate(${angle})` } }));
  return h('g.must', { key: sq, attrs: { transform: `translate(${x + 0.5} ${y + 0.5})` } }, [h('circle', { attrs: { r: 0.445 } }), ...points]);
}

function target(sq: Square, face: BoardFace): VNode {
  const { x, y } = place(sq, face.flipped);
  return h(face.capturing ? 'circle.ring' : 'circle.dot', { key: sq, attrs: { cx: x + 0.5, cy: y + 0.5, r: face.capturing ? 0.24 : 0.13 } });
}
