import type { Clocks } from './types';
import type { Side } from '../types';

/** Below this a clock shows tenths. */
export const TENTHS_MS = 10_000;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What is left of a side's time at a moment of the server's clock. */
export function left(clock: Clocks, side: Side, serverNow: number | null): number {
  if (clock.running !== side) return clock[side];
  const gone = serverNow === null ? 0 : Math.max(serverNow - clock.now / 1000, 0);
  return Math.max(clock[side] - Math.max(gone - clock.delay, 0), 0);
}

const two = (n: number): string => String(n).padStart(2, '0');

/** A time as clocks show it: 3:05, 1:00:09, 9.4; for days only the hours count. */
export function clockText(ms: number, days: (n: number) => string): string {
  if (ms >= 2 * DAY) return days(Math.floor(ms / DAY));
  if (ms < TENTHS_MS) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** How long a clock shows the same text. */
export const untilNextText = (ms: number): number => (ms <= TENTHS_MS ? (ms % 100) + 1 : (ms % 1000) + 1);

/** A clock is low in its last tenth, between ten and thirty seconds. */
export const isLow = (ms: number, base: number): boolean => ms < Math.min(Math.max(base / 10, 10_000), 30_000);
