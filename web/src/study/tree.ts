import { parseFen } from '../pieces';
import { fenOf } from '../positions';
import { sameMove, type PlayedMove } from '../types';
import type { Shape } from './shapes';

/** The annotator's marks of a move. */
export const GLYPHS = ['!', '?', '!!', '??', '!?', '?!'] as const;
export type Glyph = (typeof GLYPHS)[number];

/** A position of a study, with the move that led to it. */
export interface Node {
  /** One of its own in the tree. */
  readonly id: number;
  /** Null for the first position. */
  readonly move: PlayedMove | null;
  readonly parent: Node | null;
  /** What was played from here: the first goes on with the line, the others are variations. */
  children: Node[];
  glyph: Glyph | '';
  /** Other marks as they were written: "+", "$14". */
  marks: string[];
  comment: string;
  shapes: Shape[];
}

const USUAL = fenOf(parseFen(''), 'white');

/** The moves of a study: lines that branch, with what is said of them. */
export class Tree {
  readonly root: Node;
  private lastId = 0;

  /** The first position as a FEN, '' for the usual one. */
  readonly start: string;

  constructor(
    start: string,
    public tags: { name: string; value: string }[] = [],
    public result = '*',
  ) {
    this.start = start === USUAL ? '' : start;
    this.root = this.make(null, null);
  }

  get isEmpty(): boolean {
    return this.root.children.length === 0;
  }

  /** The node after a move; it is made where nobody played the move yet. */
  add(parent: Node, move: PlayedMove): Node {
    const known = parent.children.find((child) => sameMove(child.move!, move));
    if (known !== undefined) return known;
    const node = this.make(move, parent);
    parent.children.push(node);
    return node;
  }

  /** Takes a node and what follows it away; the returned function brings it back. */
  remove(node: Node): () => void {
    const { parent } = node;
    if (parent === null) return () => undefined;
    const at = parent.children.indexOf(node);
    parent.children.splice(at, 1);
    return () => void parent.children.splice(at, 0, node);
  }

  /** Moves the variation of a node one place forward; false when it is the main line already. */
  promote(node: Node): boolean {
    const branch = branchOf(node);
    if (branch === null) return false;
    const { children } = branch.parent!;
    const at = children.indexOf(branch);
    [children[at - 1], children[at]] = [branch, children[at - 1]!];
    return true;
  }

  /** Makes the line of a node the main line. */
  toMain(node: Node): void {
    for (let n: Node | null = node; n?.parent != null; n = n.parent) {
      const { children } = n.parent;
      children.splice(children.indexOf(n), 1);
      children.unshift(n);
    }
  }

  private make(move: PlayedMove | null, parent: Node | null): Node {
    return { id: ++this.lastId, move, parent, children: [], glyph: '', marks: [], comment: '', shapes: [] };
  }
}

/** The nodes from the first position to this one; the first itself is not among them. */
export function pathOf(node: Node): Node[] {
  const path: Node[] = [];
  for (let n = node; n.parent !== null; n = n.parent) path.push(n);
  return path.reverse();
}

export const movesTo = (node: Node): PlayedMove[] => pathOf(node).map((n) => n.move!);

/** The number of plies before the position of a node. */
export const plyOf = (node: Node): number => pathOf(node).length;

/** The last position of the line that goes on from a node. */
export function endOf(node: Node): Node {
  let end = node;
  while (end.children[0] !== undefined) end = end.children[0];
  return end;
}

/** The nodes of the main line from the first move on. */
export const mainLine = (tree: Tree): Node[] => pathOf(endOf(tree.root));

/** The nearest node on the way to here that is a variation; null on the main line. */
export function branchOf(node: Node): Node | null {
  for (let n: Node | null = node; n?.parent != null; n = n.parent) if (n.parent.children[0] !== n) return n;
  return null;
}

/** The variation beside a node, so many places on. */
export function sibling(node: Node, by: 1 | -1): Node | null {
  const children = node.parent?.children ?? [];
  return children[children.indexOf(node) + by] ?? null;
}

/** The way to a node in numbers: which of the children at each ply. */
export const routeOf = (node: Node): number[] => pathOf(node).map((n) => n.parent!.children.indexOf(n));

/** The node at the end of a way, as far as there is one. */
export function follow(tree: Tree, route: number[]): Node {
  let node = tree.root;
  for (const i of route) {
    const next = node.children[i];
    if (next === undefined) break;
    node = next;
  }
  return node;
}
