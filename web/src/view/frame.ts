import { h, type VNode } from 'snabbdom';
import { connection } from '../offline/reach';
import type { Router } from '../router';
import type { Shell } from '../shell';
import { icon, mark, type IconName } from './icons';
import { settingsDialog } from './settings';

/** The whole page: masthead, what the page itself shows, and what lies over it. */
export function frame(shell: Shell, router: Router): VNode {
  const { page } = router;
  const data = Object.entries(page.data?.() ?? {}).map(([name, value]) => [`data-${name}`, value]);
  return h('div#app', { attrs: { 'data-phase': 'ready', ...Object.fromEntries(data) } }, [
    masthead(shell, router),
    h('p.without-server', { key: 'without-server', attrs: { role: 'status' } }, connection.away ? shell.words.withoutServer : ''),
    ...page.view(),
    settingsDialog(shell),
    h('div.over-page', { key: `dialogs of ${router.kind.paths[0]}` }, page.dialogs?.() ?? []),
    h('p.unseen', { key: 'live', attrs: { 'aria-live': 'polite' } }, shell.announcement),
    h('p.toast', { key: 'toast', attrs: { role: 'status' }, class: { on: shell.toast.text !== '', leads: shell.toast.path !== undefined } }, [
      shell.toast.path === undefined ? shell.toast.text : h('a', { attrs: { href: shell.toast.path } }, shell.toast.text),
    ]),
  ]);
}

function masthead(shell: Shell, router: Router): VNode {
  const { words, settings } = shell;
  const dark = shell.isDark();
  const tool = (name: string, sign: IconName, text: string, act: () => void, pressed?: boolean): VNode =>
    h(`button.plain.${name}`, { key: name, attrs: { type: 'button', 'aria-label': text, title: text, ...(pressed !== undefined && { 'aria-pressed': String(pressed) }) }, on: { click: act } }, [icon(sign)]);
  return h('header.masthead', { key: 'masthead' }, [
    h('a.home', { key: 'home', attrs: { href: '/' } }, [mark(), h('span', 'Bolshak')]),
    h('nav.site', { key: 'site', class: { open: shell.menuOpen }, attrs: { 'aria-label': words.site } }, [
      h('button.plain.menu', { attrs: { type: 'button', 'aria-label': words.menu, title: words.menu, 'aria-expanded': String(shell.menuOpen) }, on: { click: () => shell.openMenu(!shell.menuOpen) } }, [icon('menu')]),
      h('ul', router.navigation.map((entry) =>
        h('li', { key: entry.path }, [h('a', { class: { on: router.kind.nav === entry }, attrs: { href: entry.path, ...(router.kind.nav === entry && { 'aria-current': 'page' }) } }, entry.title(words))]),
      )),
    ]),
    h('div.tools', { key: 'tools' }, [
      ...(router.page.tools?.() ?? []),
      tool('sounds', settings.sound ? 'sound' : 'silence', settings.sound ? words.soundOff : words.soundOn, () => shell.set({ sound: !settings.sound })),
      tool('scheme', dark ? 'sun' : 'moon', dark ? words.toLight : words.toDark, () => shell.set({ scheme: dark ? 'light' : 'dark' })),
      tool('open-settings', 'gear', words.settings, () => shell.openSettings(true)),
    ]),
  ]);
}
