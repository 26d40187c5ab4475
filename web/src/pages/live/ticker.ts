import { isLow, left, untilNextText } from '../../club/clock';
import type { ClockTerms } from '../../club/types';
import { tick } from '../../sound';
import type { LiveModel } from './model';

/** The time that a clock begins with, in milliseconds. */
export const baseOf = (clock: ClockTerms): number => ('base' in clock ? clock.base : 0);

/** Draws the page whenever a clock that runs shows something new, and looks for fallen flags. */
export class Ticker {
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The version at which the server was asked to look at the clock. */
  private asked = -1;
  private warned = false;

  constructor(
    private readonly m: LiveModel,
    private readonly render: () => void,
    private readonly flag: () => void,
  ) {}

  start(): void {
    this.stop();
    const { view, shell } = this.m;
    if (view === null || !this.m.isOn) return;
    const { clock } = view;
    if (clock.running === null) {
      if (clock.firstMove !== null) this.timer = setTimeout(() => this.again(), 1000);
      return;
    }
    const ms = left(clock, clock.running, shell.socket.serverNow());
    if (ms <= 0) {
      if (view.you !== null && this.asked !== view.version) this.flag();
      this.asked = view.version;
      return;
    }
    if (clock.running === view.you && isLow(ms, baseOf(view.terms.clock))) this.warn();
    this.timer = setTimeout(() => this.again(), untilNextText(ms));
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private again(): void {
    this.render();
    this.start();
  }

  private warn(): void {
    if (this.warned) return;
    this.warned = true;
    if (this.m.settings.sound) tick();
    this.m.shell.announce(this.m.words.timeIsLow);
  }
}
