import { h, type VNode } from 'snabbdom';
import { numberOfPly } from '../../positions';
import { named } from '../../view/naming';
import type { StudyBoard } from '../board';
import { plyNumber } from '../naming';
import type { Node } from '../tree';

/** The lines of a study, each move a button that shows its position; variations are set in, one below the other. */
export function treeView(m: StudyBoard, mark: (node: Node) => string, go: (node: Node) => void): VNode {
  const { tree, words } = m;
  const stop = m.node.move === null ? tree.root.children[0] : m.node;
  const move = (node: Node, ply: number, numbered: boolean): (VNode | string)[] => {
    const number = numbered || !numberOfPly(tree.start, ply).black ? h('span.number', `${plyNumber(tree.start, ply)} `) : null;
    const glyph = node.glyph || mark(node);
    const shown = h('span.ply', { key: node.id }, [
      number,
      h(
        'button.move',
        {
          class: { now: node === m.node, judged: node.glyph === '' && glyph !== '' },
          attrs: { type: 'button', 'data-node': node.id, tabindex: node === stop ? 0 : -1, 'aria-current': node === m.node ? 'step' : 'false' },
          on: { click: () => go(node) },
        },
        named(m, node.move!.text) + glyph + node.marks.filter((text) => !text.startsWith('$')).join(''),
      ),
      node.shapes.length > 0 ? h('span.drawn', { attrs: { title: words.hasDrawings } }, [h('span.unseen', words.hasDrawings)]) : null,
    ]);
    return [shown, ' '];
  };
  const comment = (node: Node): VNode[] => (node.comment === '' ? [] : [h('span.comment', { key: `comment ${node.id}` }, `${node.comment} `)]);

  /** The line from a position on; its variations stand behind the move that they are instead of. */
  const line = (from: Node, plies: number, numbered: boolean): (VNode | string)[] => {
    const drawn: (VNode | string)[] = [];
    let ply = plies;
    for (let node = from; node.children[0] !== undefined; node = node.children[0]) {
      const [main, ...others] = node.children as [Node, ...Node[]];
      ply++;
      drawn.push(...move(main, ply, numbered), ...comment(main));
      if (others.length > 0) {
        const at = ply;
        const variations = others.map((other) => h('li.variation', { key: `line ${other.id}` }, [...move(other, at, true), ...comment(other), ...line(other, at, other.comment !== '')]));
        drawn.push(h('ul.variations', { key: `lines ${main.id}`, attrs: { 'aria-label': words.variations } }, variations));
      }
      numbered = others.length > 0 || main.comment !== '';
    }
    return drawn;
  };
  return h('div.tree', { key: 'tree', attrs: { role: 'group', 'aria-label': words.moves }, hook: { insert: reveal, postpatch: (_, node) => reveal(node) } }, [
    ...comment(tree.root),
    ...(tree.isEmpty ? [h('p.quiet.empty', { key: 'none' }, words.noStudyMoves)] : line(tree.root, 0, true)),
  ]);
}

/** Keeps the move that is shown in sight, without moving the page. */
function reveal(node: VNode): void {
  const list = node.elm as HTMLElement;
  const now = list.querySelector<HTMLElement>('.now');
  if (now === null) return;
  const above = now.getBoundingClientRect().top - list.getBoundingClientRect().top;
  const below = above + now.offsetHeight - list.clientHeight;
  if (above < 0) list.scrollTop += above;
  else if (below > 0) list.scrollTop += below;
}
