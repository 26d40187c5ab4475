import type { ServerMessage, Wish } from '../club/types';
import { connection } from '../offline/reach';
import { get, put } from '../storage';
import type { Move } from '../types';
import type { Verdict } from './api';

/** A line of best play. The score is in men, score and chances are those of the side to move. */
export interface Line {
  score: number;
  win: number;
  draw: number;
  loss: number;
  /** Plies to a proven end: above 0 a win, else a loss. */
  plies: number | null;
  pv: string[];
  moves: Move[];
}

/** What was found of a position so far. */
export interface Found {
  depth: number;
  nodes: number;
  nps: number;
  threads: number;
  lines: Line[];
  done: boolean;
  verdict: Verdict | null;
}

export const MOST_LINES = 5;

/** Where an engine works. */
export type Place = 'server' | 'device';

/** An engine that searches one position at a time. */
export interface Analyst {
  /** Has a position searched in place of the one before; null is none. */
  analyse(wish: Wish | null): void;
  /** Hears what is found; a goodbye says that nothing more is. */
  listen(hear: (message: ServerMessage) => void): () => void;
}

/** Positions asked for in haste are not sent all: one in so many milliseconds. */
const GAP_MS = 120;
/** A busy server is asked again after this. */
const AGAIN_MS = 2000;
const KEPT = 300;
const STORED = 'bolshak.engine';

/** What is stored of the engine's panel. */
interface Stored {
  on: boolean;
  lines: number;
  place: Place;
}

/**
 * An engine at one position after another: the server's, or that of this device. Each request has a key;
 * what comes with another key belongs to a position that was left, and is not
 * heard.
 */
export class Engine {
  on: boolean;
  lines: number;
  /** Where it is to work, and where it does: without the server on this device. */
  place: Place;
  speaks: Place;
  /** The engine of this device does not run. */
  failed = false;
  /** What is known of the position that is looked at; null while there is nothing. */
  found: Found | null = null;
  /** How many are served before. */
  before: number | null = null;
  /** The code of the server's refusal. */
  refusal = '';

  private fen: string | null = null;
  private rules = '';
  private key = '';
  private serial = 0;
  private readonly id = Math.random().toString(36).slice(2, 10);
  private readonly kept = new Map<string, Found>();
  private sent = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly deaf: () => void;

  constructor(
    private readonly analysts: Record<Place, Analyst>,
    private readonly render: () => void,
  ) {
    const stored = get(STORED) as Partial<Stored> | null;
    this.on = stored?.on === true;
    this.lines = typeof stored?.lines === 'number' && stored.lines >= 1 && stored.lines <= MOST_LINES ? Math.round(stored.lines) : 2;
    this.place = stored?.place === 'device' ? 'device' : 'server';
    this.speaks = this.where();
    const deaf = [
      analysts.server.listen((message) => this.hear(message)),
      analysts.device.listen((message) => (message.t === 'bye' ? this.fail() : this.hear(message))),
      connection.watch(() => this.move()),
    ];
    this.deaf = () => deaf.forEach((stop) => stop());
  }

  close(): void {
    this.halt();
    this.deaf();
  }

  readonly turn = (on: boolean): void => {
    this.on = on;
    this.store();
    this.begin();
  };

  readonly setLines = (lines: number): void => {
    this.lines = lines;
    this.store();
    this.begin();
  };

  readonly setPlace = (place: Place): void => {
    this.place = place;
    this.store();
    this.move();
    this.render();
  };

  /** Looks at a position from now on; null is none. */
  look(fen: string | null, rules: string): void {
    if (fen === this.fen && rules === this.rules) return;
    this.fen = fen;
    this.rules = rules;
    this.begin();
  }

  /** What was found of a position when it was looked at. */
  known(fen: string, rules: string): Found | undefined {
    return this.kept.get(`${rules} ${fen}`);
  }

  private where(): Place {
    return connection.away ? 'device' : this.place;
  }

  /** Goes on in another place, where nothing is known yet: what one engine has found is not the other's. */
  private move(): void {
    const place = this.where();
    if (place === this.speaks) return;
    this.halt();
    this.speaks = place;
    this.kept.clear();
    this.begin();
  }

  private fail(): void {
    if (this.speaks !== 'device' || this.key === '') return;
    this.halt();
    this.failed = true;
    this.render();
  }

  private begin(): void {
    this.halt();
    const { fen } = this;
    this.found = fen === null ? null : (this.known(fen, this.rules) ?? null);
    if (fen !== null && this.on) {
      this.key = `${this.id}.${++this.serial}`;
      const { key } = this;
      this.timer = setTimeout(() => this.ask(key, fen), Math.max(0, this.sent + GAP_MS - performance.now()));
    }
    this.render();
  }

  private ask(key: string, fen: string): void {
    if (key !== this.key) return;
    this.sent = performance.now();
    this.analysts[this.speaks].analyse({ key, fen, rules: this.rules, lines: this.lines });
  }

  private halt(): void {
    clearTimeout(this.timer);
    if (this.key !== '') this.analysts[this.speaks].analyse(null);
    Object.assign(this, { key: '', before: null, refusal: '', failed: false });
  }

  private hear(message: ServerMessage): void {
    if (!('key' in message) || message.key === undefined || message.key !== this.key) return;
    switch (message.t) {
      case 'queued':
        this.before = message.before;
        break;
      case 'analysis':
        this.before = null;
        this.take(message);
        break;
      case 'error':
        this.refuse(message.problem.code);
        break;
    }
    this.render();
  }

  /** A search that begins anew says less than what was known before, until it is as deep. */
  private take({ depth, nodes, nps, threads, lines, done, verdict }: Found): void {
    const enough = this.found !== null && this.found.lines.length >= lines.length && this.found.depth > depth;
    if (enough && !done) return;
    const found = enough ? { ...this.found!, done } : { depth, nodes, nps, threads, lines, done, verdict };
    this.found = found;
    this.keep(`${this.rules} ${this.fen}`, found);
  }

  private keep(at: string, found: Found): void {
    this.kept.delete(at);
    this.kept.set(at, found);
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value!);
  }

  private refuse(code: string): void {
    const { key, fen } = this;
    if (code === 'busy' || code === 'too-many-requests') this.timer = setTimeout(() => this.ask(key, fen!), AGAIN_MS);
    this.refusal = code;
  }

  private store(): void {
    const stored: Stored = { on: this.on, lines: this.lines, place: this.place };
    put(STORED, stored);
  }
}
