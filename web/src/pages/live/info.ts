import { h, type VNode } from 'snabbdom';
import { other } from '../../types';
import { sign } from '../../study/view/icons';
import { card } from '../../view/card';
import { openingPart } from '../../view/opening';
import { termsList } from '../../view/terms';
import type { LiveModel } from './model';

/** What was agreed on, which opening was drawn, and who looks on. */
export function infoCard(m: LiveModel): VNode {
  const { words, view } = m;
  if (view === null) return card('info', words.aboutGame, []);
  return card('info', words.aboutGame, [
    termsList(view.terms, words),
    microPart(m),
    openingPart(view.opening, words),
    view.status === 'over' ? h('a.button.analyse', { key: 'analyse', attrs: { href: `/analysis/${view.id}` } }, [sign('engine'), words.analyse]) : null,
    h('p.quiet.spectators', { key: 'spectators' }, view.spectators > 0 ? words.spectators(view.spectators) : words.noSpectators),
  ]);
}

/** The score of a micro-match, the user's side first. */
function microPart(m: LiveModel): VNode | null {
  const { words, view } = m;
  if (view?.micro == null) return null;
  const { micro } = view;
  const first = view.you ?? 'white';
  const second = other(first);
  return h('p.micro', { key: 'micro' }, [
    h('strong', words.microGame(micro.game)),
    ' ',
    h('span.score', `${view[first].player.name} ${micro.score[first]} : ${micro.score[second]} ${view[second].player.name}`),
    micro.other === null ? null : h('a', { attrs: { href: `/game/${micro.other}` } }, words.otherGame),
  ]);
}
