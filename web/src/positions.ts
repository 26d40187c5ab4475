import { SQUARES } from './geometry';
import { parseFen, turnOf, type Standing } from './pieces';
import { other, type PlayedMove, type Side } from './types';

const order = new Map(SQUARES.map((sq, i) => [sq, i]));

/** What stands on the board after some moves, in the order of the squares. */
export function after(start: string, moves: PlayedMove[]): Standing[] {
  const play = (pieces: Standing[], move: PlayedMove): Standing[] =>
    pieces
      .filter((piece) => !move.captured.includes(piece.square))
      .map((piece) => (piece.square === move.from ? { ...piece, square: move.to, king: piece.king || move.crowned } : piece));
  return moves.reduce(play, parseFen(start)).sort((a, b) => order.get(a.square)! - order.get(b.square)!);
}

export function turnAfter(start: string, plies: number): Side {
  const first = turnOf(start);
  return plies % 2 === 0 ? first : other(first);
}

export function fenOf(pieces: Standing[], turn: Side): string {
  const squares = (side: Side): string => pieces.filter((piece) => piece.side === side).map((piece) => (piece.king ? 'K' : '') + piece.square).join(',');
  return `${turn === 'white' ? 'W' : 'B'}:W${squares('white')}:B${squares('black')}`;
}

/** The number of a ply among the moves, as players count, and whether it is Black's half of it. */
export function numberOfPly(start: string, ply: number): { number: number; black: boolean } {
  const first = Number(/:F(\d+)/.exec(start)?.[1] ?? 1);
  const halves = ply - 1 + (turnOf(start) === 'black' ? 1 : 0);
  return { number: first + (halves >> 1), black: halves % 2 === 1 };
}
