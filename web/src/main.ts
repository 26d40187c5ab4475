import { attributesModule, classModule, eventListenersModule, init, propsModule, type VNode } from 'snabbdom';
import { Keyboard } from './keyboard';
import { PAGES, nothing } from './pages';
import { Router } from './router';
import { Shell } from './shell';
import { frame } from './view/frame';

const patch = init([attributesModule, classModule, eventListenersModule, propsModule]);

let shown: VNode | Element = document.getElementById('app')!;
let due = false;

/** Draws the page once for all changes of one turn of the event loop. */
function render(): void {
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    shown = patch(shown, frame(shell, router));
  });
}

const shell = new Shell(render, () => router.page.title());
const router = new Router(shell, PAGES, nothing);
shell.go = (path, replace) => router.go(path, replace);
new Keyboard(shell, () => router);
shell.arrived();
void shell.account.load().catch(() => undefined); // it is asked again where it matters
