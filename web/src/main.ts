import { attributesModule, classModule, eventListenersModule, init, propsModule, type VNode } from 'snabbdom';
import { Actions } from './actions';
import { Game } from './game';
import { Hand } from './hand';
import { Keyboard } from './keyboard';
import type { Model } from './model';
import { Reader } from './reader';
import { Review } from './review';
import { loadGame, loadSettings, replaceGame } from './storage';
import type { Side } from './types';
import { Grid } from './view/grid';
import { page } from './view/page';
import { wordsFor } from './words';
import { explain } from './words/explain';

const patch = init([attributesModule, classModule, eventListenersModule, propsModule]);

const settings = loadSettings();
const stored = loadGame() ?? replaceGame({ start: '', moves: [], side: 'white', level: 3 });

const model: Model = {
  settings,
  words: wordsFor(settings.language),
  game: stored,
  state: null,
  phase: 'loading',
  pieces: [],
  marks: null,
  mover: null,
  selection: null,
  drag: null,
  cursor: 'c3',
  typed: '',
  note: '',
  toast: '',
  announcement: '',
  fromLink: false,
  canGoBack: false,
  asking: null,
  viewed: null,
  reading: { open: false, text: '', rules: 'fmjd64', busy: false, refusal: '', answer: null },
  settingsOpen: false,
  tab: 'moves',
};

let shown: VNode | Element = document.getElementById('app')!;
let due = false;

/** Draws the page once for all changes of one turn of the event loop. */
function render(): void {
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    shown = patch(shown, page(model, { grid, actions, review, reader }));
  });
}

const game = new Game(model, render);
const hand = new Hand(model, game, render);
const review = new Review(model, game, render);
const reader = new Reader(model, game, render);
const actions = new Actions(model, game, render);
const grid = new Grid(model, hand, render);
new Keyboard(model, hand, review);

/** Plays the position of the address, as in ?fen=W:Wc3:Bf6&side=black&level=5, or goes on with the stored game. */
async function begin(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const fen = query.get('fen');
  if (fen === null) return game.adopt(stored);
  history.replaceState(null, '', location.pathname);
  const side: Side = query.get('side') === 'black' ? 'black' : 'white';
  const level = Number(query.get('level')) || stored.level;
  const problem = await game.startFrom(fen, side, Math.min(Math.max(Math.round(level), 1), 10));
  if (problem === null) return;
  game.adopt(stored);
  model.note = explain(model.words, model.words.badLink, problem);
  render();
}

render();
void begin();
