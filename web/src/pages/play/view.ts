import { h, type VNode } from 'snabbdom';
import { lobbyCard } from '../../view/lobby';
import { seatDialog } from '../../view/seatdialog';
import { movesCard } from '../../view/moves';
import { countersCard, rulesCard, textCard } from '../../view/panels';
import { aboutCard } from './about';
import { controls } from './controls';
import type { PlayModel, Tab } from './model';
import type { Parts } from './parts';
import { readingDialog } from './reading';
import { setupCard } from './setup';
import { table } from './table';

/** The board in the middle, the new game and the club on its left, the moves on its right, the rules below. */
export function playView(m: PlayModel, parts: Parts): VNode[] {
  const { words } = m;
  const { actions } = parts;
  const tabs: [Tab, string][] = [['moves', words.moves], ['game', words.newGameShort], ['club', words.peopleShort], ['rules', words.rulesShort]];
  return [
    h('h1.unseen', { key: 'title' }, words.pageTitle),
    table(m, parts.grid),
    controls(m, parts),
    h('nav.tabs', { key: 'tabs', attrs: { 'aria-label': words.panels } }, tabs.map(([tab, text]) =>
      h('button', { key: tab, class: { on: m.tab === tab }, attrs: { type: 'button', 'aria-pressed': String(m.tab === tab) }, on: { click: () => actions.showTab(tab) } }, text),
    )),
    h('div.left', { key: 'left' }, [setupCard(m, parts), lobbyCard(parts.lobby), parts.today.card(), aboutCard(m)]),
    h('div.right', { key: 'right' }, [movesCard(m, parts.review, actions.pdn), countersCard(m), textCard(m)]),
    h('div.below', { key: 'below' }, [rulesCard(m)]),
  ];
}

export const playDialogs = (m: PlayModel, parts: Parts): VNode[] => [readingDialog(m, parts.reader), seatDialog(parts.lobby)];
