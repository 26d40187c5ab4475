import { h, type VNode } from 'snabbdom';
import type { Actions } from '../actions';
import type { Model } from '../model';
import { parseFen, turnOf } from '../pieces';
import type { Side } from '../types';
import type { ArticleWords, RuleTopic } from '../words/catalogue';
import { countersOf, counterText } from './counters';
import { icon } from './icons';
import { named } from './naming';

const card = (name: string, title: string, children: (VNode | null)[]): VNode => h(`section.card.${name}`, { key: name }, [h('h2', title), ...children]);

export function controls(m: Model, act: Actions): VNode {
  const { words } = m;
  const over = m.state?.outcome != null;
  if (m.asking === 'resign') {
    return h('div.controls.asking', { key: 'controls', attrs: { role: 'group', 'aria-label': words.resignSure } }, [
      h('span', words.resignSure),
      h('button.danger', { key: 'yes', attrs: { type: 'button' }, on: { click: act.resign } }, words.yes),
      h('button', { key: 'no', attrs: { type: 'button' }, on: { click: act.keepPlaying }, hook: { insert: (node) => (node.elm as HTMLElement).focus() } }, words.no),
    ]);
  }
  return h('div.controls', { key: 'controls' }, [
    h('button.take-back', { key: 'back', attrs: { type: 'button', disabled: !act.canTakeBack() }, on: { click: act.takeBack } }, [icon('back'), words.takeBack]),
    over
      ? h('button.again', { key: 'again', attrs: { type: 'button' }, on: { click: act.newGame } }, [icon('plus'), words.newGame])
      : h('button.resign', { key: 'resign', attrs: { type: 'button', disabled: m.state === null }, on: { click: act.askResign } }, [icon('flag'), words.resign]),
    h('button.flip', { key: 'flip', attrs: { type: 'button' }, on: { click: act.flip } }, [icon('flip'), words.flip]),
  ]);
}

/** Stands for White's half of a first move that Black makes. */
const UNPLAYED = '…';

export function movesCard(m: Model, act: Actions): VNode {
  const { words, state } = m;
  const history = state?.history ?? [];
  const blackFirst = turnOf(m.game.start) === 'black';
  const cells = [...(blackFirst && history.length > 0 ? [UNPLAYED] : []), ...history.map((move) => move.text)];
  const rows = Array.from({ length: Math.ceil(cells.length / 2) }, (_, i) => cells.slice(i * 2, i * 2 + 2));
  const last = cells.length - 1;
  return card('moves', words.moves, [
    h('div.scroll', { key: 'list', attrs: { tabindex: rows.length > 8 ? 0 : -1 }, hook: { postpatch: toEnd, insert: (node) => toEnd(node, node) } }, [
      rows.length === 0
        ? h('p.quiet.empty', { key: 'none' }, words.noMoves)
        : h('ol', { key: 'moves' }, rows.map((row, i) => h('li', { key: i }, [h('span.number', `${i + 1}.`), ...row.map((text, j) => h('span.move', { class: { last: i * 2 + j === last, none: text === UNPLAYED } }, named(m, text)))]))),
    ]),
    h('div.copy', { key: 'copy' }, [
      h('button.copy-pdn', { attrs: { type: 'button', disabled: state === null }, on: { click: act.copyPdn } }, [icon('copy'), words.copyPdn]),
      h('button.copy-fen', { attrs: { type: 'button', disabled: state === null }, on: { click: act.copyFen } }, [icon('copy'), words.copyFen]),
    ]),
  ]);
}

function toEnd(_: VNode, node: VNode): void {
  const element = node.elm as HTMLElement;
  element.scrollTop = element.scrollHeight;
}

export function setupCard(m: Model, act: Actions): VNode {
  const { words, settings } = m;
  const { level } = m.game;
  const sides: [Side | 'either', string][] = [['white', words.playAs.white], ['black', words.playAs.black], ['either', words.either]];
  return h('section.card.setup', { key: 'setup' }, [
    h('div.head', [
      h('h2', words.newGame),
      m.canGoBack ? h('button.link', { attrs: { type: 'button' }, on: { click: act.bringBack } }, words.previousGame) : null,
    ]),
    h('fieldset', [
      h('legend', words.youPlay),
      h('div.choices', sides.map(([side, text]) =>
        h('label.choice', { key: side, class: { on: settings.side === side } }, [
          h('input', { attrs: { type: 'radio', name: 'side', value: side }, props: { checked: settings.side === side }, on: { change: () => act.set({ side }) } }),
          text,
        ]),
      )),
    ]),
    h('label.strength', [
      h('span', words.strength),
      h('output', `${words.strengthName(level)} · ${level}`),
      h('input', {
        attrs: { type: 'range', min: 1, max: 10, step: 1, 'aria-valuetext': `${level}, ${words.strengthName(level)}` },
        props: { value: String(level) },
        on: { input: (event: Event) => act.setLevel(Number((event.target as HTMLInputElement).value)) },
      }),
    ]),
    h('button.primary.new-game', { attrs: { type: 'button' }, on: { click: act.newGame } }, [icon('plus'), words.newGame]),
  ]);
}

export function countersCard(m: Model): VNode {
  const { words } = m;
  const counters = countersOf(m);
  return card('counters', words.drawCount, [
    counters.length === 0
      ? h('p.quiet', { key: 'none' }, words.noDrawCount)
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
    const pieces = state === null ? [] : parseFen(state.fen).filter((p) => p.side === side);
    const squares = (king: boolean): string[] => pieces.filter((p) => p.king === king).map((p) => p.square);
    return named(m, words.piecesOf(side, squares(false), squares(true)));
  };
  const shown = card('text', words.positionInWords, [h('p', line('white')), h('p', line('black')), h('p', state === null ? '' : words.toMove(state.turn))]);
  shown.data!.class = { unseen: !m.settings.text };
  return shown;
}
