import { h, type VNode } from 'snabbdom';
import { isFlipped } from '../../model';
import { parseFen } from '../../pieces';
import { NUMBERINGS, writeFen } from '../../study/fen';
import { sign } from '../../study/view/icons';
import { drawBoard, type BoardFace } from '../../view/board';
import { card } from '../../view/card';
import { check, choices, select } from '../../view/fields';
import type { Grid } from '../../view/grid';
import { icon } from '../../view/icons';
import { named } from '../../view/naming';
import { reasonText, resultText } from '../../view/ending';
import { king, man } from '../../view/pieces';
import { chip } from '../../view/table';
import { other, type Side } from '../../types';
import { TOOLS, type EditorBoard, type Tool } from './model';
import { pictureLinks } from '../../view/picture';

const TABLE_PIECES = 5;

/** The board with the tools to set it up on its right, and on its left where to take the position. */
export function editorView(m: EditorBoard, grid: Grid, invite: () => void): VNode[] {
  const { words } = m;
  const near: Side = isFlipped(m) ? 'black' : 'white';
  const face: BoardFace = { flipped: isFlipped(m), pieces: m.pieces, held: m.held, targets: new Set(), capturing: false, mustTake: new Set(), premove: [] };
  return [
    h('h1.unseen', { key: 'title' }, words.editor),
    h('section.table', { key: 'table', attrs: { 'aria-label': words.board } }, [
      bar(m, other(near)),
      h('div.board', { key: 'board', class: { [m.settings.board]: true, [`set-${m.settings.pieces}`]: true } }, [drawBoard(m, face), grid.view(face)]),
      bar(m, near),
      statusOf(m),
      h('p#board-help.unseen', { key: 'help' }, words.editorHelp),
    ]),
    h('div.controls', { key: 'controls' }, [palette(m)]),
    h('div.right', { key: 'right' }, [setupCard(m)]),
    h('div.left', { key: 'left' }, [takeCard(m, invite), textCard(m)]),
  ];
}

const bar = (m: EditorBoard, side: Side): VNode =>
  h('div.player', { key: side, class: { 'to-move': m.turn === side } }, [chip(m, side), h('strong', m.words.side[side]), h('span.quiet', m.turn === side ? m.words.toMove(side).replace(/\.$/, '') : '')]);

/** Whether the position is one, and if not, why. */
function statusOf(m: EditorBoard): VNode {
  const { words, faults } = m;
  const outcome = m.isAllowed ? m.outcome : null;
  const headline = !m.isAllowed ? words.notLegal : outcome ? words.overAtOnce : m.isLegal ? words.legalPosition : words.forgiven;
  const why = faults.map(({ fault, squares }) => words.setupFault[fault] + (squares.length > 0 ? `: ${squares.join(', ')}` : ''));
  if (outcome) why.push(`${resultText(words, outcome)}: ${reasonText(words, outcome)}`);
  return h('div.status', { key: 'status', class: { faulty: !m.isAllowed } }, [
    h('p.headline', { attrs: { role: 'status' } }, headline),
    h('p.note', { class: { fresh: why.length > 0 }, attrs: { role: 'status' } }, named(m, why.join('; '))),
  ]);
}

function palette(m: EditorBoard): VNode {
  const { words } = m;
  const pick = (tool: Tool): void => {
    m.tool = tool;
    m.held = null;
    m.shell.render();
  };
  return h('fieldset.palette', { key: 'palette' }, [
    h('legend.unseen', words.tools),
    ...TOOLS.map((tool, i) =>
      h('label.choice', { key: tool, class: { on: m.tool === tool }, attrs: { title: `${words.tool[tool]} (${i + 1})` } }, [
        h('input', { attrs: { type: 'radio', name: 'tool', value: tool, 'aria-label': words.tool[tool] }, props: { checked: m.tool === tool }, on: { change: () => pick(tool) } }),
        toolSign(m, tool),
      ]),
    ),
  ]);
}

function toolSign(m: EditorBoard, tool: Tool): VNode {
  if (tool === 'move') return sign('move');
  if (tool === 'erase') return sign('bin');
  const [side, kind] = tool.split('-') as [Side, string];
  return h(`svg.tool.board.${m.settings.board}.set-${m.settings.pieces}`, { attrs: { viewBox: '0 0 1 1', 'aria-hidden': 'true' } }, [
    h('g.picture', [h('rect.dark', { attrs: { width: 1, height: 1 } }), h(`g.piece.${side}`, { attrs: { transform: 'translate(.5 .5)' } }, kind === 'king' ? king() : man())]),
  ]);
}

