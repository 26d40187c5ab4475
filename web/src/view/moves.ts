import { h, type VNode } from 'snabbdom';
import { shownFen, shownPly, type Board } from '../model';
import { numberOfPly } from '../positions';
import { noteAt } from '../records';
import { card } from './card';
import { icon } from './icons';
import { named } from './naming';
import type { Review } from '../review';
import { saveText } from '../download';
import { pictureLinks } from './picture';

/** The moves of the game, each of which shows its position, and what can be taken away of it. */
export const movesCard = (m: Board, review: Review, pdn: () => string | Promise<string>): VNode =>
  card('moves', m.words.moves, [list(m, review), exportRow(m, pdn)]);

/** Stands for White's half of a first move that Black makes. */
const UNPLAYED = '…';

function list(m: Board, review: Review): VNode {
  const history = m.state?.history ?? [];
  const shown = shownPly(m);
  const move = (text: string, i: number): VNode => {
    const ply = i + 1;
    return h(
      'button.move',
      {
        key: ply,
        class: { now: ply === shown, last: ply === history.length },
        attrs: { type: 'button', 'data-ply': ply, tabindex: ply === Math.max(shown, 1) ? 0 : -1, 'aria-current': ply === shown ? 'step' : 'false' },
        on: { click: () => review.show(ply) },
      },
      named(m, text) + (noteAt(m.record, ply)?.marks ?? ''),
    );
  };
  const buttons = history.map(({ text }, i) => move(text, i));
  const blackFirst = numberOfPly(m.start, 1).black;
  const cells = blackFirst && buttons.length > 0 ? [h('span.move.none', { key: 0 }, UNPLAYED), ...buttons] : buttons;
  const { number: first } = numberOfPly(m.start, 1);
  const rows = Array.from({ length: Math.ceil(cells.length / 2) }, (_, i) => cells.slice(i * 2, i * 2 + 2));
  return h('div.scroll', { key: 'list', hook: { postpatch: (_, node) => follow(node), insert: follow } }, [
    rows.length === 0
      ? h('p.quiet.empty', { key: 'none' }, m.words.noMoves)
      : h('ol', { key: 'moves' }, rows.map((row, i) => h('li', { key: i }, [h('span.number', `${first + i}.`), ...row]))),
  ]);
}

/** Keeps the move that is shown in sight, without moving the page. */
function follow(node: VNode): void {
  const list = node.elm as HTMLElement;
  const now = list.querySelector<HTMLElement>('.now');
  if (now === null) {
    list.scrollTop = 0;
    return;
  }
  const above = now.getBoundingClientRect().top - list.getBoundingClientRect().top;
  const below = above + now.offsetHeight - list.clientHeight;
  if (above < 0) list.scrollTop += above;
  else if (below > 0) list.scrollTop += below;
}

function exportRow(m: Board, pdn: () => string | Promise<string>): VNode {
  const { words, state, shell } = m;
  const button = (name: string, sign: 'copy' | 'save', text: string, act: () => void): VNode =>
    h(`button.${name}`, { key: name, attrs: { type: 'button', disabled: state === null }, on: { click: act } }, [icon(sign), text]);
  const copyPdn = async (): Promise<void> => shell.copy(await pdn());
  const savePdn = async (): Promise<void> => saveText('bolshak.pdn', await pdn());
  return h('div.export', { key: 'export' }, [
    button('copy-pdn', 'copy', words.copyPdn, () => void copyPdn()),
    button('copy-fen', 'copy', words.copyFen, () => void shell.copy(shownFen(m))),
    button('save-pdn', 'save', words.savePdn, () => void savePdn()),
    ...pictureLinks(m, shownFen(m)),
  ]);
}
