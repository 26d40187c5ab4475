import { asset } from '../assets';
import type { ServerMessage, Wish } from '../club/types';
import type { FromWorker, ToWorker } from './messages';

type Listener = (message: ServerMessage) => void;

interface Waiting {
  answer: (response: Response) => void;
  fail: (error: Error) => void;
}

/** The deepest search, in plies; 0 is the deepest that there is. */
const DEEPEST = 0;

/** The same Go code as the server's in a worker of the page, which is started when it is first needed. */
export class Device {
  private worker: Worker | null = null;
  private serial = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Set<Listener>();

  /** Answers a request of the API that depends on nothing but itself; fails where the worker cannot be had. */
  ask(method: string, address: string, body: string | Uint8Array, signal: AbortSignal | undefined): Promise<Response> {
    const id = ++this.serial;
    return new Promise((answer, fail) => {
      this.waiting.set(id, { answer, fail });
      signal?.addEventListener('abort', () => this.waiting.delete(id) && fail(signal.reason));
      this.send({ t: 'ask', id, method, address, body });
    });
  }

  /** Has a position searched in place of the one before; null is none. */
  analyse(wish: Wish | null): void {
    if (wish !== null) this.send({ t: 'analyse', wish: { depth: DEEPEST, ...wish } });
    else if (this.worker !== null) this.send({ t: 'stop' });
  }

  /** Hears what is found of the positions; returns how to stop it. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private send(message: ToWorker): void {
    this.worker ??= this.start();
    this.worker.postMessage(message);
  }

  private start(): Worker {
    const worker = new Worker(asset('worker.js'));
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.take(data));
    worker.addEventListener('error', () => this.fail());
    return worker;
  }

  private take(message: FromWorker): void {
    switch (message.t) {
      case 'answer': {
        const { id, status, text } = message;
        this.waiting.get(id)?.answer(new Response(text, { status }));
        this.waiting.delete(id);
        break;
      }
      case 'heard':
        this.tell(JSON.parse(message.text) as ServerMessage);
        break;
      case 'failed':
        this.fail();
        break;
    }
  }

  /** The worker is of no use: another one is started for the next request. */
  private fail(): void {
    this.worker?.terminate();
    this.worker = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { fail } of waiting) fail(new Error('the worker does not run'));
    this.tell({ t: 'bye', retry: 0 });
  }

  private tell(message: ServerMessage): void {
    for (const listener of this.listeners) listener(message);
  }
}

export const device = new Device();
