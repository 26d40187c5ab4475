import { h, type VNode } from 'snabbdom';
import { isLooking } from '../../model';
import type { Side } from '../../types';
import { icon } from '../../view/icons';
import { steps } from '../../view/steps';
import type { PlayModel } from './model';
import type { Parts } from './parts';

/** The buttons under the board: steps through the moves, and what can be done with the game. */
export const controls = (m: PlayModel, parts: Parts): VNode =>
  h('div.controls', { key: 'controls' }, [steps(m, parts.review), m.asking === null ? deeds(m, parts) : question(m, parts, m.asking)]);

function deeds(m: PlayModel, { actions, review }: Parts): VNode {
  const { words } = m;
  const over = m.state?.outcome != null;
  const flip = h('button.flip', { key: 'flip', attrs: { type: 'button' }, on: { click: actions.flip } }, [icon('flip'), words.flip]);
  if (isLooking(m)) {
    return h('div.deeds', { key: 'looking' }, [
      h('button.play-on', { key: 'play-on', attrs: { type: 'button', disabled: !actions.isOpen }, on: { click: actions.askPlayOn } }, [icon('play'), words.playOn]),
      m.game.record === undefined
        ? h('button.to-game', { key: 'to-game', attrs: { type: 'button' }, on: { click: review.last } }, [icon('return'), words.toTheGame])
        : h('button.again', { key: 'again', attrs: { type: 'button' }, on: { click: actions.newGame } }, [icon('plus'), words.newGame]),
      flip,
    ]);
  }
  return h('div.deeds', { key: 'playing' }, [
    h('button.take-back', { key: 'back', attrs: { type: 'button', disabled: !actions.canTakeBack() }, on: { click: actions.takeBack } }, [icon('back'), words.takeBack]),
    over
      ? h('button.again', { key: 'again', attrs: { type: 'button' }, on: { click: actions.newGame } }, [icon('plus'), words.newGame])
      : h('button.resign', { key: 'resign', attrs: { type: 'button', disabled: m.state === null }, on: { click: actions.askResign } }, [icon('flag'), words.resign]),
    flip,
  ]);
}

const focused = { insert: (node: VNode): void => (node.elm as HTMLElement).focus() };

function question(m: PlayModel, { actions }: Parts, asking: NonNullable<PlayModel['asking']>): VNode {
  const { words } = m;
  const ask = (text: string, answers: VNode[]): VNode => h('div.deeds.asking', { key: asking, attrs: { role: 'group', 'aria-label': text } }, [h('span', text), ...answers]);
  if (asking === 'resign') {
    return ask(words.resignSure, [
      h('button.danger', { key: 'yes', attrs: { type: 'button' }, on: { click: actions.resign } }, words.yes),
      h('button', { key: 'no', attrs: { type: 'button' }, on: { click: actions.askNothing }, hook: focused }, words.no),
    ]);
  }
  const likely = actions.likelySide;
  const side = (side: Side): VNode =>
    h(`button.as-${side}`, { key: side, attrs: { type: 'button' }, on: { click: () => actions.playOn(side) }, ...(side === likely && { hook: focused }) }, words.playAs[side]);
  return ask(words.playOnAs, [
    side('white'),
    side('black'),
    h('button.plain', { key: 'no', attrs: { type: 'button', 'aria-label': words.no, title: words.no }, on: { click: actions.askNothing } }, [icon('close')]),
  ]);
}
