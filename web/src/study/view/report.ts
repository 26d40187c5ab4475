import { h, type VNode } from 'snabbdom';
import type { Side } from '../../types';
import { card } from '../../view/card';
import { choices } from '../../view/fields';
import { icon } from '../../view/icons';
import { named } from '../../view/naming';
import { noteText } from '../../view/notes';
import type { JudgedMove } from '../api';
import { fenAt, type StudyBoard } from '../board';
import type { Engine } from '../engine';
import type { Learn } from '../learn';
import { lineText, plyNumber } from '../naming';
import { MARKS, type Reports } from '../report';
import type { Study } from '../study';
import { mainLine, plyOf, type Node } from '../tree';
import { expected, whitesShare } from '../worth';
import { turnAfter } from '../../positions';
import { connection } from '../../offline/reach';
import { percent } from '../../words/numbers';
import { evalGraph, type Point } from './graph';
import { sign } from './icons';

export interface ReportParts {
  m: StudyBoard;
  study: Study;
  engine: Engine;
  reports: Reports;
  learn: Learn;
}

/** The graph of the game, how well each side played, and the moments at which it went wrong. */
export function reportCard(parts: ReportParts): VNode {
  const { m, reports, learn } = parts;
  const { words } = m;
  const line = mainLine(m.tree);
  const points = pointsOf(parts, line);
  const go = (ply: number): void => void parts.study.goTo([m.tree.root, ...line][ply]!);
  return card('report', words.report, [
    points.filter(({ share }) => share !== null).length < 2 ? null : evalGraph(points, plyOf(m.node), words, go),
    askPart(parts, line.length),
    reports.report === null || learn.state !== null ? null : resultPart(parts),
  ]);
}

/** What is known of each position of the main line: by the report, else by what the engine said of it. */
function pointsOf({ m, engine, reports }: ReportParts, line: Node[]): Point[] {
  return [m.tree.root, ...line].map((node, ply) => {
    const judged = reports.of(node);
    const worth = judged ?? (ply === 0 && reports.nodes[0] === node ? reports.report?.start : undefined);
    const label = node.move === null ? m.words.startPosition : `${plyNumber(m.start, ply)} ${node.move.text}${reports.markOf(node)}`;
    if (worth !== undefined) return { ply, share: expected(worth), judgement: judged?.judgement ?? 'good', label };
    const found = engine.known(fenAt(m.tree, node), m.rules);
    return { ply, share: whitesShare(found, turnAfter(m.start, ply)), judgement: 'good', label };
  });
}

function askPart({ m, reports, learn }: ReportParts, plies: number): VNode | null {
  const { words } = m;
  if (plies === 0) return h('p.quiet', { key: 'none' }, words.reportNeedsMoves);
  if (reports.progress !== null) {
    const { done, of } = reports.progress;
    return h('div.report-progress', { key: 'progress' }, [
      h('p', { attrs: { role: 'status' } }, reports.before === null ? words.reportProgress(done, of) : words.engineQueued(reports.before)),
      h('progress', { attrs: { max: of, 'aria-label': words.report }, props: { value: done } }),
      h('button.stop-report', { attrs: { type: 'button' }, on: { click: reports.stop } }, words.cancel),
    ]);
  }
  if (reports.isCurrent || learn.state !== null) return null;
  return h('div.report-ask', { key: 'ask' }, [
    h('p.quiet', connection.away ? words.reportNeedsServer : reports.report === null ? words.reportAbout : words.reportOld),
    h('button.primary.ask-report', { attrs: { type: 'button' }, on: { click: reports.ask } }, [sign('graph'), words.reportAsk]),
    h('p.refusal', { attrs: { role: 'status' } }, noteText(reports.refusal)),
  ]);
}

