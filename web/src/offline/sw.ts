/** The service worker: it keeps the files of one version of the page, for when the server cannot be reached. */

declare const VERSION: string;
declare const FILES: string[];

interface Lasting extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface Asked extends Lasting {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const scope = globalThis as unknown as {
  addEventListener(type: 'install' | 'activate', listen: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listen: (event: Asked) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
};

const PREFIX = 'bolshak-';
const STORE = PREFIX + VERSION;

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request));
});

/** All or nothing: a version with a file missing does not take the place of the one before. */
async function install(): Promise<void> {
  const store = await caches.open(STORE);
  await store.addAll(FILES.map((address) => new Request(address, { cache: 'no-cache' })));
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== STORE).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** The page comes from the server if it can: it names the files that belong to it. */
async function page(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => null);
  if (answer !== null && answer.status !== 502 && answer.status !== 504) return answer;
  return (await stored('/')) ?? answer ?? Response.error();
}

/** The address of a file has its version, so that what is stored is never old. */
const file = async (request: Request): Promise<Response> => (await stored(request)) ?? fetch(request);

const stored = async (request: Request | string): Promise<Response | undefined> => (await caches.open(STORE)).match(request);
