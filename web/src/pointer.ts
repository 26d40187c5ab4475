import { squareAt, isDark } from './geometry';
import type { Hand } from './hand';
import { isFlipped, type Board } from './model';
import { pieceAt } from './pieces';
import type { Square } from './types';

/** A press that moves farther than this, in pixels, is a drag. */
const SLACK = 6;

/** Turns what a mouse, pen or finger does on the board into taps and drags. */
export class Pointer {
  private press: { id: number; square: Square; x: number; y: number; dragging: boolean } | null = null;

  constructor(
    private readonly m: Board,
    private readonly hand: Hand,
    private readonly render: () => void,
  ) {}

  readonly handlers = {
    pointerdown: (event: PointerEvent): void => {
      const square = this.squareUnder(event);
      if (!event.isPrimary || event.button !== 0 || square === null) return;
      this.press = { id: event.pointerId, square, x: event.clientX, y: event.clientY, dragging: false };
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    },
    pointermove: (event: PointerEvent): void => {
      const { press } = this;
      if (press === null || press.id !== event.pointerId) return;
      if (!press.dragging) {
        if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLACK) return;
        if (!this.hand.grab(press.square)) return;
        press.dragging = true;
      }
      const { x, y } = this.where(event);
      this.m.drag = { x: x - 0.5, y: y - 0.5 };
      this.render();
    },
    pointerup: (event: PointerEvent): void => {
      const { press } = this;
      this.press = null;
      if (press === null || press.id !== event.pointerId) return;
      const square = this.squareUnder(event);
      if (press.dragging) this.hand.drop(square);
      else if (square === press.square || pieceAt(this.m.pieces, press.square) !== undefined) void this.hand.tap(press.square);
    },
    pointercancel: (): void => {
      if (this.press?.dragging === true) this.hand.letGo();
      this.press = null;
    },
    /** Screen readers press without a pointer. */
    click: (event: MouseEvent): void => {
      const square = (event.target as Element).closest<HTMLElement>('[data-square]')?.dataset['square'];
      if (event.detail === 0 && square !== undefined) void this.hand.tap(square);
    },
  };

  private where(event: PointerEvent): { x: number; y: number } {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return { x: ((event.clientX - box.left) / box.width) * 8, y: ((event.clientY - box.top) / box.height) * 8 };
  }

  private squareUnder(event: PointerEvent): Square | null {
    const { x, y } = this.where(event);
    const [column, row] = [Math.floor(x), Math.floor(y)];
    if (column < 0 || column > 7 || row < 0 || row > 7) return null;
    const square = isFlipped(this.m) ? squareAt(7 - column, row) : squareAt(column, 7 - row);
    return isDark(square) ? square : null;
  }
}
