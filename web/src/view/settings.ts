import { h, type VNode } from 'snabbdom';
import type { Actions } from '../actions';
import type { Model } from '../model';
import type { Settings } from '../storage';
import { LANGUAGES } from '../words';
import { icon } from './icons';

/** The settings as a dialogue over the page. */
export function settingsDialog(m: Model, act: Actions): VNode {
  const { words, settings } = m;
  const box = (key: 'numbers' | 'text' | 'sound', text: string): VNode =>
    h('label.check', { key }, [
      h('input', { attrs: { type: 'checkbox', name: key }, props: { checked: settings[key] }, on: { change: () => act.set({ [key]: !settings[key] }) } }),
      text,
    ]);
  const choice = <K extends 'scheme' | 'board'>(key: K, title: string, names: Record<Settings[K], string>): VNode =>
    h('fieldset', { key }, [
      h('legend', title),
      h('div.choices', (Object.entries(names) as [Settings[K], string][]).map(([value, text]) =>
        h('label.choice', { key: value, class: { on: settings[key] === value } }, [
          h('input', { attrs: { type: 'radio', name: key, value }, props: { checked: settings[key] === value }, on: { change: () => act.set({ [key]: value }) } }),
          key === 'board' ? h(`span.swatch.board.${value}`, { attrs: { 'aria-hidden': 'true' } }) : null,
          text,
        ]),
      )),
    ]);
  return h(
    'dialog.settings',
    {
      attrs: { 'aria-labelledby': 'settings-title' },
      on: { close: () => act.openSettings(false), click: (event: MouseEvent) => event.target === event.currentTarget && (event.currentTarget as HTMLDialogElement).close() },
      hook: { postpatch: (_, node) => openOrClose(node, m.settingsOpen) },
    },
    [
      h('form', { attrs: { method: 'dialog' } }, [
        h('header', [h('h2#settings-title', words.settings), h('button.plain', { attrs: { 'aria-label': words.close, title: words.close } }, [icon('close')])]),
        h('label.pick', [
          words.language,
          h(
            'select',
            { attrs: { name: 'language' }, on: { change: (event: Event) => act.set({ language: (event.target as HTMLSelectElement).value }) } },
            LANGUAGES.map((language) => h('option', { attrs: { value: language.tag, lang: language.tag }, props: { selected: language.tag === words.tag } }, language.name)),
          ),
        ]),
        choice('scheme', words.scheme, words.schemeName),
        choice('board', words.boardColours, words.boardName),
        box('numbers', words.numbers),
        box('text', words.textBoard),
        box('sound', words.sound),
      ]),
    ],
  );
}

function openOrClose(node: VNode, open: boolean): void {
  const dialog = node.elm as HTMLDialogElement;
  if (open && !dialog.open) dialog.showModal();
  if (!open && dialog.open) dialog.close();
}
