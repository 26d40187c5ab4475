import { h, type VNode } from 'snabbdom';
import { Problem } from '../../api';
import * as api from '../../club/api';
import { Deed } from '../../club/deed';
import { classOf } from '../../club/draft';
import type { Seat as SeatTerms } from '../../club/types';
import type { Note } from '../../model';
import type { Page, PageKind } from '../../router';
import type { Shell } from '../../shell';
import { other } from '../../types';
import { icon } from '../../view/icons';
import { noteText } from '../../view/notes';
import { playerLink, ratingText } from '../../view/people';
import { termsList } from '../../view/terms';
import { explain } from '../../words/explain';

const AGAIN_MS = 2000;

/** An invitation: its owner sees the link to give away, everybody else can sit down. */
class Seat implements Page {
  private seat: SeatTerms | null = null;
  private failed: Note = '';
  private readonly deed: Deed;
  private isLeft = false;
  private readonly stopListening: () => void;

  constructor(
    private readonly shell: Shell,
    private readonly id: string,
  ) {
    this.deed = new Deed(shell);
    // The seat of one who waits stays, since the line to the server is open. A pong
    // comes on every new line, before which the game may have begun unheard, and now
    // and then on an old one.
    this.stopListening = shell.socket.listen((message) => {
      if (message.t === 'pong' && this.seat !== null && this.seat.game === null) void this.load();
    });
    void this.load();
  }

  title(): string {
    return this.shell.words.invitation;
  }

  data(): Record<string, string> {
    return { phase: this.seat !== null && this.shell.account.me !== undefined ? 'ready' : this.failed !== '' ? 'failed' : 'loading' };
  }

  close(): void {
    this.isLeft = true;
    this.stopListening();
  }

  view(): VNode[] {
    const { words } = this.shell;
    return [h('main.text-page', { key: `seat ${this.id}` }, [h('section.card.invitation', [h('h1', words.invitation), ...this.content()])])];
  }

  private content(): VNode[] {
    const { words, account, socket } = this.shell;
    const { seat } = this;
    if (this.failed !== '') return [h('p', { key: 'failed' }, noteText(this.failed)), h('p', { key: 'home' }, [h('a.button', { attrs: { href: '/' } }, words.navPlay)])];
    if (seat === null || account.me === undefined) return [h('p.quiet', { key: 'loading' }, words.lobbyLoading)];
    if (seat.game !== null) return [h('p', { key: 'begun' }, words.seatBegun), h('p', { key: 'watch' }, [h('a.button.primary', { attrs: { href: `/game/${seat.game}` } }, words.toTheGame)])];
    const terms = [termsList(seat.terms, words), this.colours(seat)];
    const refusal = h('p.refusal', { key: 'refusal', attrs: { role: 'status' } }, socket.isBroken ? words.lineBroken : noteText(this.deed.refusal));
    if (seat.by.id === account.me?.id) {
      return [
        h('p', { key: 'give' }, words.giveLink),
        h('div.share', { key: 'share' }, [
          h('input', { attrs: { type: 'text', readonly: true, name: 'link', 'aria-label': words.link }, props: { value: location.href }, on: { focus: (event: Event) => (event.target as HTMLInputElement).select() } }),
          h('button.primary.copy-link', { attrs: { type: 'button' }, on: { click: () => void this.shell.copy(location.href) } }, [icon('copy'), words.copyLink]),
        ]),
        h('p.waiting', { key: 'waiting', attrs: { role: 'status' } }, [h('span.dots.on', { attrs: { 'aria-hidden': 'true' } }, [h('i'), h('i'), h('i')]), ` ${words.waiting}`]),
        ...terms,
        refusal,
        h('button.withdraw', { key: 'withdraw', attrs: { type: 'button', disabled: this.deed.busy }, on: { click: () => void this.withdraw() } }, words.withdraw),
      ];
    }
    const timeClass = classOf(seat.terms.clock);
    const rating = timeClass === null ? '' : ratingText(seat.by.ratings?.[timeClass]);
    return [
      h('p.by', { key: 'by' }, [words.invitedBy, ' ', h('strong', [playerLink(seat.by, words)]), rating === '' ? '' : ` ${rating}`]),
      ...terms,
      refusal,
      h('button.primary.join', { key: 'join', attrs: { type: 'button', disabled: this.deed.busy }, on: { click: () => void this.join() } }, words.join),
      account.me === null || account.me.guest ? h('p.quiet', { key: 'guest' }, words.asGuest) : null,
    ].filter((node) => node !== null);
  }

  /** Which side the reader would play. */
  private colours(seat: SeatTerms): VNode {
    const { words, account } = this.shell;
    const mine = seat.color === 'random' ? null : seat.by.id === account.me?.id ? seat.color : other(seat.color);
    return h('p.colours', { key: 'colours' }, mine === null ? words.coloursByLot : words.youWillPlay(mine));
  }

  private async load(): Promise<void> {
    const { words } = this.shell;
    const wasWaiting = this.seat !== null;
    while (!this.isLeft) {
      try {
        const answer = await api.seat(this.id);
        this.seat = 'seat' in answer ? answer.seat : answer;
        if (this.shell.account.me === undefined) await this.shell.account.load();
        if (this.isLeft) return;
        if (wasWaiting && this.seat.game !== null && this.seat.by.id === this.shell.account.me?.id) return this.shell.go(`/game/${this.seat.game}`, true);
        return this.shell.render();
      } catch (error) {
        if (error instanceof Problem) {
          this.failed = explain(words, words.noSuchSeat, error);
          return this.shell.render();
        }
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  private join(): Promise<boolean> {
    return this.deed.run(this.shell.words.notJoined, async () => {
      await this.shell.account.ensure();
      const { game } = await api.join(this.id);
      if (!this.isLeft) this.shell.go(`/game/${game}`, true);
    });
  }

  private withdraw(): Promise<boolean> {
    return this.deed.run(this.shell.words.notWithdrawn, async () => {
      await api.withdraw(this.id);
      if (!this.isLeft) this.shell.go('/');
    });
  }
}

export const seat: PageKind = {
  paths: ['/seat/:id'],
  open: (shell, { id }) => new Seat(shell, id ?? ''),
};
