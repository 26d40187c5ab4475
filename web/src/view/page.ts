import { h, type VNode } from 'snabbdom';
import type { Actions } from '../actions';
import type { Model, Tab } from '../model';
import { aboutCard } from './about';
import { controls } from './controls';
import { icon, mark } from './icons';
import { movesCard } from './moves';
import { countersCard, rulesCard, textCard } from './panels';
import type { Parts } from './parts';
import { readingDialog } from './reading';
import { settingsDialog } from './settings';
import { setupCard } from './setup';
import { table } from './table';

export function page(m: Model, parts: Parts): VNode {
  const { words } = m;
  const act = parts.actions;
  const tabs: [Tab, string][] = [['moves', words.moves], ['game', words.newGameShort], ['rules', words.rulesShort]];
  return h('div#app', { attrs: { 'data-phase': m.phase, 'data-over': String(m.state?.outcome != null), 'data-tab': m.tab } }, [
    masthead(m, act),
    h('main', [
      table(m, parts.grid),
      controls(m, parts),
      h('nav.tabs', { key: 'tabs' }, tabs.map(([tab, text]) =>
        h('button', { key: tab, class: { on: m.tab === tab }, attrs: { type: 'button', 'aria-pressed': String(m.tab === tab) }, on: { click: () => act.showTab(tab) } }, text),
      )),
      h('div.left', { key: 'left' }, [setupCard(m, parts), aboutCard(m), rulesCard(m)]),
      h('div.right', { key: 'right' }, [movesCard(m, parts), countersCard(m), textCard(m)]),
    ]),
    settingsDialog(m, act),
    readingDialog(m, parts.reader),
    h('p.toast', { attrs: { role: 'status' }, class: { on: m.toast !== '' } }, m.toast),
  ]);
}

function masthead(m: Model, act: Actions): VNode {
  const { words } = m;
  const dark = act.isDark();
  const scheme = dark ? words.toLight : words.toDark;
  return h('header.masthead', [
    h('h1', [mark(), h('span', 'Bolshak'), h('small', words.pageTitle)]),
    h('button.plain.scheme', { attrs: { type: 'button', 'aria-label': scheme, title: scheme }, on: { click: () => act.set({ scheme: dark ? 'light' : 'dark' }) } }, [icon(dark ? 'sun' : 'moon')]),
    h('button.plain.open-settings', { attrs: { type: 'button', 'aria-label': words.settings, title: words.settings }, on: { click: () => act.openSettings(true) } }, [icon('gear')]),
  ]);
}
