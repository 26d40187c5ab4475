import { h, type VNode } from 'snabbdom';
import { isLooking, shownPosition, shownTurn, type Board } from '../model';
import type { Side } from '../types';
import type { ArticleWords, RuleTopic } from '../words/catalogue';
import { card } from './card';
import { countersOf, counterText } from './counters';
import { named } from './naming';

export function countersCard(m: Board): VNode {
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

export const rulesCard = (m: Board): VNode =>
  card('rules', m.words.rulesInBrief, [
    h('ul', TOPICS.map((topic) => h('li', [h('strong', m.words.rules[topic].term), ' ', m.words.rules[topic].text]))),
  ]);

/** What stands on the board, White's pieces, Black's pieces, and whose turn it is. */
export function positionInWords(m: Board): string[] {
  const { words, state } = m;
  const line = (side: Side): string => {
    const pieces = shownPosition(m).filter((p) => p.side === side);
    const squares = (king: boolean): string[] => pieces.filter((p) => p.king === king).map((p) => p.square);
    return named(m, words.piecesOf(side, squares(false), squares(true)));
  };
  return [line('white'), line('black'), state === null ? '' : words.toMove(shownTurn(m))];
}

export function textCard(m: Board): VNode {
  const shown = card('text', m.words.positionInWords, positionInWords(m).map((line) => h('p', line)));
  shown.data!.class = { unseen: !m.settings.text };
  return shown;
}
