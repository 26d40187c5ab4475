import { isDark, squareAt } from '../geometry';
import { isFlipped } from '../model';
import type { Square } from '../types';
import type { Study } from './study';
import { COLOURS, type Colour } from './shapes';

/** The colour of an arrow that is drawn with the right button: its keys change it. */
const colourOf = (event: PointerEvent): Colour => COLOURS[(event.altKey ? 1 : 0) + (event.ctrlKey || event.metaKey ? 2 : 0)]!;

/**
 * Draws on the board: with the right button, with Shift, or with any press
 * while the pen is taken. It hears of presses before the pieces do.
 */
export class Pen {
  private press: { id: number; from: Square; byPen: boolean } | null = null;

  constructor(
    private readonly study: Study,
    private readonly render: () => void,
  ) {}

  /** Listens to the board. */
  attach(board: HTMLElement): void {
    const listen = <K extends keyof HTMLElementEventMap>(kind: K, hear: (event: HTMLElementEventMap[K]) => void): void => board.addEventListener(kind, hear, true);
    listen('contextmenu', (event) => event.preventDefault());
    listen('pointerdown', (event) => this.down(event, board));
    listen('pointermove', (event) => this.move(event, board));
    listen('pointerup', (event) => this.up(event, board));
    listen('pointercancel', () => this.end());
  }

  private down(event: PointerEvent, board: HTMLElement): void {
    const { m } = this.study;
    const from = squareUnder(event, board, isFlipped(m));
    const wanted = event.button === 2 || (event.button === 0 && (event.shiftKey || m.pen !== null));
    if (!wanted || from === null) return;
    event.stopPropagation();
    event.preventDefault();
    this.press = { id: event.pointerId, from, byPen: m.pen !== null };
    if (!this.press.byPen) m.pen = colourOf(event);
    board.setPointerCapture(event.pointerId);
    m.drawn = { from, to: null };
    this.render();
  }

  private move(event: PointerEvent, board: HTMLElement): void {
    const { press } = this;
    const { m } = this.study;
    if (press?.id !== event.pointerId || m.drawn === null) return;
    event.stopPropagation();
    const to = squareUnder(event, board, isFlipped(m));
    if (to === m.drawn.to) return;
    m.drawn = { from: press.from, to: to === press.from ? null : to };
    this.render();
  }

  private up(event: PointerEvent, board: HTMLElement): void {
    const { press } = this;
    if (press?.id !== event.pointerId) return;
    event.stopPropagation();
    const to = squareUnder(event, board, isFlipped(this.study.m));
    if (to !== null) this.study.draw(press.from, to);
    this.end();
  }

  private end(): void {
    const { m } = this.study;
    if (this.press !== null && !this.press.byPen) m.pen = null;
    this.press = null;
    m.drawn = null;
    this.render();
  }
}

function squareUnder(event: PointerEvent, board: HTMLElement, flipped: boolean): Square | null {
  const box = board.getBoundingClientRect();
  const column = Math.floor(((event.clientX - box.left) / box.width) * 8);
  const row = Math.floor(((event.clientY - box.top) / box.height) * 8);
  if (column < 0 || column > 7 || row < 0 || row > 7) return null;
  const square = flipped ? squareAt(7 - column, row) : squareAt(column, 7 - row);
  return isDark(square) ? square : null;
}
