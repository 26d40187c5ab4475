import { h, type VNode } from 'snabbdom';
import type { Shell } from '../shell';
import type { Settings } from '../storage';
import { LANGUAGES } from '../words';
import { dialog } from './dialog';
import { king, man } from './pieces';

type Switch = 'numbers' | 'text' | 'sound' | 'motion' | 'confirm' | 'zen' | 'muted';

/** The settings as a dialogue over the page. */
export function settingsDialog(shell: Shell): VNode {
  const { words } = shell;
  return dialog('settings', words.settings, words.close, shell.settingsOpen, () => shell.openSettings(false), settingsFields(shell));
}

/** The fields of the settings, each of which works at once. */
export function settingsFields(shell: Shell): VNode[] {
  const { words, settings } = shell;
  const box = (key: Switch, text: string): VNode =>
    h('label.check', { key }, [
      h('input', { attrs: { type: 'checkbox', name: key }, props: { checked: settings[key] }, on: { change: () => shell.set({ [key]: !settings[key] }) } }),
      text,
    ]);
  const choice = <K extends 'scheme' | 'board' | 'pieces'>(key: K, title: string, names: Record<Settings[K], string>): VNode =>
    h('fieldset', { key }, [
      h('legend', title),
      h('div.choices', (Object.entries(names) as [Settings[K], string][]).map(([value, text]) =>
        h('label.choice', { key: value, class: { on: settings[key] === value } }, [
          h('input', { attrs: { type: 'radio', name: key, value }, props: { checked: settings[key] === value }, on: { change: () => shell.set({ [key]: value }) } }),
          key === 'board' ? h(`span.swatch.board.${value}`, { attrs: { 'aria-hidden': 'true' } }) : key === 'pieces' ? samples(`${settings.board}.set-${value}`) : null,
          text,
        ]),
      )),
    ]);
  return [
    h('label.pick', { key: 'language' }, [
      words.language,
      h(
        'select',
        { attrs: { name: 'language' }, on: { change: (event: Event) => shell.set({ language: (event.target as HTMLSelectElement).value }) } },
        LANGUAGES.map((language) => h('option', { attrs: { value: language.tag, lang: language.tag }, props: { selected: language.tag === words.tag } }, language.name)),
      ),
    ]),
    choice('scheme', words.scheme, words.schemeName),
    choice('board', words.boardColours, words.boardName),
    choice('pieces', words.pieceSet, words.pieceSetName),
    h('div.switches', { key: 'switches' }, [
      box('sound', words.sound),
      box('motion', words.motion),
      box('confirm', words.confirmMoves),
      box('muted', words.muteChat),
      box('numbers', words.numbers),
      box('text', words.textBoard),
      box('zen', words.zen),
    ]),
  ];
}

/** A man of each side in small. */
const samples = (look: string): VNode =>
  h(`svg.samples.board.${look}`, { attrs: { viewBox: '0 0 2 1', 'aria-hidden': 'true' } }, [
    h('rect.dark', { attrs: { width: 2, height: 1 } }),
    h('g.white', { attrs: { transform: 'translate(.5 .5)' } }, man()),
    h('g.black', { attrs: { transform: 'translate(1.5 .5)' } }, king()),
  ]);