function resultPart(parts: ReportParts): VNode {
  const { m, reports, learn } = parts;
  const { words } = m;
  const side = (side: Side): VNode => {
    const accuracy = reports.report!.accuracy[side];
    const of = learn.momentsOf(side);
    const counts = (['inaccuracy', 'mistake', 'blunder'] as const).map((kind) => words.judged(kind, of.filter(({ judgement }) => judgement === kind).length));
    return h('div.accuracy', { key: side }, [
      h('span.swatch', { class: { [side]: true }, attrs: { 'aria-hidden': 'true' } }),
      h('span', words.accuracyOf(side)),
      h('strong', accuracy === null ? '–' : percent(words.tag, accuracy / 100)),
      h('span.quiet', counts.join(' · ')),
    ]);
  };
  const moments = reports.moments;
  return h('div.report-result', { key: 'result' }, [
    h('div.accuracies', [side('white'), side('black')]),
    moments.length === 0
      ? h('p', { key: 'clean' }, words.noMoments)
      : h('div.learn-start', { key: 'learn' }, [
          choices('learn', words.learnWhose, learn.side, [['white', words.side.white], ['both', words.bothSides], ['black', words.side.black]], learn.setSide),
          h('button.primary.learn-begin', { attrs: { type: 'button', disabled: learn.momentsOf(learn.side).length === 0 }, on: { click: learn.start } }, [sign('hint'), words.learn]),
        ]),
    h('ul.moments', { key: 'moments', attrs: { 'aria-label': words.keyMoments } }, moments.map((moment) => momentView(parts, moment))),
  ]);
}

function momentView({ m, study, reports }: ReportParts, moment: JudgedMove): VNode {
  const { words } = m;
  const node = reports.nodes[moment.ply]!;
  const better = lineText(m.start, moment.ply - 1, moment.best.pv.slice(0, 6));
  const show = async (): Promise<void> => {
    const first = await study.addLine(node.parent!, moment.best.moves);
    if (first !== null) await study.goTo(first);
  };
  return h(`li.moment.${moment.judgement}`, { key: moment.ply }, [
    h('button.moment-move', { class: { now: node === m.node }, attrs: { type: 'button', 'data-ply': moment.ply }, on: { click: () => study.goTo(node) } }, [
      h('strong', `${plyNumber(m.start, moment.ply)} ${named(m, node.move!.text)}${MARKS[moment.judgement]}`),
      h('span', `${words.judgement[moment.judgement]}, −${percent(words.tag, moment.lost)}`),
      moment.missedShot ? h('em.shot', words.missedShot) : null,
    ]),
    h('button.better', { attrs: { type: 'button', 'aria-label': words.showLine(better) }, on: { click: show } }, [icon('play'), h('span', named(m, better))]),
  ]);
}

/** What one who learns is asked or told; '' while nobody learns. */
export function learnText({ m, learn, reports }: ReportParts): string {
  const { words } = m;
  const { state, moment } = learn;
  if (state === null) return '';
  if (state === 'over') return words.learnOver(learn.solved, learn.count);
  if (moment === undefined) return '';
  switch (state) {
    case 'asked':
      return words.learnAsk(named(m, reports.nodes[moment.ply]!.move!.text));
    case 'checking':
      return words.learnChecking(named(m, learn.tried));
    case 'right':
      return words.learnRight(named(m, learn.tried));
    case 'wrong':
      return words.learnWrong(named(m, learn.tried));
    case 'shown':
      return words.learnShown(named(m, lineText(m.start, moment.ply - 1, moment.best.pv.slice(0, 8))));
  }
}

/** The question of one who learns, and the way on. */
export function learnCard(parts: ReportParts): VNode {
  const { m, learn, reports, study } = parts;
  const { words } = m;
  const { state, moment } = learn;
  const answered = state === 'right' || state === 'shown';
  const away = moment !== undefined && learn.isAsking && m.node !== reports.nodes[moment.ply - 1];
  const button = (name: string, text: string, act: () => unknown): VNode =>
    h(`button.${name}`, { key: name, class: { primary: answered && name === 'learn-next' }, attrs: { type: 'button', disabled: state === 'checking' }, on: { click: act } }, text);
  return h('section.card.learn', { key: 'learn', class: { [`is-${state}`]: true }, attrs: { 'aria-labelledby': 'learn-title' } }, [
    h('div.head', [h('h2#learn-title', words.learn), h('span.quiet', state === 'over' ? '' : words.learnCount(learn.at + 1, learn.count))]),
    h('p.learn-says', learnText(parts)),
    h('div.learn-deeds', [
      away ? button('learn-back', words.learnBack, () => study.goTo(reports.nodes[moment.ply - 1]!)) : null,
      state === 'over' || answered ? null : button('learn-show', words.learnShow, learn.show),
      state === 'over' ? null : button('learn-next', answered ? words.learnNext : words.learnSkip, learn.next),
      button('learn-stop', state === 'over' ? words.close : words.learnStop, learn.stop),
    ]),
  ]);
}
