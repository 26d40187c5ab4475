import { h, type VNode } from 'snabbdom';
import type { Judgement } from '../api';
import type { Words } from '../../words';

const WIDTH = 600;
const HEIGHT = 120;

/** What a graph shows of the position after a ply. */
export interface Point {
  ply: number;
  /** The points that White may expect; null where it is not known. */
  share: number | null;
  judgement: Judgement;
  label: string;
}

const SHAPES: Record<Exclude<Judgement, 'good'>, string> = { inaccuracy: 'M-4 -4h8v8h-8z', mistake: 'M0 -6L6 0 0 6 -6 0z', blunder: 'M-6 5L0 -6 6 5z' };

/** The evaluation of a game over its plies. Moves that gave something away have marks of their own shape. */
export function evalGraph(points: Point[], now: number, words: Words, go: (ply: number) => void): VNode {
  const plies = Math.max(points.at(-1)?.ply ?? 1, 1);
  const x = (ply: number): number => (ply / plies) * WIDTH;
  const y = (share: number): number => 4 + (1 - share) * (HEIGHT - 8);
  const known = points.filter((p): p is Point & { share: number } => p.share !== null);
  const way = known.map((p, i) => `${i === 0 ? 'M' : 'L'}${x(p.ply).toFixed(1)} ${y(p.share).toFixed(1)}`).join('');
  const [first, last] = [known[0], known.at(-1)];
  const pick = (event: MouseEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * plies));
  };
  const curve = h('svg', { attrs: { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', width: '100%', height: '100%' } }, [
    h('rect.ground', { attrs: { width: WIDTH, height: HEIGHT } }),
    ...(first === undefined || last === undefined ? [] : [h('path.area', { attrs: { d: `${way}L${x(last.ply).toFixed(1)} ${HEIGHT}L${x(first.ply).toFixed(1)} ${HEIGHT}z` } })]),
    h('path.middle', { attrs: { d: `M0 ${HEIGHT / 2}H${WIDTH}` } }),
    h('path.curve', { attrs: { d: way } }),
    h('path.here', { attrs: { d: `M${x(now)} 0V${HEIGHT}` } }),
  ]);
  // The curve is stretched to the width of the page, its marks are not.
  const mark = (p: Point & { share: number }, shape: string): VNode =>
    h('svg', { key: p.ply, attrs: { x: `${(x(p.ply) / WIDTH) * 100}%`, y: `${(y(p.share) / HEIGHT) * 100}%`, overflow: 'visible' } }, [h(`path.mark.${p.judgement}`, { attrs: { d: shape } }, [h('title', p.label)])]);
  return h('svg.evalgraph', { key: 'graph', attrs: { role: 'img', 'aria-label': words.graphOf(points.length - 1) }, on: { click: pick } }, [
    curve,
    ...known.flatMap((p) => (p.judgement === 'good' ? [] : mark(p, SHAPES[p.judgement]))),
  ]);
}
