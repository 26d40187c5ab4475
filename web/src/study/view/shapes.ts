import { h, type VNode } from 'snabbdom';
import { place } from '../../geometry';
import type { Move, Square } from '../../types';
import type { Shape } from '../shapes';

/** What is drawn over the pieces: the study's circles and arrows, and what the engine would play. */
export interface Drawing {
  shapes: Shape[];
  /** The arrow or circle that is being drawn. */
  draft: Shape | null;
  /** What the engine would play, or what the other side threatens. */
  best: Pick<Move, 'from' | 'to'> | null;
  threat: boolean;
}

export function drawShapes({ shapes, draft, best, threat }: Drawing, flipped: boolean): VNode {
  const drawn = [
    best === null ? null : arrow(threat ? 'threat' : 'best', best.from, best.to, flipped, 0.3),
    ...shapes.map((shape) => drawShape(shape, flipped, shape.colour)),
    draft === null ? null : drawShape(draft, flipped, `${draft.colour}.draft`),
  ];
  return h('svg.shapes', { key: 'shapes', attrs: { viewBox: '0 0 8 8', 'aria-hidden': 'true' } }, drawn.filter((node) => node !== null));
}

const drawShape = ({ from, to }: Shape, flipped: boolean, look: string): VNode | null => (to === null ? circle(look, from, flipped) : arrow(look, from, to, flipped, 0.16));

function circle(look: string, sq: Square, flipped: boolean): VNode {
  const { x, y } = place(sq, flipped);
  return h(`g.shape.${look}`, { key: `${look} ${sq}` }, [h('circle.casing', { attrs: { cx: x + 0.5, cy: y + 0.5, r: 0.41 } }), h('circle.stroke', { attrs: { cx: x + 0.5, cy: y + 0.5, r: 0.41 } })]);
}

/** A line with a head, and a dark casing so that it is seen on every board. */
function arrow(look: string, from: Square, to: Square, flipped: boolean, gap: number): VNode | null {
  const [a, b] = [place(from, flipped), place(to, flipped)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return null;
  const [ux, uy] = [dx / length, dy / length];
  const [x1, y1] = [a.x + 0.5 + ux * 0.25, a.y + 0.5 + uy * 0.25];
  const [x2, y2] = [b.x + 0.5 - ux * gap, b.y + 0.5 - uy * gap];
  const line = `M${x1} ${y1}L${x2 - ux * 0.2} ${y2 - uy * 0.2}`;
  const head = `M${x2} ${y2}L${x2 - ux * 0.34 - uy * 0.2} ${y2 - uy * 0.34 + ux * 0.2}L${x2 - ux * 0.34 + uy * 0.2} ${y2 - uy * 0.34 - ux * 0.2}z`;
  return h(`g.shape.${look}`, { key: `${look} ${from} ${to}` }, [
    h('path.casing', { attrs: { d: line } }),
    h('path.stroke', { attrs: { d: line } }),
    h('path.head', { attrs: { d: head } }),
  ]);
}
