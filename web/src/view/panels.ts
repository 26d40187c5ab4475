import { h, type VNode } from 'snabbdom';
import { isLooking, shownPosition, shownTurn, type Model } from '../model';
import type { Side } from '../types';
import type { ArticleWords, RuleTopic } from '../words/catalogue';
import { card } from './card';
import { countersOf, counterText } from './counters';
import { named } from './naming';

export function countersCard(m: Model): VNode {
  const { words } = m;
  const counters = isLooking(m) ? [] : countersOf(m);
  return card('counters', words.drawCount, [
    counters.length === 0
      ? h('p.quiet', { key: 'none' }, isLooking(m) ? words.countedInPlay : words.noDrawCount)
      : h('ul', { key: 'some' }, counters.map((counter) => h('li', { key: counter.article }, [
          h('strong', counterText(counter, words)),
          h('span', words.drawRule[counter.article as ArticleWords] ?? counter.rule),
          h('small', words.article(counter.article)),
        ]))),
  ]);
}

const TOPICS: RuleTopic[] = ['move', 'take', 'choice', 'chain', 'king', 'landing', 'promotion', 'end', 'draw'];

export const rulesCard = (m: Model): VNode =>
  card('rules', m.words.rulesInBrief, [
    h('ul', TOPICS.map((topic) => h('li', [h('strong', m.words.rules[topic].term), ' ', m.words.rules[topic].text]))),
  ]);

export function textCard(m: Model): VNode {
  const { words, state } = m;
  const line = (side: Side): string => {
    const pieces = shownPosition(m).filter((p) => p.side === side);
    const squares = (king: boolean): string[] => pieces.filter((p) => p.king === king).map((p) => p.square);
    return named(m, words.piecesOf(side, squares(false), squares(true)));
  };
  const shown = card('text', words.positionInWords, [h('p', line('white')), h('p', line('black')), h('p', state === null ? '' : words.toMove(shownTurn(m)))]);
  shown.data!.class = { unseen: !m.settings.text };
  return shown;
}
