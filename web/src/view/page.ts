import { h, type VNode } from 'snabbdom';
import type { Actions } from '../actions';
import type { Model, Tab } from '../model';
import type { Grid } from './grid';
import { icon, mark } from './icons';
import { controls, countersCard, movesCard, rulesCard, setupCard, textCard } from './panels';
import { settingsDialog } from './settings';
import { table } from './table';

export function page(m: Model, grid: Grid, act: Actions): VNode {
  const { words } = m;
  const tabs: [Tab, string][] = [['moves', words.moves], ['game', words.newGameShort], ['rules', words.rulesShort]];
  return h('div#app', { attrs: { 'data-phase': m.phase, 'data-over': String(m.state?.outcome != null), 'data-tab': m.tab } }, [
    masthead(m, act),
    h('main', [
      table(m, grid),
      controls(m, act),
      h('nav.tabs', { key: 'tabs' }, tabs.map(([tab, text]) =>
        h('button', { key: tab, class: { on: m.tab === tab }, attrs: { type: 'button', 'aria-pressed': String(m.tab === tab) }, on: { click: () => act.showTab(tab) } }, text),
      )),
      h('div.left', { key: 'left' }, [setupCard(m, act), rulesCard(m)]),
      h('div.right', { key: 'right' }, [movesCard(m, act), countersCard(m), textCard(m)]),
    ]),
    settingsDialog(m, act),
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
