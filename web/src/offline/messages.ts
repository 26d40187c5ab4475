import type { Wish } from '../club/types';

/** What the page says to its worker. */
export type ToWorker = { t: 'ask'; id: number; method: string; address: string; body: string | Uint8Array } | { t: 'analyse'; wish: Required<Wish> } | { t: 'stop' };

/** What the worker says; `heard` is a message as the server's socket brings it. */
export type FromWorker = { t: 'answer'; id: number; status: number; text: string } | { t: 'heard'; text: string } | { t: 'failed' };
