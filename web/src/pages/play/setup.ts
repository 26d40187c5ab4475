import { h, type VNode } from 'snabbdom';
import type { Side } from '../../types';
import { icon } from '../../view/icons';
import type { PlayModel } from './model';
import type { Parts } from './parts';

/** How a new game begins: with a side and a strength, or from a text. */
export function setupCard(m: PlayModel, { actions, reader }: Parts): VNode {
  const { words, settings } = m;
  const { level } = m.game;
  const sides: [Side | 'either', string][] = [['white', words.playAs.white], ['black', words.playAs.black], ['either', words.either]];
  return h('section.card.setup', { key: 'setup' }, [
    h('div.head', [
      h('h2', words.newGame),
      m.canGoBack ? h('button.link', { attrs: { type: 'button' }, on: { click: actions.bringBack } }, words.previousGame) : null,
    ]),
    h('fieldset', [
      h('legend', words.youPlay),
      h('div.choices', sides.map(([side, text]) =>
        h('label.choice', { key: side, class: { on: settings.side === side } }, [
          h('input', { attrs: { type: 'radio', name: 'side', value: side }, props: { checked: settings.side === side }, on: { change: () => m.shell.set({ side }) } }),
          text,
        ]),
      )),
    ]),
    h('label.strength', [
      h('span', words.strength),
      h('output', `${words.strengthName(level)} · ${level}`),
      h('input', {
        attrs: { type: 'range', min: 1, max: 10, step: 1, 'aria-label': words.strength, 'aria-valuetext': `${level}, ${words.strengthName(level)}` },
        props: { value: String(level) },
        on: { input: (event: Event) => actions.setLevel(Number((event.target as HTMLInputElement).value)) },
      }),
    ]),
    h('button.primary.new-game', { attrs: { type: 'button' }, on: { click: actions.newGame } }, [icon('plus'), words.newGame]),
    h('button.open-games', { attrs: { type: 'button' }, on: { click: reader.open } }, [icon('open'), words.openGames]),
  ]);
}
