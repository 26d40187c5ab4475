import type { Action, ClientMessage, ServerMessage, Wish } from './types';

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 8000;
const PING_MS = 10_000;
/** A line that is silent for so long is given up. */
const SILENCE_MS = 25_000;
/** A line that does not open is given up. */
const OPENING_MS = 8000;
/** The last pings tell the server's time. */
const SAMPLES = 5;

type Listener = (message: ServerMessage) => void;

/** What the user did and the server has not yet answered. */
interface Waiting {
  game: string;
  action: Action;
}

/**
 * The line to the server. It is opened when somebody wants to hear something,
 * opened again, ever more slowly, when it breaks, and what was done and not
 * answered is then sent again: each action has a key, so it is done once.
 */
export class Socket {
  /** False from the moment that the line is known to be broken. */
  up = false;
  /** Whether the line was up at least once: then 'not up' is worth telling. */
  private wasUp = false;
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE_MS;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private guard: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<Listener>();
  /** Versions that the watchers of games know. */
  private readonly watched = new Map<string, () => number>();
  private lobby = 0;
  private wish: Wish | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private heard = 0;
  private pings = new Map<number, number>();
  private samples: { trip: number; offset: number }[] = [];
  private lastPing = 0;

  constructor(private readonly render: () => void) {
    setInterval(() => this.tend(), PING_MS);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.tend();
    });
    addEventListener('online', () => this.hurry());
    addEventListener('offline', () => this.lose());
    // A page that a browser keeps to come back to is not there for the others; shown again, it opens the line anew.
    addEventListener('pagehide', () => this.lose());
    addEventListener('pageshow', (event) => event.persisted && this.hurry());
  }

  get isBroken(): boolean {
    return this.wasUp && !this.up;
  }

  /** Hears everything from now on; returns how to stop it. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    this.open();
    return () => {
      this.listeners.delete(listener);
    };
  }

  /** Follows a game; `known` tells the version that is known when the line opens anew. */
  watch(game: string, known: () => number): () => void {
    this.watched.set(game, known);
    this.open();
    this.again(game);
    return () => {
      this.watched.delete(game);
      for (const [id, waiting] of this.waiting) if (waiting.game === game) this.waiting.delete(id);
      this.send({ t: 'unwatch', game });
    };
  }

  /** Asks for what is missing of a watched game. */
  again(game: string): void {
    this.send({ t: 'watch', game, version: this.watched.get(game)?.() ?? 0 });
  }

  /** Hears of the lobby until the returned function is called. */
  watchLobby(): () => void {
    this.lobby++;
    this.open();
    if (this.lobby === 1) this.send({ t: 'lobby', on: true });
    return () => {
      this.lobby--;
      if (this.lobby === 0) this.send({ t: 'lobby', on: false });
    };
  }

  /** Has a position searched in place of the one before; null is none. */
  analyse(wish: Wish | null): void {
    const { wish: old } = this;
    this.wish = wish;
    if (wish !== null) {
      this.open();
      this.send({ t: 'analyse', ...wish });
    } else if (old !== null) {
      this.send({ t: 'analyse-stop', key: old.key });
    }
  }

  /** Does something in a game, now or as soon as the line is up. */
  act(game: string, action: Action): void {
    this.waiting.set(action.id, { game, action });
    this.send({ t: 'act', game, action });
  }

  /** The server's time in milliseconds, on a clock that never jumps back by itself; null before it is known. */
  serverNow(): number | null {
    if (this.samples.length === 0) return null;
    const best = this.samples.reduce((a, b) => (b.trip < a.trip ? b : a));
    return performance.now() + best.offset;
  }

  /** Another player may be signed in now: the line is opened anew, with the new cookie. */
  renew(): void {
    if (this.socket === null) return;
    this.pause = FIRST_PAUSE_MS;
    this.lose();
    this.hurry();
  }

  private get isWanted(): boolean {
    return this.listeners.size > 0 || this.watched.size > 0 || this.lobby > 0;
  }

  private open(): void {
    if (this.socket !== null || this.retry !== undefined) return;
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/v1/socket`);
    this.socket = socket;
    this.guard = setTimeout(() => this.lose(), OPENING_MS);
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.hear(event);
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
  }

  private opened(): void {
    clearTimeout(this.guard);
    this.up = true;
    this.wasUp = true;
    this.pause = FIRST_PAUSE_MS;
    this.heard = performance.now();
    this.samples = [];
    this.pings.clear();
    this.ping();
    for (const game of this.watched.keys()) this.again(game);
    if (this.lobby > 0) this.send({ t: 'lobby', on: true });
    if (this.wish !== null) this.send({ t: 'analyse', ...this.wish });
    for (const { game, action } of this.waiting.values()) this.send({ t: 'act', game, action });
    this.render();
  }

  private hear(event: MessageEvent): void {
    this.heard = performance.now();
    const message = JSON.parse(String(event.data)) as ServerMessage;
    switch (message.t) {
      case 'pong':
        this.clock(message.n, message.now);
        break;
      case 'ack':
      case 'refused':
        this.waiting.delete(message.id);
        break;
      case 'bye':
        this.pause = Math.max(message.retry, FIRST_PAUSE_MS);
        this.lose();
        break;
    }
    for (const listener of [...this.listeners]) listener(message);
  }

  private send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private ping(): void {
    this.lastPing++;
    this.pings.set(this.lastPing, performance.now());
    this.send({ t: 'ping', n: this.lastPing });
  }

  /** The server's time is that of its answer and half the way. */
  private clock(n: number, now: number): void {
    const sent = this.pings.get(n);
    this.pings.delete(n);
    if (sent === undefined) return;
    const received = performance.now();
    const trip = received - sent;
    this.samples = [...this.samples, { trip, offset: now / 1000 + trip / 2 - received }].slice(-SAMPLES);
    if (this.samples.length < 3) this.ping();
    this.render();
  }

  private tend(): void {
    if (!this.up) return;
    if (performance.now() - this.heard > SILENCE_MS) return this.lose();
    this.ping();
  }

  /** The line is broken: it is opened again after a pause. */
  private lose(): void {
    clearTimeout(this.guard);
    const { socket } = this;
    this.socket = null;
    this.up = false;
    if (socket !== null) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close(); // browsers complain of one that is closed before it is open
      else socket.close();
    }
    this.render();
    if (!this.isWanted || this.retry !== undefined) return;
    const pause = this.pause * (0.75 + Math.random() / 2);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
    this.retry = setTimeout(() => this.reopen(), pause);
  }

  private hurry(): void {
    if (this.retry !== undefined) this.reopen();
  }

  private reopen(): void {
    clearTimeout(this.retry);
    this.retry = undefined;
    this.open();
  }
}
