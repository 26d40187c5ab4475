import { h, type VNode } from 'snabbdom';
import { shownFen } from '../../model';
import type { ValuedMove } from '../../study/api';
import { quietAt } from '../../study/board';
import type { Pen } from '../../study/pen';
import { studyFen } from '../../study/study';
import { sign } from '../../study/view/icons';
import { studyTable } from '../../study/view/table';
import { movesIn, verdictText } from '../../study/view/verdict';
import { card } from '../../view/card';
import { number, select } from '../../view/fields';
import type { Grid } from '../../view/grid';
import { icon } from '../../view/icons';
import { named } from '../../view/naming';
import { noteText } from '../../view/notes';
import { countersCard, textCard } from '../../view/panels';
import { reasonText, resultText } from '../../view/ending';
import { steps } from '../../view/steps';
import type { RulesName } from '../../words/catalogue';
import { EXAMPLES } from './examples';
import type { Tables } from './index';

/** The board, each move with its value on its right, famous endings and the rules on its left. */
export function tablesView(page: Tables, grid: Grid, pen: Pen): VNode[] {
  const { m, study } = page;
  const { words } = m;
  const draft = m.drawn === null ? null : { ...m.drawn, colour: m.pen ?? 'green' };
  const flip = (): void => {
    m.near = m.near === 'white' ? 'black' : 'white';
    page.shell.render();
  };
  return [
    h('h1.unseen', { key: 'title' }, words.endgames),
    studyTable(m, grid, pen, { shapes: m.node.shapes, draft, best: null, threat: false }, null),
    h('div.controls', { key: 'controls' }, [
      steps(m, study.review, h('button.flip', { key: 'flip', attrs: { type: 'button', 'aria-label': words.flip, title: words.flip }, on: { click: flip } }, [icon('flip')])),
      h('div.study-deeds', { key: 'deeds' }, [
        h('a.button.analyse', { attrs: { href: `/analysis?${new URLSearchParams({ fen: studyFen(m), rules: m.rules })}` } }, [sign('engine'), words.analyse]),
        h('a.button.edit', { attrs: { href: `/editor?${new URLSearchParams({ fen: shownFen(m) })}` } }, [sign('edit'), words.editPosition]),
      ]),
    ]),
    h('div.right', { key: 'right' }, [verdictCard(page), valuesCard(page)]),
    h('div.left', { key: 'left' }, [examplesCard(page), rulesCard(page), countersCard(m), textCard(m)]),
  ];
}

/** What the position is worth under the draw rules, and by which article. */
function verdictCard({ m, lookup }: Tables): VNode {
  const { words } = m;
  const { answer } = lookup;
  const outcome = answer?.outcome ?? null;
  const verdict = answer?.verdict ?? null;
  const text = lookup.busy ? words.lookingUp : outcome !== null ? `${resultText(words, outcome)}: ${reasonText(words, outcome)}` : verdict !== null ? verdictText(words, verdict, m.turn) : '';
  const article = outcome?.article || (verdict?.article ?? '');
  return card('verdict', words.verdict, [
    h('p.verdict-text', { key: 'text', attrs: { role: 'status' } }, [lookup.refusal === '' ? h('strong', text) : h('span', noteText(lookup.refusal)), article === '' ? null : h('small', ` ${words.article(article)}`)]),
    verdict === null || verdict.exact ? null : h('p.quiet', { key: 'bound' }, words.notExact),
  ]);
}

const SIGNS = { win: '+', draw: '=', loss: '−' } as const;

/** The moves, the best first, each with what it leads to for the side that makes it. */
function valuesCard({ m, study, lookup }: Tables): VNode {
  const { words } = m;
  const moves = lookup.answer?.moves ?? [];
  const say = (move: ValuedMove): string => (move.plies === null || move.value === 'draw' ? words.value[move.value] : words.valueIn(move.value, movesIn(move.plies)));
  const play = (move: ValuedMove): void => {
    const legal = m.state?.legal.find(({ text }) => text === move.text);
    if (legal !== undefined) study.play(legal, legal.routes[0]!, 1);
  };
  return h('section.card.values', { key: 'values' }, [
    h('h2', words.movesAndValues),
    h('ul', moves.map((move) =>
      h('li', { key: move.text }, [
        h(`button.value.${move.value}`, { attrs: { type: 'button' }, on: { click: () => play(move) } }, [
          h('span.sign', { attrs: { 'aria-hidden': 'true' } }, SIGNS[move.value]),
          h('strong', named(m, move.text)),
          h('span', say(move)),
        ]),
      ]),
    )),
  ]);
}

function examplesCard(page: Tables): VNode {
  const { words } = page.m;
  return card('examples', words.famousEndings, [
    h('ul', EXAMPLES.map(({ name, fen }) =>
      h('li', { key: name }, [
        h('button.example', { class: { now: page.m.start === fen }, attrs: { type: 'button', 'data-example': name }, on: { click: () => void page.open(fen, page.m.rules) } }, [h('strong', words.example[name].name), h('span', words.example[name].about)]),
      ]),
    )),
  ]);
}

function rulesCard({ m, study, setQuiet }: Tables): VNode {
  const { words } = m;
  const quiet = quietAt(m.tree, m.node);
  return card('table-rules', words.drawRules, [
    select('rules', words.drawRules, m.rules as RulesName, Object.entries(words.drawRulesName) as [RulesName, string][], (rules) => study.setRules(rules)),
    number('quiet', words.quietPlies, quiet, [0, 120, 1], (plies) => void setQuiet(plies)),
  ]);
}
