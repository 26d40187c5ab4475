import { h, type VNode } from 'snabbdom';
import { CLASSES, type TimeClass } from '../club/types';
import type { Words } from '../words';

export interface RatingPoint {
  class: TimeClass;
  at: number;
  rating: number;
}

const WIDTH = 640;
const HEIGHT = 220;
const LEFT = 44;
const BOTTOM = 24;
const TOP = 12;
const RIGHT = 12;
const STEPS = [25, 50, 100, 200, 400, 800];

/** The ratings over the time. Each class has a line with dashes and points of its own, so that colours need not be told apart. */
export function ratingGraph(history: RatingPoint[], words: Words): VNode {
  const shown = CLASSES.filter((timeClass) => history.some((point) => point.class === timeClass));
  const [first, last] = [Math.min(...history.map((p) => p.at)), Math.max(...history.map((p) => p.at))];
  const ratings = history.map((p) => p.rating);
  const step = STEPS.find((s) => Math.max(...ratings) - Math.min(...ratings) < 4 * s) ?? 1000;
  const low = Math.floor(Math.min(...ratings) / step) * step;
  const high = Math.max(Math.ceil(Math.max(...ratings) / step) * step, low + step);
  const x = (at: number): number => LEFT + (last === first ? 0.5 : (at - first) / (last - first)) * (WIDTH - LEFT - RIGHT);
  const y = (rating: number): number => TOP + ((high - rating) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const levels = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step);
  const latest = shown.map((timeClass) => `${words.timeClass[timeClass]} ${Math.round(history.filter((p) => p.class === timeClass).at(-1)!.rating)}`);
  return h('figure.graph', { key: 'graph' }, [
    h('svg', { attrs: { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': `${words.ratingHistory}: ${latest.join(', ')}` } }, [
      ...levels.flatMap((level) => [
        h('path.level', { attrs: { d: `M${LEFT} ${y(level)}H${WIDTH - RIGHT}` } }),
        h('text', { attrs: { x: LEFT - 8, y: y(level) + 4, 'text-anchor': 'end' } }, String(level)),
      ]),
      h('text', { attrs: { x: LEFT, y: HEIGHT - 4 } }, words.date(first / 1000)),
      // No null among the children of an svg: snabbdom would give it a namespace.
      ...(last === first ? [] : [h('text', { attrs: { x: WIDTH - RIGHT, y: HEIGHT - 4, 'text-anchor': 'end' } }, words.date(last / 1000))]),
      ...shown.map((timeClass) => {
        const points = history.filter((p) => p.class === timeClass).sort((a, b) => a.at - b.at);
        const end = points.at(-1)!;
        return h(`g.line.of-${timeClass}`, [
          h('path', { attrs: { d: points.map((p, i) => `${i === 0 ? 'M' : 'L'}${x(p.at).toFixed(1)} ${y(p.rating).toFixed(1)}`).join('') } }),
          h('circle', { attrs: { cx: x(end.at), cy: y(end.rating), r: 4 } }),
        ]);
      }),
    ]),
    h('figcaption', shown.map((timeClass) =>
      h('span', [h('svg', { attrs: { viewBox: '0 0 28 8', 'aria-hidden': 'true' } }, [h(`g.line.of-${timeClass}`, [h('path', { attrs: { d: 'M0 4H28' } })])]), words.timeClass[timeClass]]),
    )),
  ]);
}
