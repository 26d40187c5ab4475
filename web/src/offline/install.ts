/** So long after its beginning the page has nothing better to do. */
const CALM_MS = 5000;

/** Has the browser keep the page for when there is no server. Where it may not, the page works as before. */
export function keep(): void {
  if (!('serviceWorker' in navigator)) return;
  setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => undefined), CALM_MS);
}
