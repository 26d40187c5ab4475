import { h, type VNode } from 'snabbdom';
import { isFlipped, shownFen } from '../../model';
import { connection } from '../../offline/reach';
import { turnOf } from '../../pieces';
import { named } from '../../view/naming';
import type { ProblemCode } from '../../words/trouble';
import type { StudyBoard } from '../board';
import { MOST_LINES, type Engine, type Line, type Place } from '../engine';
import { lineText } from '../naming';
import { plyOf } from '../tree';
import { scoreText, standingAfter, whitesShare } from '../worth';
import { sign } from './icons';
import { miniBoard } from './mini';
import { verdictText } from './verdict';

/** What the engine's panel can do beside the engine itself. */
export interface Desk {
  engine: Engine;
  /** The other side is looked at, as if the one to move passed. */
  threat: boolean;
  /** The position that the engine looks at. */
  fen: string;
  /** The line, and how many of its moves, that are shown on the small board. */
  preview: { line: number; moves: number } | null;
  toggle(): void;
  toggleThreat(): void;
  lookAt(preview: Desk['preview']): void;
  /** Takes the first moves of a line into the study. */
  adopt(line: Line, moves: number): void;
}

/** The engine's switch, how far it has come, and its lines. */
export function engineCard(m: StudyBoard, desk: Desk): VNode {
  const { words } = m;
  const { engine } = desk;
  const toggle = (name: string, pressed: boolean, text: string, act: () => void, icon: VNode): VNode =>
    h(`button.${name}`, { key: name, attrs: { type: 'button', 'aria-pressed': String(pressed) }, on: { click: act } }, [icon, text]);
  return h('section.card.engine', { key: 'engine', attrs: { 'aria-labelledby': 'engine-title' } }, [
    h('div.engine-head', [
      h('h2#engine-title', words.engine),
      toggle('engine-on', engine.on, engine.on ? words.engineStop : words.engineStart, desk.toggle, sign('engine')),
      toggle('threat', desk.threat, words.threat, desk.toggleThreat, sign('threat')),
      h('label.lines-pick', [
        h('span.unseen', words.engineLines),
        h(
          'select',
          { attrs: { name: 'lines', title: words.engineLines }, on: { change: (event: Event) => engine.setLines(Number((event.target as HTMLSelectElement).value)) } },
          Array.from({ length: MOST_LINES }, (_, i) => h('option', { attrs: { value: i + 1 }, props: { selected: engine.lines === i + 1 } }, String(i + 1))),
        ),
      ]),
    ]),
    h('p.engine-place', [
      h('label', [
        h('span.unseen', words.enginePlace),
        h(
          'select',
          { attrs: { name: 'engine-place', title: words.enginePlace, disabled: connection.away }, on: { change: (event: Event) => engine.setPlace((event.target as HTMLSelectElement).value as Place) } },
          (['server', 'device'] as const).map((place) => h('option', { attrs: { value: place }, props: { selected: engine.speaks === place } }, place === 'server' ? words.engineOfServer : words.engineOfDevice)),
        ),
      ]),
      h('span.engine-speaks', engine.speaks === 'server' ? words.serverSpeaks : words.deviceSpeaks),
    ]),
    h('p.engine-state', { attrs: { role: 'status' } }, stateOf(m, desk)),
    h('p.engine-speed', { attrs: { 'aria-label': words.engineSpeed } }, speedOf(m, desk)),
    lines(m, desk),
    preview(m, desk),
  ]);
}

/** What the position is worth, in words that are read out only when they say something new. */
function stateOf(m: StudyBoard, { engine, threat, fen }: Desk): string {
  const { words } = m;
  const { found } = engine;
  if (engine.failed) return words.deviceFails;
  if (engine.refusal !== '') return words.problem[engine.refusal as ProblemCode] ?? engine.refusal;
  if (engine.before !== null) return words.engineQueued(engine.before);
  if (found?.verdict != null) return `${words.byTables}: ${verdictText(words, found.verdict, turnOf(fen))}`;
  if (!engine.on && found === null) return words.engineOff;
  if (threat) return words.threatOf(turnOf(fen));
  if (found === null) return words.engineBegins;
  if (found.lines.length === 0) return found.done ? words.noMovesHere : words.engineBegins;
  const own = engine.speaks === 'device';
  if (found.done || !engine.on) return own ? words.deviceDone : words.engineDone;
  return own ? words.deviceThinks : words.engineThinks;
}

