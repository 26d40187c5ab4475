import { device } from './device';

/** After a try in vain the server is left alone for so long. */
const PAUSE_MS = 5000;

/** A question that the server has not answered by then is answered here; the computer thinks and waits for its turn. */
const PATIENCE_MS = 8000;
const LONGEST_REPLY_MS = 30_000;

/** What this device can answer by itself, as method and path. */
const OWN = /^(POST \/api\/v1\/(pdn|game(\/reply)?|exercises\/[^/]+\/try)|GET \/api\/v1\/(moves|table|diagram\.svg|exercises(\/[^/]+)?))$/;

/** Whether the last question could not be brought to the server, so that this device has answered. */
class Connection {
  away = false;
  private since = -Infinity;
  private readonly watchers = new Set<() => void>();

  constructor() {
    addEventListener('online', () => (this.since = -Infinity));
  }

  /** The server need not be asked: it is known not to answer. */
  get hopeless(): boolean {
    return this.away && performance.now() - this.since < PAUSE_MS;
  }

  /** Tells of changes; returns how to stop it. */
  watch(changed: () => void): () => void {
    this.watchers.add(changed);
    return () => this.watchers.delete(changed);
  }

  set(away: boolean): void {
    if (away) this.since = performance.now();
    if (away === this.away) return;
    this.away = away;
    for (const changed of this.watchers) changed();
  }
}

export const connection = new Connection();

/** A gateway says that there is no server behind it. */
const isGateway = (status: number): boolean => status === 502 || status === 504;

/**
 * Asks the server; where it cannot be reached and the question needs nothing
 * but itself, this device answers by the same code. The error is that of fetch.
 */
export async function reach(address: string, options: RequestInit): Promise<Response> {
  const { body, method = 'GET', signal } = options;
  const own = OWN.test(`${method} ${address.split('?', 1)[0]}`) && (body === undefined || typeof body === 'string' || body instanceof Blob);
  if (!own) return fetch(address, options);
  if (!connection.hopeless) {
    try {
      const limit = AbortSignal.timeout(address.endsWith('/reply') ? LONGEST_REPLY_MS : PATIENCE_MS);
      const response = await fetch(address, { ...options, signal: signal ? AbortSignal.any([signal, limit]) : limit });
      if (!isGateway(response.status)) {
        connection.set(false);
        return response;
      }
    } catch (error) {
      if (signal?.aborted) throw error;
    }
  }
  const text = body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : String(body ?? '');
  const response = await device.ask(method, address, text, signal ?? undefined);
  connection.set(true);
  return response;
}
