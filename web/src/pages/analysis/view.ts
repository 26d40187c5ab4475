import { h, type VNode } from 'snabbdom';
import { saveText } from '../../download';
import { shownFen } from '../../model';
import { studyFen } from '../../study/study';
import { branchOf, GLYPHS } from '../../study/tree';
import { COLOURS } from '../../study/shapes';
import type { Pen } from '../../study/pen';
import { engineCard, evalBar } from '../../study/view/engine';
import { sign, type StudyIcon } from '../../study/view/icons';
import { learnCard, learnText, reportCard } from '../../study/view/report';
import { studyTable } from '../../study/view/table';
import { treeView } from '../../study/view/tree';
import { card } from '../../view/card';
import { select } from '../../view/fields';
import type { Grid } from '../../view/grid';
import { icon } from '../../view/icons';
import { openingPart } from '../../view/opening';
import { countersCard, textCard } from '../../view/panels';
import { steps } from '../../view/steps';
import type { RulesName } from '../../words/catalogue';
import type { Panel, Session } from './session';
import { pictureLinks } from '../../view/picture';

/** The board in the middle, the engine and the moves on its right, the game on its left, the report below. */
export function analysisView(session: Session, grid: Grid, pen: Pen): VNode[] {
  const { m, learn } = session;
  const { words } = m;
  const panels: [Panel, string][] = [['moves', words.moves], ['report', words.report], ['game', words.newGameShort]];
  const draft = m.drawn === null ? null : { ...m.drawn, colour: m.pen ?? 'green' };
  return [
    h('h1.unseen', { key: 'title' }, words.analysis),
    studyTable(m, grid, pen, { shapes: m.node.shapes, draft, best: session.best, threat: session.threat }, evalBar(m, session, studyFen(m)), learnText(session)),
    controls(session),
    h('nav.tabs', { key: 'tabs', attrs: { 'aria-label': words.panels } }, panels.map(([panel, text]) =>
      h('button', { key: panel, class: { on: session.panel === panel }, attrs: { type: 'button', 'aria-pressed': String(session.panel === panel) }, on: { click: () => session.show(panel) } }, text),
    )),
    h('div.right', { key: 'right' }, [learn.state === null ? engineCard(m, session) : learnCard(session), movesCard(session)]),
    h('div.left', { key: 'left' }, [studyCard(session), countersCard(m), textCard(m)]),
    h('div.below', { key: 'below' }, [reportCard(session)]),
  ];
}

function controls(session: Session): VNode {
  const { m, study } = session;
  const { words } = m;
  const pens = COLOURS.map((colour) =>
    h(`button.plain.pen.${colour}`, { key: colour, attrs: { type: 'button', 'aria-pressed': String(m.pen === colour), 'aria-label': words.penOf(colour), title: words.penOf(colour) }, on: { click: () => session.takePen(colour) } }, [
      h('svg.pen-sample', { attrs: { viewBox: '0 0 2 1', 'aria-hidden': 'true' } }, [h(`g.shape.${colour}`, [h('path.stroke', { attrs: { d: 'M.15 .5H1.85' } })])]),
    ]),
  );
  return h('div.controls', { key: 'controls' }, [
    steps(m, study.review, h('button.flip', { key: 'flip', attrs: { type: 'button', 'aria-label': words.flip, title: words.flip }, on: { click: session.flip } }, [icon('flip')])),
    h('div.pens', { key: 'pens', attrs: { role: 'group', 'aria-label': words.drawing } }, [
      sign('pen'),
      ...pens,
      h('button.plain.wipe', { key: 'wipe', attrs: { type: 'button', 'aria-label': words.wipe, title: words.wipe, disabled: m.node.shapes.length === 0 }, on: { click: session.wipe } }, [icon('close')]),
    ]),
  ]);
}

function movesCard(session: Session): VNode {
  const { m, study, reports } = session;
  const { words } = m;
  const { node } = m;
  const isFirst = node.move === null;
  const button = (name: string, sign_: StudyIcon, text: string, possible: boolean, act: () => void): VNode =>
    h(`button.plain.${name}`, { key: name, attrs: { type: 'button', 'aria-label': text, title: text, disabled: !possible }, on: { click: act } }, [sign(sign_)]);
  return h('section.card.line-card', { key: 'moves' }, [
    h('h2', words.moves),
    treeView(m, reports.markOf, (to) => void study.goTo(to)),
    h('div.glyphs', { key: 'glyphs', attrs: { role: 'group', 'aria-label': words.glyphs } }, GLYPHS.map((glyph) =>
      h('button.glyph', { key: glyph, attrs: { type: 'button', disabled: isFirst, 'aria-pressed': String(node.glyph === glyph), 'aria-label': words.glyphName[glyph], title: words.glyphName[glyph] }, on: { click: () => session.setGlyph(glyph) } }, glyph),
    )),
    h('label.comment-field', { key: 'comment' }, [
      h('span.unseen', words.comment),
      h('textarea', {
        attrs: { name: 'comment', rows: 2, placeholder: words.comment },
        props: { value: node.comment },
        on: { input: (event: Event) => session.setComment((event.target as HTMLTextAreaElement).value) },
      }),
    ]),
    h('div.tree-deeds', { key: 'deeds' }, [
      button('promote', 'up', words.promote, branchOf(node) !== null, study.promote),
      button('to-main', 'top', words.toMainLine, branchOf(node) !== null, study.toMain),
      button('remove', 'bin', words.removeLine, !isFirst, study.remove),
      button('undo', 'undo', words.undoRemove, study.undo !== null, () => study.undo?.()),
    ]),
  ]);
}

function studyCard(session: Session): VNode {
  const { m, shell } = session;
  const { words } = m;
  const button = (name: string, symbol: VNode, text: string, act: () => void): VNode => h(`button.${name}`, { key: name, attrs: { type: 'button' }, on: { click: act } }, [symbol, text]);
  const { tablePath } = session;
  return card('study', words.study, [
    openingPart(m.known?.state.opening, words),
    select('rules', words.drawRules, m.rules as RulesName, Object.entries(words.drawRulesName) as [RulesName, string][], session.setRules),
    h('div.study-deeds', { key: 'deeds' }, [
      button('open-study', icon('open'), words.openStudy, session.reader.open),
      h('a.button.edit', { key: 'edit', attrs: { href: session.editorPath } }, [sign('edit'), words.editPosition]),
      button('copy-link', icon('link'), words.copyLink, () => void session.share()),
      tablePath === null ? h('button.to-table', { key: 'table', attrs: { type: 'button', disabled: true } }, [sign('table'), words.endgames]) : h('a.button.to-table', { key: 'table', attrs: { href: tablePath } }, [sign('table'), words.endgames]),
      button('copy-pdn', icon('copy'), words.copyPdn, () => void shell.copy(session.pdn())),
      button('copy-fen', icon('copy'), words.copyFen, () => void shell.copy(shownFen(m))),
      button('save-pdn', icon('save'), words.savePdn, () => saveText('bolshak.pdn', session.pdn())),
      button('print', sign('print'), words.print, () => print()),
      ...pictureLinks(m, shownFen(m)),
      button('new-study', icon('plus'), words.newStudy, session.newStudy),
      session.hasPrevious ? button('previous-study', icon('return'), words.previousStudy, session.bringBack) : null,
    ]),
  ]);
}
