import { h, type VNode } from 'snabbdom';
import { canBeShown, type Fault, type ReadGame, type Records } from '../../records';
import { dialog } from '../../view/dialog';
import { icon } from '../../view/icons';
import { noteView } from '../../view/notes';
import type { RulesName } from '../../words/catalogue';
import type { FaultCode } from '../../words/trouble';
import { overText, plainDate } from './about';
import type { PlayModel } from './model';
import type { Reader } from './reader';

/** The most problems of a game that are told. */
const MAX_FAULTS = 5;

/** The dialogue in which games are read from a text and one is chosen. */
export function readingDialog(m: PlayModel, reader: Reader): VNode {
  const { words, reading } = m;
  const { answer } = reading;
  return dialog('reading', words.openGames, words.close, reading.open, reader.close, answer === null ? question(m, reader) : games(m, reader, answer));
}

function question(m: PlayModel, reader: Reader): VNode[] {
  const { words, reading } = m;
  return [
    h('label.paste', { key: 'paste' }, [
      words.pasteGames,
      h('textarea', {
        attrs: { name: 'pdn', spellcheck: 'false', autocomplete: 'off', placeholder: '1. c3-d4 d6-c5 2. b2-c3 …' },
        props: { value: reading.text },
        on: { input: (event: Event) => reader.setText((event.target as HTMLTextAreaElement).value) },
      }),
    ]),
    h('div.from-file', { key: 'file' }, [
      h('label.button', [
        h('input.unseen', { attrs: { type: 'file', name: 'file', accept: '.pdn,.txt,text/plain' }, on: { change: (event: Event) => readFile(event.target as HTMLInputElement, reader) } }),
        icon('open'),
        words.chooseFile,
      ]),
      h('span.quiet', words.orDrop),
    ]),
    h('label.pick', { key: 'rules' }, [
      words.drawRules,
      h(
        'select',
        { attrs: { name: 'rules' }, on: { change: (event: Event) => reader.setRules((event.target as HTMLSelectElement).value) } },
        (Object.entries(words.drawRulesName) as [RulesName, string][]).map(([value, text]) => h('option', { attrs: { value }, props: { selected: value === reading.rules } }, text)),
      ),
    ]),
    h('p.refusal', { key: 'refusal', attrs: { role: 'status' } }, reading.busy ? words.reading : noteView(m, reading.refusal)),
    h('button.primary.read', { key: 'read', attrs: { type: 'button', disabled: reading.busy || reading.text.trim() === '' }, on: { click: reader.readText } }, words.read),
  ];
}

function readFile(input: HTMLInputElement, reader: Reader): void {
  const file = input.files?.[0];
  if (file !== undefined) void reader.read(file);
  input.value = '';
}

function games(m: PlayModel, reader: Reader, answer: Records): VNode[] {
  const { words } = m;
  return [
    h('p.found', { key: 'found', attrs: { role: 'status' } }, [h('strong', words.gamesFound(answer.found, answer.games.length)), ' ', h('span.quiet', words.encodingWas(answer.encoding))]),
    h('ol.games', { key: 'games', attrs: { tabindex: -1 } }, answer.games.map((game, i) => item(m, reader, game, i === 0))),
    h('button.other-text', { key: 'again', attrs: { type: 'button' }, on: { click: reader.again } }, words.otherText),
  ];
}

function item(m: PlayModel, reader: Reader, game: ReadGame, first: boolean): VNode {
  const { words } = m;
  const players = [game.white, game.black].filter((name) => name !== '').join(' – ') || words.gameNumber(game.number);
  const occasion = [game.event, plainDate(game.date)].filter((part) => part !== '' && part !== '?').join(', ');
  const faults = game.problems.filter((fault) => fault.code !== 'other-encoding'); // the encoding is told above
  const focused = { insert: (node: VNode): void => (node.elm as HTMLElement).focus() };
  return h('li', { key: game.number }, [
    h(
      'button.game',
      { attrs: { type: 'button', disabled: !canBeShown(game) }, on: { click: () => reader.choose(game) }, ...(first && { hook: focused }) },
      [h('span.players', players), h('span.result', game.result === '*' ? '' : game.result), h('span.quiet', [occasion, words.pliesRead(game.moves.length, game.plies)].filter((part) => part !== '').join(' · '))],
    ),
    game.over === null ? null : h('p.over', overText(game.over, words)),
    faults.length === 0 ? null : h('ul.faults', faults.slice(0, MAX_FAULTS).map((fault) => faultLine(m, fault))),
    faults.length <= MAX_FAULTS ? null : h('p.quiet', words.moreTold(faults.length - MAX_FAULTS)),
  ]);
}

function faultLine(m: PlayModel, { line, column, code, warning, found, detail }: Fault): VNode {
  const { words } = m;
  const known: string | undefined = words.fault[code as FaultCode];
  return h('li', { class: { warning } }, [
    h('span.where', words.place(line, column)),
    `: ${known ?? detail}`,
    found === '' ? null : h('code', found),
    known === undefined || warning ? null : h('small', { attrs: { lang: 'en' } }, detail),
  ]);
}
