import { h, type VNode } from 'snabbdom';
import { classOf } from '../club/draft';
import type { Lobby } from '../club/lobby';
import type { Seat } from '../club/types';
import { icon } from './icons';
import { noteText } from './notes';
import { playerLink, ratingText } from './people';
import { otherTerms } from './terms';

/** The ways to other people: a friend by link, and the seats that wait for somebody. */
export function lobbyCard(lobby: Lobby): VNode {
  const { words } = lobby.shell;
  return h('section.card.lobby', { key: 'lobby' }, [
    h('div.head', { key: 'head' }, [h('h2', words.people), h('span.quiet.crowd', lobby.seats === null ? '' : words.crowd(lobby.online, lobby.playing))]),
    h('div.ways', { key: 'ways' }, [
      h('button.play-friend', { attrs: { type: 'button' }, on: { click: () => lobby.open('friend') } }, [icon('link'), words.playFriend]),
      h('button.create-seat', { attrs: { type: 'button' }, on: { click: () => lobby.open('anyone') } }, [icon('plus'), words.createSeat]),
    ]),
    h('p.refusal', { key: 'refusal', attrs: { role: 'status' } }, lobby.dialog === null ? noteText(lobby.deed.refusal) : ''),
    seatList(lobby),
  ]);
}

function seatList(lobby: Lobby): VNode {
  const { words, socket } = lobby.shell;
  const { seats } = lobby;
  if (seats === null) return h('p.quiet.seats', { key: 'seats' }, socket.isBroken ? words.lineBroken : words.lobbyLoading);
  if (seats.length === 0) return h('p.quiet.seats', { key: 'seats' }, words.noSeats);
  return h('ul.seats', { key: 'seats', attrs: { 'aria-label': words.openSeats } }, seats.map((seat) => seatRow(lobby, seat)));
}

function seatRow(lobby: Lobby, seat: Seat): VNode {
  const { words } = lobby.shell;
  const mine = lobby.isMine(seat);
  const timeClass = classOf(seat.terms.clock);
  const rating = timeClass === null ? '' : ratingText(seat.by.ratings?.[timeClass]);
  const colour = seat.color === 'random' ? [] : [words.seatColour[seat.color]];
  return h('li', { key: seat.id, class: { mine } }, [
    h('div.who', [h('strong.clock', words.clockTerms(seat.terms.clock)), ' ', mine ? h('span', words.yourSeat) : playerLink(seat.by, words), rating === '' ? null : h('span.quiet', ` ${rating}`)]),
    h('div.quiet.what', [...otherTerms(seat.terms, words), ...colour].join(' · ')),
    mine
      ? h('button.withdraw', { attrs: { type: 'button', disabled: lobby.deed.busy }, on: { click: () => void lobby.withdraw(seat) } }, words.withdraw)
      : h('button.join', { attrs: { type: 'button', disabled: lobby.deed.busy, 'aria-label': words.joinSeat(seat.by.name) }, on: { click: () => void lobby.join(seat) } }, words.join),
  ]);
}
