import { h, type VNode } from 'snabbdom';
import type { Deed, May } from '../../club/types';
import { other } from '../../types';
import { icon, type IconName } from '../../view/icons';
import { steps } from '../../view/steps';
import type { DrawWhyNot } from '../../words/club';
import type { Parts } from './parts';
import type { LiveModel } from './model';

const ADDED_MS = 15_000;

/** The buttons under the board: steps through the moves, and what can be done in the game. */
export function controls(m: LiveModel, parts: Parts): VNode {
  const { words } = m;
  const flip = h('button.flip', { key: 'flip', attrs: { type: 'button', 'aria-label': words.flip, title: words.flip }, on: { click: () => m.shell.set({ turned: !m.settings.turned }) } }, [icon('flip')]);
  return h('div.controls', { key: 'controls' }, [steps(m, parts.review, flip), deeds(m, parts)]);
}

function deeds(m: LiveModel, parts: Parts): VNode {
  const { view, words } = m;
  if (view === null) return h('div.deeds', { key: 'none' });
  return question(m, parts) ?? (m.isOn ? (view.you === null ? watching(m) : playing(m, parts)) : after(m, parts)) ?? h('div.deeds', { key: 'none' }, [h('a.button', { attrs: { href: '/' } }, words.navPlay)]);
}

interface Deeds {
  name: string;
  sign: IconName;
  text: string;
  act: () => void;
  /** Not now: a press says why. */
  off?: boolean;
  disabled?: boolean;
}

const button = ({ name, sign, text, act, off = false, disabled = false }: Deeds): VNode =>
  h(`button.${name}`, { key: name, attrs: { type: 'button', disabled, 'aria-disabled': String(off || disabled) }, on: { click: act } }, [icon(sign), text]);

function playing(m: LiveModel, { session }: Parts): VNode {
  const { words } = m;
  const view = m.view!;
  const { may, offers } = view;
  const plies = view.turn === view.you ? 2 : 1;
  const asked = offers.takeback?.by === view.you;
  return h('div.deeds.four', { key: 'playing' }, [
    button({ name: 'take-back', sign: 'back', text: asked ? words.asked : words.takeBack, act: () => session.do({ type: 'takeback-offer', plies }), disabled: !may.takeback }),
    button({ name: 'offer-draw', sign: 'draw', text: offers.draw === view.you ? words.asked : words.offerDraw, act: () => offerDraw(m, may, session.do), off: !may.draw }),
    may.abort
      ? button({ name: 'abort', sign: 'close', text: words.abort, act: () => ask(m, 'abort') })
      : button({ name: 'resign', sign: 'flag', text: words.resign, act: () => ask(m, 'resign') }),
    button({ name: 'add-time', sign: 'time', text: words.addTime, act: () => session.do({ type: 'add-time', ms: ADDED_MS }), disabled: !may.addTime }),
  ]);
}

function offerDraw(m: LiveModel, may: May, act: (deed: Deed) => void): void {
  if (may.draw) return act({ type: 'draw-offer' });
  m.note = (m.words.drawWhyNot as Record<string, string>)[may.drawWhyNot as DrawWhyNot] ?? m.words.drawWhyNot.over;
  m.shell.render();
}

function ask(m: LiveModel, question: LiveModel['asking']): void {
  m.asking = question;
  m.shell.render();
}

function watching(m: LiveModel): VNode {
  const { words } = m;
  return h('div.deeds', { key: 'watching' }, [h('p.quiet.watching', [icon('eye'), ' ', words.youWatch]), h('a.button', { attrs: { href: '/' } }, words.toTheLobby)]);
}

/** What can be done when the game has ended. */
function after(m: LiveModel, { session }: Parts): VNode {
  const { words } = m;
  const view = m.view!;
  const next = view.rematch ?? (view.micro?.game === 1 ? view.micro.other : null);
  return h('div.deeds', { key: 'after' }, [
    next !== null
      ? h('a.button.next-game', { key: 'next', attrs: { href: `/game/${next}` } }, [icon('play'), view.rematch === null ? words.secondGame : words.nextGame])
      : view.you === null
        ? null
        : button({ name: 'rematch', sign: 'again', text: view.offers.rematch === view.you ? words.asked : words.rematch, act: () => session.do({ type: 'rematch-offer' }), disabled: !view.may.rematch }),
    h('a.button.to-lobby', { key: 'lobby', attrs: { href: '/' } }, [icon('plus'), words.newGame]),
    button({ name: 'copy-link', sign: 'link', text: words.copyLink, act: () => void m.shell.copy(location.href) }),
  ]);
}

const focused = { insert: (node: VNode): void => (node.elm as HTMLElement).focus({ preventScroll: true }) };

/** What the user or the opponent asks, in the place of the buttons. */
function question(m: LiveModel, { session }: Parts): VNode | null {
  const { words } = m;
  const view = m.view!;
  const box = (key: string, text: string, answers: VNode[]): VNode => h('div.deeds.asking', { key, attrs: { role: 'group', 'aria-label': text } }, [h('span', text), ...answers]);
  const answer = (name: string, text: string, act: () => void, kind = ''): VNode => h(`button.${name}${kind}`, { key: name, attrs: { type: 'button' }, on: { click: act } }, text);
  const no = (act: () => void): VNode => h('button.no', { key: 'no', attrs: { type: 'button' }, on: { click: act }, hook: focused }, words.no);
  const both = (key: string, text: string, yes: Deed['type'], refuse: Deed['type']): VNode =>
    box(key, text, [answer('yes', words.accept, () => session.do({ type: yes } as Deed), '.primary'), answer('decline', words.decline, () => session.do({ type: refuse } as Deed))]);
  switch (m.asking) {
    case 'resign':
      return box('resign', words.resignSure, [answer('yes', words.yes, () => session.do({ type: 'resign' }), '.danger'), no(() => ask(m, null))]);
    case 'abort':
      return box('abort', words.abortSure, [answer('yes', words.yes, () => session.do({ type: 'abort' }), '.danger'), no(() => ask(m, null))]);
  }
  // A move that waits to be confirmed is asked about for as long as it does.
  if (m.pending !== null && !m.pending.sent) {
    return box('move', words.confirmMove(m.pending.move.text), [
      h('button.primary.confirm', { key: 'confirm', attrs: { type: 'button' }, on: { click: session.confirm }, hook: focused }, words.playIt),
      answer('unplay', words.takeBackShort, session.unplay),
    ]);
  }
  if (view.you === null) return null;
  const opponent = other(view.you);
  if (!m.isOn) return view.offers.rematch === opponent && view.rematch === null ? both('rematch', words.rematchOffered, 'rematch-accept', 'rematch-decline') : null;
  if (view.offers.takeback?.by === opponent) return both('takeback', words.takebackAsked(view.offers.takeback.plies), 'takeback-accept', 'takeback-decline');
  if (view.offers.draw === opponent) return both('draw', words.drawOffered, 'draw-accept', 'draw-decline');
  if (view.may.claim) {
    return box('claim', words.opponentGone, [
      answer('claim', words.claimWin, () => session.do({ type: 'claim' }), '.primary'),
      answer('claim-draw', words.claimDraw, () => session.do({ type: 'claim', as: 'draw' })),
    ]);
  }
  if (m.premove !== null && m.premove.length > 1) return box('premove', words.premoveReady(m.premove.join('-')), [answer('cancel-premove', words.cancel, () => dropPremove(m))]);
  return null;
}

function dropPremove(m: LiveModel): void {
  m.premove = null;
  m.shell.announce(m.words.premoveGone);
  m.shell.render();
}
