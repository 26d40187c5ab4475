import { h, type VNode } from 'snabbdom';
import { USUAL_CLOCKS, canBeMicro, canBeRated, type Draft } from '../club/draft';
import type { Lobby } from '../club/lobby';
import { TABLES, type ClockKind, type RulesName } from '../club/types';
import type { Words } from '../words';
import { dialog } from './dialog';
import { check, choices, number, select, text } from './fields';
import { noteText } from './notes';
import { tableName } from './opening';

/** The dialogue in which a seat is made: for anyone, for a friend, or against the computer with a clock. */
export function seatDialog(lobby: Lobby): VNode {
  const { words } = lobby.shell;
  const { dialog: draft } = lobby;
  return dialog('seat', draft?.who === 'friend' ? words.playFriend : words.createSeat, words.close, draft !== null, lobby.close, draft === null ? [] : fields(lobby, draft));
}

function fields(lobby: Lobby, draft: Draft): VNode[] {
  const { words } = lobby.shell;
  const { fill } = lobby;
  return [
    h('div.fields', { key: 'fields' }, [
      choices('who', words.opponent, draft.who, [['anyone', words.anyone], ['friend', words.aFriend], ['computer', words.computer]], (who) => fill({ who })),
      draft.who !== 'computer'
        ? null
        : h('label.strength', { key: 'level' }, [
            h('span', words.strength),
            h('output', `${words.strengthName(draft.level)} · ${draft.level}`),
            h('input', {
              attrs: { type: 'range', name: 'level', min: 1, max: 10, step: 1, 'aria-label': words.strength, 'aria-valuetext': `${draft.level}, ${words.strengthName(draft.level)}` },
              props: { value: String(draft.level) },
              on: { input: (event: Event) => fill({ level: Number((event.target as HTMLInputElement).value) }) },
            }),
          ]),
      clockFields(words, draft, fill),
      choices('color', words.youPlay, draft.color, [['white', words.playAs.white], ['random', words.byLot], ['black', words.playAs.black]], (color) => fill({ color })),
      openingFields(words, draft, fill),
      h('div.switches', { key: 'switches' }, [
        check('rated', words.ratedLong, draft.rated, !canBeRated(draft), (rated) => fill({ rated })),
        check('micro', words.microLong, draft.micro, !canBeMicro(draft), (micro) => fill({ micro })),
        check('offers', words.clubOffersLong, draft.offers === 'club', false, (club) => fill({ offers: club ? 'club' : 'free' })),
      ]),
      select('rules', words.drawRules, draft.rules, Object.entries(words.drawRulesName) as [RulesName, string][], (rules) => fill({ rules })),
    ]),
    h('div.finish', { key: 'finish' }, [
      h('p.refusal', { attrs: { role: 'status' } }, noteText(lobby.deed.refusal)),
      h('button.primary.make-seat', { attrs: { type: 'button', disabled: lobby.deed.busy }, on: { click: (event: Event) => submit(event, lobby) } }, draft.who === 'friend' ? words.makeLink : draft.who === 'computer' ? words.playNow : words.openSeat),
    ]),
  ];
}

function submit(event: Event, lobby: Lobby): void {
  if ((event.currentTarget as Element).closest('form')!.reportValidity()) void lobby.create();
}

function clockFields(words: Words, draft: Draft, fill: (change: Partial<Draft>) => void): VNode {
  const kinds = Object.entries(words.clockKind) as [ClockKind, string][];
  const { clock } = draft;
  const timed = clock === 'fischer' || clock === 'delay' || clock === 'moves';
  return h('div.clock-fields', { key: 'clock' }, [
    h('div.usual', { key: 'usual', attrs: { role: 'group', 'aria-label': words.usualClocks } }, USUAL_CLOCKS.map(([minutes, seconds]) =>
      h(
        'button',
        {
          key: minutes,
          attrs: { type: 'button', 'aria-pressed': String(clock === 'fischer' && draft.minutes === minutes && draft.seconds === seconds) },
          on: { click: () => fill({ clock: 'fischer', minutes, seconds }) },
        },
        `${minutes}+${seconds}`,
      ),
    )),
    h('div.row-of-fields', { key: 'row' }, [
      select('clock', words.clock, clock, kinds, (clock) => fill({ clock })),
      timed ? number('minutes', words.minutes, draft.minutes, [0.5, 180, 0.5], (minutes) => fill({ minutes })) : null,
      clock === 'fischer' || clock === 'delay' ? number('seconds', clock === 'fischer' ? words.increment : words.delay, draft.seconds, [0, 180, 1], (seconds) => fill({ seconds })) : null,
      clock === 'moves' ? number('moves', words.forMoves, draft.moves, [1, 100, 1], (moves) => fill({ moves })) : null,
      clock === 'moves' ? number('again', words.minutesAgain, draft.again, [0.5, 180, 0.5], (again) => fill({ again })) : null,
      clock === 'days' ? number('days', words.daysAMove, draft.days, [1, 30, 1], (days) => fill({ days })) : null,
    ]),
  ]);
}

function openingFields(words: Words, draft: Draft, fill: (change: Partial<Draft>) => void): VNode {
  return h('div.row-of-fields.opening-fields', { key: 'opening' }, [
    select('start', words.opening, draft.start, Object.entries(words.startKind) as [Draft['start'], string][], (start) => fill({ start })),
    draft.start === 'drawn' || draft.start === 'entry' ? select('table', words.table, draft.table, TABLES.map((table) => [table, tableName(table)] as const), (table) => fill({ table })) : null,
    draft.start === 'entry' ? text({ name: 'code', title: words.entryNumber, value: draft.code, set: (code) => fill({ code }), more: { required: true, maxlength: 16 } }) : null,
    draft.start === 'position' ? text({ name: 'fen', title: 'FEN', value: draft.fen, set: (fen) => fill({ fen }), more: { required: true, maxlength: 200, placeholder: 'W:Wc3,e3:Bd6,f6' } }) : null,
  ]);
}
