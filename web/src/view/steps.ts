import { h, type VNode } from 'snabbdom';
import { shownPly, type Board } from '../model';
import type { Review } from '../review';
import { icon, type IconName } from './icons';

/** The four buttons that lead through the moves. */
export function steps(m: Board, review: Review, ...more: VNode[]): VNode {
  const { words } = m;
  const ply = shownPly(m);
  const button = (name: IconName, text: string, possible: boolean, go: () => Promise<void>): VNode =>
    h(`button.${name}`, { key: name, attrs: { type: 'button', 'aria-label': text, title: text, 'aria-disabled': String(!possible) }, on: { click: go } }, [icon(name)]);
  return h('div.steps', { key: 'steps' }, [
    button('first', words.firstPosition, ply > 0, review.first),
    button('previous', words.moveBack, ply > 0, review.back),
    button('next', words.moveOn, ply < review.length, review.on),
    button('last', words.lastPosition, ply < review.length, review.last),
    ...more,
  ]);
}
