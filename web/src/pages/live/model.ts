import type { Note } from '../../model';
import { Board } from '../../model';
import type { ChatLine, GameView } from '../../club/types';
import type { LegalMove, Side } from '../../types';

/** The panels that share a phone's screen below the board. */
export type Tab = 'moves' | 'chat' | 'info';

/** A game between people as the server tells it, and what the user has done since. */
export class LiveModel extends Board {
  /** Null until the server has told. */
  view: GameView | null = null;
  /** Why there is nothing to show. */
  failed: Note = '';
  /** A move that stands on the board and is not yet confirmed by the user or by the server. */
  pending: { move: LegalMove; ply: number; key: string; sent: boolean } | null = null;
  chats: ChatLine[] = [];
  /** Chat lines that were seen. */
  read = 0;
  draft = '';
  reported = new Set<number>();
  tab: Tab = 'moves';

  override get start(): string {
    return this.view?.start ?? '';
  }

  override get side(): Side {
    return this.view?.you ?? 'white';
  }

  override get mine(): Side | null {
    return this.view?.you ?? null;
  }

  get isOn(): boolean {
    return this.view !== null && (this.view.status === 'new' || this.view.status === 'playing');
  }

  /** Not while the opponent's last move is still on its way over the board: it is the user's turn then. */
  override get canPremove(): boolean {
    return this.mine !== null && this.isOn && this.phase === 'thinking' && (this.pending === null ? this.view!.turn !== this.mine : this.pending.sent);
  }
}
