import { h, type VNode } from 'snabbdom';
import { pictureAddress } from '../api';
import { isFlipped, shownFen, shownPly, type Model } from '../model';
import { numberOfPly } from '../positions';
import { noteAt } from '../records';
import { card } from './card';
import { icon } from './icons';
import { named } from './naming';
import type { Parts } from './parts';

/** The moves of the game, each of which shows its position, and what can be taken away of it. */
export const movesCard = (m: Model, parts: Parts): VNode => card('moves', m.words.moves, [list(m, parts), exportRow(m, parts)]);

/** Stands for White's half of a first move that Black makes. */
const UNPLAYED = '…';

function list(m: Model, { review }: Parts): VNode {
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
      named(m, text) + (noteAt(m.game.record, ply)?.marks ?? ''),
    );
  };
  const buttons = history.map(({ text }, i) => move(text, i));
  const blackFirst = numberOfPly(m.game.start, 1).black;
  const cells = blackFirst && buttons.length > 0 ? [h('span.move.none', { key: 0 }, UNPLAYED), ...buttons] : buttons;
  const { number: first } = numberOfPly(m.game.start, 1);
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

function exportRow(m: Model, { actions }: Parts): VNode {
  const { words, state, settings } = m;
  const button = (name: string, sign: 'copy' | 'save', text: string, act: () => void): VNode =>
    h(`button.${name}`, { key: name, attrs: { type: 'button', disabled: state === null }, on: { click: act } }, [icon(sign), text]);
  const look = { fen: shownFen(m), flip: isFlipped(m), theme: settings.board, numbers: settings.numbers };
  const picture = (kind: 'png' | 'svg'): VNode => {
    const title = words.savePicture(kind.toUpperCase());
    return h('a.button', { key: kind, attrs: { href: pictureAddress(kind, look), download: `bolshak.${kind}`, 'aria-label': title, title } }, [icon('save'), kind.toUpperCase()]);
  };
  return h('div.export', { key: 'export' }, [
    button('copy-pdn', 'copy', words.copyPdn, actions.copyPdn),
    button('copy-fen', 'copy', words.copyFen, actions.copyFen),
    button('save-pdn', 'save', words.savePdn, actions.savePdn),
    picture('png'),
    picture('svg'),
  ]);
}
