import { progress } from '../course/progress';
import * as api from './api';
import type { Socket } from './socket';
import type { Player } from './types';

/** Who the user is. A guest is made by the server at the first deed that needs one. */
export class Account {
  /** Undefined until the server has said. */
  me: Player | null | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly render: () => void,
  ) {}

  async load(): Promise<void> {
    this.set((await api.account()).player);
  }

  /** Another player sits at this browser from now on. */
  set(player: Player | null): void {
    const before = this.me?.id;
    this.me = player;
    progress.follow(player, this.render);
    if (before !== player?.id) this.socket.renew();
    this.render();
  }

  /** Makes a guest of one who has no name yet, before a deed that needs one. */
  async ensure(): Promise<void> {
    if (this.me == null) await this.load();
    if (this.me == null) this.set((await api.guest()).player);
  }
}
