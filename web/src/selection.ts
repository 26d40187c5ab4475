import { between, sameDirection } from './geometry';
import type { LegalMove, Move, Square } from './types';

/** One way to walk one legal move. */
interface Line {
  move: LegalMove;
  route: Square[];
}

/** A piece in the hand: the squares it has visited and the lines still open to it. */
export interface Selection {
  from: Square;
  path: Square[];
  lines: Line[];
  /** The end square was not enough to tell two captures apart: only next landings count. */
  stepwise: boolean;
}

export type Step =
  | { kind: 'play'; move: LegalMove; route: Square[] }
  | { kind: 'leg'; selection: Selection }
  | { kind: 'unclear'; selection: Selection; moves: LegalMove[] }
  | { kind: 'no' };

export function select(legal: LegalMove[], from: Square): Selection | null {
  const lines = legal.filter((m) => m.from === from).flatMap((move) => move.routes.map((route) => ({ move, route })));
  return lines.length === 0 ? null : { from, path: [from], lines, stepwise: false };
}

/** The pieces that the first legs of a route jump. */
export function jumpedOn(move: Move, route: Square[]): Square[] {
  return route.slice(1).flatMap((sq, i) => between(route[i]!, sq).filter((mid) => move.captured.includes(mid)));
}

/**
 * Whether a tap on a square means the landing at a place of a line. A king that
 * goes straight on to its next victim may land anywhere before it; the route
 * names only the first of these squares.
 */
function landsOn(line: Line, at: number, sq: Square): boolean {
  const here = line.route[at];
  if (here === undefined) return false;
  if (here === sq) return true;
  const before = line.route[at - 1];
  const next = line.route[at + 1];
  if (before === undefined || next === undefined || !sameDirection(before, here, next)) return false;
  const ahead = between(here, next);
  const victim = ahead.findIndex((mid) => line.move.captured.includes(mid));
  return ahead.slice(0, victim).includes(sq);
}

const movesOf = (lines: Line[]): LegalMove[] => [...new Set(lines.map((line) => line.move))];

/** The squares to mark for the piece in the hand. */
export function targets(sel: Selection): Set<Square> {
  const marked = new Set<Square>();
  for (const { move, route } of sel.lines) {
    marked.add(route[sel.path.length]!);
    if (!sel.stepwise && (move.to !== sel.from || sel.path.length > 1)) marked.add(move.to);
  }
  return marked;
}

export function step(sel: Selection, sq: Square): Step {
  const at = sel.path.length;
  const next = sel.lines.filter((line) => landsOn(line, at, sq));
  if (sel.stepwise && next.length > 0) return go(sel, next, sq);

  const through = sel.lines.filter((line) => line.route.some((_, i) => i >= at && landsOn(line, i, sq)));
  const moves = movesOf(through);
  if (moves.length === 0) return { kind: 'no' };
  if (moves.length === 1) return play(sel, (next[0] ?? through[0])!);
  const ends = moves.filter((move) => move.to === sq);
  if (ends.length === 0 && movesOf(next).length === moves.length) return go(sel, next, sq);
  return { kind: 'unclear', moves, selection: { ...sel, stepwise: true } };
}

function go(sel: Selection, lines: Line[], sq: Square): Step {
  if (movesOf(lines).length === 1) return play(sel, lines[0]!);
  return { kind: 'leg', selection: { ...sel, lines, path: [...sel.path, sq] } };
}

function play(sel: Selection, line: Line): Step {
  return { kind: 'play', move: line.move, route: [...sel.path, ...line.route.slice(sel.path.length)] };
}
