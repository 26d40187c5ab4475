import type { Model } from './model';

const SHOWN_MS = 3000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a short confirmation for a while. */
export function say(m: Model, text: string, render: () => void): void {
  clearTimeout(timer);
  m.toast = text;
  render();
  timer = setTimeout(() => {
    m.toast = '';
    render();
  }, SHOWN_MS);
}
