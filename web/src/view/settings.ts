import { h, type VNode } from 'snabbdom';
import type { Actions } from '../actions';
import type { Model } from '../model';
import type { Settings } from '../storage';
import { LANGUAGES } from '../words';
import { dialog } from './dialog';

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
  return dialog('settings', words.settings, words.close, m.settingsOpen, () => act.openSettings(false), [
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
  ]);
}
