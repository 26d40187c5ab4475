import { Board } from '../model';
import { turnOf } from '../pieces';
import { after, fenOf } from '../positions';
import type { Shell } from '../shell';
import { other, type LegalMove, type Outcome, type PlayedMove, type Side, type Square, type State } from '../types';
import { endOf, pathOf, Tree, type Node } from './tree';
import type { Colour } from './shapes';

/** What the server says of a position and of the way to it. */
export interface Known {
  state: State;
  /** How the game ended here; the study may go on all the same after a draw by rule. */
  outcome: Outcome | null;
}

/** The board of a study: the position of one node of its tree, where either side may be moved. */
export class StudyBoard extends Board {
  tree: Tree;
  node: Node;
  known: Known | null = null;
  rules = 'fmjd64';
  /** The side at the near edge. */
  near: Side = 'white';
  /** Presses draw in this colour; null while they move pieces. */
  pen: Colour | null = null;
  /** Where an arrow begins that is being drawn. */
  drawn: { from: Square; to: Square | null } | null = null;
  /** The user may not move here, as while a report's question is answered. */
  locked = false;

  constructor(shell: Shell, start: string) {
    super(shell);
    this.tree = new Tree(start);
    this.node = this.tree.root;
  }

  override get start(): string {
    return this.tree.start;
  }

  override get side(): Side {
    return this.settings.turned ? other(this.near) : this.near;
  }

  override get mine(): Side | null {
    return this.phase === 'ready' && !this.locked ? (this.state?.turn ?? null) : null;
  }

  get turn(): Side {
    const first = turnOf(this.start);
    return pathOf(this.node).length % 2 === 0 ? first : other(first);
  }

  /** The plies of the line that is shown, to its end. */
  get length(): number {
    return pathOf(endOf(this.node)).length;
  }
}

/** A legal move as it is played along one of its routes. */
export const played = ({ from, to, captured, text, crowned, routes }: LegalMove, route: Square[] = routes[0]!): PlayedMove => ({ from, to, captured, text, crowned, route });

/** What stands at a node, and the plies since the balance last changed, by which draws are counted. */
interface Place {
  fen: string;
  quiet: number;
}

const places = new WeakMap<Node, Place>();

function placeOf(tree: Tree, node: Node): Place {
  const way = [tree.root, ...pathOf(node)];
  let known = way.findLastIndex((n) => places.has(n));
  if (known < 0) {
    places.set(tree.root, { fen: fenOf(after(tree.start, []), turnOf(tree.start)), quiet: Number(/:H(\d+)/.exec(tree.start)?.[1] ?? 0) });
    known = 0;
  }
  for (const n of way.slice(known + 1)) {
    const before = places.get(n.parent!)!;
    const move = n.move!;
    const changes = move.captured.length > 0 || move.crowned;
    places.set(n, { fen: fenOf(after(before.fen, [move]), other(turnOf(before.fen))), quiet: changes ? 0 : before.quiet + 1 });
  }
  return places.get(node)!;
}

export const quietAt = (tree: Tree, node: Node): number => placeOf(tree, node).quiet;

/** The position of a node with the count by which the draw rules judge it. */
export function fenAt(tree: Tree, node: Node): string {
  const { fen, quiet } = placeOf(tree, node);
  return quiet === 0 ? fen : `${fen}:H${quiet}`;
}
