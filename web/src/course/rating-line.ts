import { h, type VNode } from 'snabbdom';
import type { Words } from '../words';

const WIDTH = 280;
const HEIGHT = 56;
const MARGIN = 5;
/** Ratings nearer to each other than this are not drawn apart to the full height. */
const LEAST = 100;

/** How a solver's rating has moved with his last tries; nothing before there are two. */
export function ratingLine(history: readonly number[], words: Words): VNode | null {
  if (history.length < 2) return null;
  const [low, high] = [Math.min(...history), Math.max(...history)];
  const middle = (low + high) / 2;
  const span = Math.max(high - low, LEAST);
  const x = (i: number): number => MARGIN + (i / (history.length - 1)) * (WIDTH - 2 * MARGIN);
  const y = (rating: number): number => HEIGHT / 2 - ((rating - middle) / span) * (HEIGHT - 2 * MARGIN);
  const way = history.map((rating, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(rating).toFixed(1)}`).join('');
  const last = history.at(-1)!;
  return h('svg.rating-line', { key: 'line', attrs: { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': words.ratingOver(history.length, history[0]!, last) } }, [
    h('path', { attrs: { d: way } }),
    h('circle', { attrs: { cx: x(history.length - 1).toFixed(1), cy: y(last).toFixed(1), r: 4 } }),
  ]);
}