function setupCard(m: EditorBoard): VNode {
  const { words, shell } = m;
  const act = (deed: () => void) => (): void => {
    deed();
    shell.render();
  };
  const button = (name: string, symbol: VNode, text: string, deed: () => void, possible = true): VNode =>
    h(`button.${name}`, { key: name, attrs: { type: 'button', disabled: !possible }, on: { click: act(deed) } }, [symbol, text]);
  return card('setup-card', words.position, [
    choices('turn', words.whoseMove, m.turn, [['white', words.side.white], ['black', words.side.black]], (turn) => act(() => m.setTurn(turn))()),
    h('div.study-deeds', { key: 'deeds' }, [
      button('start', icon('first'), words.startSetup, () => m.lay({ pieces: parseFen(''), turn: 'white' })),
      button('empty', sign('bin'), words.emptyBoard, () => m.lay({ pieces: [], turn: m.turn })),
      button('mirror', sign('mirror'), words.mirror, () => m.mirror()),
      button('flip', icon('flip'), words.flip, () => void (m.near = other(m.near))),
      button('undo', icon('back'), words.undo, () => m.undo(), m.canUndo),
    ]),
    fenPart(m),
    check('forgive', words.forgive, m.forgive, false, (forgive) => act(() => m.setForgive(forgive))()),
  ]);
}

function fenPart(m: EditorBoard): VNode {
  const { words, shell, badFen } = m;
  const fen = m.fenText ?? writeFen(m.setup, m.numbering);
  return h('div.fen-part', { key: 'fen' }, [
    h('label.pick', [
      'FEN',
      h('textarea', {
        attrs: { name: 'fen', rows: 3, spellcheck: 'false', autocomplete: 'off', 'aria-invalid': String(badFen !== null), 'aria-describedby': 'fen-fault' },
        props: { value: fen },
        on: {
          input: (event: Event) => {
            m.fenText = (event.target as HTMLTextAreaElement).value;
          },
          change: (event: Event) => {
            m.read((event.target as HTMLTextAreaElement).value);
            shell.render();
          },
          beforeinput: (event: InputEvent) => {
            if (event.inputType !== 'insertLineBreak') return;
            event.preventDefault();
            m.read((event.target as HTMLTextAreaElement).value);
            shell.render();
          },
        },
      }),
    ]),
    h('p#fen-fault.refusal', { attrs: { role: 'status' } }, badFen === null ? '' : words.fenFault(badFen.fault, badFen.found, badFen.at)),
    select('numbering', words.numbering, m.numbering, NUMBERINGS.map((numbering) => [numbering, words.numberingName[numbering]] as const), (numbering) => {
      m.numbering = numbering;
      m.fenText = null;
      m.badFen = null;
      shell.render();
    }),
  ]);
}

/** Where the position may be taken. */
function takeCard(m: EditorBoard, invite: () => void): VNode {
  const { words, shell, fen } = m;
  const forgive = m.isLegal ? {} : { forgive: 'true' };
  const query = (more: Record<string, string> = {}): string => String(new URLSearchParams({ fen, ...forgive, ...more }));
  const ready = m.isAllowed;
  const open = ready && m.outcome === null;
  const way = (name: string, possible: boolean, href: string, symbol: VNode, text: string): VNode =>
    possible
      ? h(`a.button.${name}`, { key: name, attrs: { href } }, [symbol, text])
      : h(`a.button.${name}`, { key: name, attrs: { role: 'link', 'aria-disabled': 'true' } }, [symbol, text]);
  return card('take', words.takeIt, [
    h('div.study-deeds', { key: 'deeds' }, [
      way('analyse', ready, `/analysis?${query()}`, sign('engine'), words.analyse),
      way('play-computer', open, `/?${query({ side: m.turn })}`, icon('play'), words.playComputer),
      h('button.play-friend', { key: 'friend', attrs: { type: 'button', disabled: !open || !m.isLegal }, on: { click: invite } }, [icon('person'), words.playFriend]),
      way('to-table', m.isLegal && m.pieces.length <= TABLE_PIECES, `/tables?${query()}`, sign('table'), words.endgames),
      h('button.copy-fen', { key: 'copy-fen', attrs: { type: 'button', disabled: !m.isAllowed }, on: { click: () => void shell.copy(writeFen(m.setup, m.numbering)) } }, [icon('copy'), words.copyFen]),
      ...pictureLinks(m, fen, m.isAllowed),
    ]),
  ]);
}

function textCard(m: EditorBoard): VNode {
  const { words } = m;
  const line = (side: Side): string => {
    const own = m.pieces.filter((piece) => piece.side === side).sort((a, b) => (a.square < b.square ? -1 : 1));
    const squares = (isKing: boolean): string[] => own.filter((piece) => piece.king === isKing).map((piece) => piece.square);
    return named(m, words.piecesOf(side, squares(false), squares(true)));
  };
  const shown = card('text', words.positionInWords, [line('white'), line('black'), words.toMove(m.turn)].map((text) => h('p', text)));
  shown.data!.class = { unseen: !m.settings.text };
  return shown;
}
