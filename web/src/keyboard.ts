import { rankOf, fileOf, squareAt } from './geometry';
import { isFlipped, shownPly } from './model';
import type { Playing, Router } from './router';
import type { Shell } from './shell';
import type { Square } from './types';

export const ARROWS: Record<string, [column: number, row: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The next dark square of the row or of the column of dark squares. */
export function neighbour(sq: Square, [column, row]: [number, number], flipped: boolean): Square {
  const turn = flipped ? -1 : 1;
  const clamp = (n: number, max: number): number => Math.min(Math.max(n, 0), max);
  const rank = clamp(rankOf(sq) + row * turn, 7);
  const dark = clamp((fileOf(sq) >> 1) + column * turn, 3);
  return squareAt(dark * 2 + (rank & 1), rank);
}

/** A letter of a square by the key's place where the layout has no Latin letters. */
function typedChar(event: KeyboardEvent): string {
  const key = event.key.toLowerCase();
  if (/^[a-hx0-9:-]$/.test(key)) return key;
  const byPlace = /^Key([A-HX])$/.exec(event.code);
  return byPlace !== null && /^[^\x00-\x7f]$/.test(key) ? byPlace[1]!.toLowerCase() : '';
}

const isField = (target: EventTarget | null): boolean => target instanceof Element && target.matches('input, select, textarea');
const isScroller = (target: EventTarget | null): boolean => target instanceof Element && target.matches('.rules');
const isAmongMoves = (target: EventTarget | null): boolean => target instanceof Element && target.closest('.scroll, .steps') !== null;

/** Where a key leads among the moves: so many plies on. */
const PLIES: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -2, ArrowDown: 2, Home: -Infinity, End: Infinity };
const isControl = (target: EventTarget | null): boolean => target instanceof Element && target.matches('button, a, summary');

/**
 * Keys work anywhere on a page with a board: arrows, Enter, Escape and typed
 * moves. Among the moves of the game arrows go from one to the next. What is
 * left goes to the page itself.
 */
export class Keyboard {
  /** A typed text was played before its Enter, which then means nothing. */
  private played = false;

  constructor(shell: Shell, router: () => Router) {
    document.addEventListener('keydown', (event) => {
      const { page } = router();
      if (event.ctrlKey || event.metaKey || event.altKey || shell.settingsOpen || isField(event.target)) return;
      if (event.key === 'Escape' && shell.menuOpen) return shell.openMenu(false);
      const { play } = page;
      const busy = play?.busy?.() === true;
      const taken = (play !== undefined && !busy && this.handle(event, play)) || (!busy && page.key?.(event.code) === true);
      if (taken) event.preventDefault();
    });
  }

  private handle(event: KeyboardEvent, play: Playing): boolean {
    const { board: m, hand } = play;
    const spent = this.played && event.key === 'Enter';
    this.played = false;
    if (spent) return true;
    if (play.walk?.(event.key, event.target) === true) return true;
    const plies = PLIES[event.key];
    if (plies !== undefined && isAmongMoves(event.target)) {
      void walk(play, plies, event.target as Element);
      return true;
    }
    const arrow = ARROWS[event.key];
    if (arrow !== undefined && !isScroller(event.target)) {
      hand.point(neighbour(m.cursor, arrow, isFlipped(m)));
      document.querySelector<HTMLElement>(`[data-square="${m.cursor}"]`)?.focus();
      return true;
    }
    switch (event.key) {
      case 'Escape':
        hand.letGo();
        return true;
      case 'Enter':
      case ' ':
        if (m.typed !== '' && event.key === 'Enter') hand.enterTyped();
        else if (isControl(event.target)) return false;
        else void hand.tap(m.cursor);
        return true;
      case 'Backspace':
        if (m.typed !== '') hand.type(m.typed.slice(0, -1));
        return true;
    }
    const char = typedChar(event);
    if (char === '' || m.typed.length > 40) return false;
    this.played = hand.type(m.typed + char);
    return true;
  }
}

/** Goes on among the moves; in the list of them the focus goes along. */
async function walk({ board, review }: Playing, plies: number, at: Element): Promise<void> {
  await review.show(shownPly(board) + plies);
  if (at.closest('.scroll') !== null) document.querySelector<HTMLElement>(`[data-ply="${shownPly(board)}"]`)?.focus({ preventScroll: true });
}
