import { Board } from '../model';
import { turnOf } from '../pieces';
import type { Shell } from '../shell';
import { other, type LegalMove, type Outcome, type PlayedMove, type Side, type Square, type State } from '../types';
import { endOf, movesTo, pathOf, Tree, type Node } from './tree';
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

const isChange = (move: PlayedMove): boolean => move.captured.length > 0 || move.crowned;

/** The plies before a node since the balance last changed, by which draws are counted. */
export function quietPlies(start: string, moves: PlayedMove[]): number {
  const last = moves.findLastIndex(isChange);
  return last < 0 ? Number(/:H(\d+)/.exec(start)?.[1] ?? 0) + moves.length : moves.length - 1 - last;
}

/** The draw counts of a FEN, as the server reads them. */
export const countsOf = (m: StudyBoard): string => {
  const quiet = quietPlies(m.start, movesTo(m.node));
  return quiet === 0 ? '' : `:H${quiet}`;
};