function speedOf(m: StudyBoard, { engine }: Desk): string {
  const { found } = engine;
  if (found === null || found.depth === 0) return '';
  return m.words.engineCounts(found.depth, found.nodes, found.nps, found.threads);
}

function lines(m: StudyBoard, desk: Desk): VNode {
  const { engine, fen } = desk;
  const turn = turnOf(fen);
  const verdict = engine.found?.verdict ?? null;
  const plies = plyOf(m.node) + (desk.threat ? 1 : 0);
  const rows = Array.from({ length: engine.lines }, (_, i) => {
    const line = engine.found?.lines[i];
    if (line === undefined) return h('li', { key: i });
    const shown = desk.preview?.line === i ? desk.preview.moves : 0;
    return h('li', { key: i }, [
      h('strong.score', verdict !== null && i === 0 ? scoreByTable(verdict.verdict) : scoreText(line, turn, m.words.tag)),
      h(
        'button.pv',
        {
          attrs: { type: 'button', 'data-line': i, 'aria-label': `${m.words.lineNumber(i + 1)}: ${scoreText(line, turn, m.words.tag)}. ${named(m, lineText(m.start, plies, line.pv))}` },
          on: {
            focus: (event: FocusEvent) => (event.currentTarget as Element).matches(':focus-visible') && desk.lookAt({ line: i, moves: Math.min(line.moves.length, 1) }),
            blur: () => desk.lookAt(null),
            mouseleave: () => desk.lookAt(null),
            click: (event: MouseEvent) => desk.adopt(line, moveUnder(event) ?? Math.max(shown, 1)),
          },
        },
        line.pv.map((text, j) =>
          h('span', { class: { seen: j < shown }, attrs: { 'data-move': j + 1 }, on: { mouseenter: () => desk.lookAt({ line: i, moves: j + 1 }) } }, `${named(m, text)} `),
        ),
      ),
    ]);
  });
  return h('ol.pvs', { key: 'lines' }, rows);
}

const scoreByTable = (verdict: string): string => (verdict === 'win' || verdict === 'loss' ? '' : '½');

const moveUnder = (event: MouseEvent): number | null => {
  const move = (event.target as Element).closest<HTMLElement>('[data-move]')?.dataset['move'];
  return event.detail === 0 || move === undefined ? null : Number(move);
};

function preview(m: StudyBoard, { preview: at, engine, fen }: Desk): VNode | null {
  const line = at === null ? undefined : engine.found?.lines[at.line];
  if (at === null || line === undefined) return null;
  const moves = line.moves.slice(0, at.moves);
  return h('div.preview', { key: 'preview' }, [miniBoard(standingAfter(fen, moves), moves.at(-1), { flipped: isFlipped(m), colours: m.settings.board, set: m.settings.pieces })]);
}

/** The bar beside the board: as much of it is light as White may expect. It turns with the board. */
export function evalBar(m: StudyBoard, { engine }: Desk, here: string): VNode {
  const found = engine.known(here, m.rules);
  const turn = turnOf(shownFen(m));
  const share = whitesShare(found, turn);
  const percent = Math.round((share ?? 0.5) * 100);
  const [best] = found?.lines ?? [];
  const text = share === null ? m.words.notEvaluated : found?.verdict != null ? verdictText(m.words, found.verdict, turn) : m.words.evaluation(best === undefined ? '' : scoreText(best, turn, m.words.tag), percent);
  return h('div.evalbar', { key: 'bar', class: { unknown: share === null }, attrs: { role: 'meter', 'aria-label': m.words.evaluationBar, 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': percent, 'aria-valuetext': text, title: text } }, [
    h('svg', { attrs: { viewBox: '0 0 1 1', preserveAspectRatio: 'none', 'aria-hidden': 'true' } }, [h('rect', { attrs: { width: 1, height: share ?? 0.5, y: isFlipped(m) ? 0 : 1 - (share ?? 0.5) } })]),
  ]);
}
