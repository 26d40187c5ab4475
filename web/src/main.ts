import { attributesModule, classModule, eventListenersModule, init, propsModule, type VNode } from 'snabbdom';
import { Keyboard } from './keyboard';
import { keep } from './offline/install';
import { PAGES, nothing } from './pages';
import { Router } from './router';
import { Shell } from './shell';
import { loadSettings } from './storage';
import { frame } from './view/frame';
import { languageFor, loadWords } from './words';

const patch = init([attributesModule, classModule, eventListenersModule, propsModule]);

let shell: Shell;
let router: Router;
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

/** Begins when the words of the reader's language are here, so that nothing is shown twice. */
async function begin(): Promise<void> {
  const words = await loadWords(languageFor(loadSettings().language));
  shell = new Shell(render, words, () => router.page);
  router = new Router(shell, PAGES, nothing);
  shell.go = (path, replace) => router.go(path, replace);
  new Keyboard(shell, () => router);
  shell.arrived();
  keep();
  void shell.account.load().catch(() => undefined); // it is asked again where it matters
}

void begin();
