import type { Shell } from '../shell';
import * as api from './api';
import { Deed } from './deed';
import { loadDraft, requestOf, saveDraft, type Draft } from './draft';
import type { Seat, ServerMessage } from './types';

/** The seats that wait for somebody, and the making of one's own. */
export class Lobby {
  /** Null until the server has told. */
  seats: Seat[] | null = null;
  playing = 0;
  online = 0;
  /** The dialogue in which a seat is made, while it is open. */
  dialog: Draft | null = null;
  readonly deed: Deed;
  private readonly leaving: (() => void)[];

  constructor(readonly shell: Shell) {
    this.deed = new Deed(shell);
    this.leaving = [shell.socket.listen((message) => this.hear(message)), shell.socket.watchLobby()];
  }

  leave(): void {
    for (const stop of this.leaving) stop();
  }

  isMine(seat: Seat): boolean {
    return seat.by.id === this.shell.account.me?.id;
  }

  readonly open = (who: Draft['who']): void => {
    this.dialog = { ...loadDraft(), who };
    this.deed.refusal = '';
    this.shell.render();
  };

  readonly close = (): void => {
    this.dialog = null;
    this.shell.render();
  };

  readonly fill = (change: Partial<Draft>): void => {
    if (this.dialog === null) return;
    Object.assign(this.dialog, change);
    this.deed.refusal = '';
    this.shell.render();
  };

  readonly create = (): Promise<boolean> =>
    this.deed.run(this.shell.words.seatNotMade, async () => {
      const draft = this.dialog!;
      saveDraft(draft);
      await this.shell.account.ensure();
      const { seat, game } = await api.createSeat(requestOf(draft));
      this.close();
      if (game !== null) this.shell.go(`/game/${game}`);
      else if (seat.open) this.shell.say(this.shell.words.seatWaits);
      else this.shell.go(`/seat/${seat.id}`);
    });

  readonly join = (seat: Seat): Promise<boolean> =>
    this.deed.run(this.shell.words.notJoined, async () => {
      await this.shell.account.ensure();
      const { game } = await api.join(seat.id);
      this.shell.go(`/game/${game}`);
    });

  readonly withdraw = (seat: Seat): Promise<boolean> => this.deed.run(this.shell.words.notWithdrawn, () => api.withdraw(seat.id));

  private hear(message: ServerMessage): void {
    if (message.t !== 'lobby') return;
    this.seats = message.seats;
    this.playing = message.playing;
    this.online = message.online;
    this.shell.render();
  }
}
