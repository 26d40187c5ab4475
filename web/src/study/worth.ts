import { rankOf } from '../geometry';
import { parseFen, turnOf, type Standing } from '../pieces';
import { after, fenOf, turnAfter } from '../positions';
import { other, type Move, type PlayedMove, type Side } from '../types';
import { decimal } from '../words/numbers';
import type { Verdict, Worth } from './api';
import type { Found, Line } from './engine';

/** The points that White may expect, 0 to 1. */
export const expected = ({ win, draw }: Pick<Worth, 'win' | 'draw'>): number => win + draw / 2;

/** The points that White may expect of a line, told for the side to move. */
export const forWhite = (line: Pick<Line, 'win' | 'draw'>, turn: Side): number => (turn === 'white' ? expected(line) : 1 - expected(line));

const VERDICTS: Record<Verdict['verdict'], number> = { win: 1, 'win-cut-off': 0.5, draw: 0.5, 'loss-saved': 0.5, loss: 0 };

/** The points that White may expect by all that was found; null where nothing was. */
export function whitesShare(found: Found | null | undefined, turn: Side): number | null {
  if (found?.verdict != null) return turn === 'white' ? VERDICTS[found.verdict.verdict] : 1 - VERDICTS[found.verdict.verdict];
  const [best] = found?.lines ?? [];
  return best === undefined ? null : forWhite(best, turn);
}

/** A score in men with its sign, as a language writes numbers. */
export const signed = (score: number, tag: string): string => `${score > 0 ? '+' : score < 0 ? '−' : ''}${decimal(tag, Math.abs(score), score >= 10 || score <= -10 ? 1 : 2)}`;

/** The score of a line for White: in men, or who wins and in how many moves. */
export function scoreText({ score, plies }: Pick<Line, 'score' | 'plies'>, turn: Side, tag: string): string {
  if (plies !== null) {
    const winner = plies > 0 ? turn : other(turn);
    return `${winner === 'white' ? '1–0' : '0–1'} ${Math.ceil(Math.abs(plies) / 2)}`;
  }
  return signed(turn === 'white' ? score : -score, tag);
}

/** A man reaches the far rank in a capture exactly if it takes a piece on the rank before it. */
function isCrowned(piece: Standing, move: Move): boolean {
  const [far, near] = piece.side === 'white' ? [7, 6] : [0, 1];
  return !piece.king && (rankOf(move.to) === far || move.captured.some((sq) => rankOf(sq) === near));
}

/** What stands on the board after moves of which only ends and captures are known. */
export function standingAfter(fen: string, moves: Move[]): Standing[] {
  let pieces = parseFen(fen);
  for (const move of moves) {
    const piece = pieces.find(({ square }) => square === move.from);
    const crowned = piece !== undefined && isCrowned(piece, move);
    pieces = after(fenOf(pieces, 'white'), [{ ...move, crowned } as PlayedMove]);
  }
  return pieces;
}

export const fenAfter = (fen: string, moves: Move[]): string => fenOf(standingAfter(fen, moves), turnAfter(fen, moves.length));

/** The same position with the other side to move. */
export const passed = (fen: string): string => (turnOf(fen) === 'white' ? 'B' : 'W') + fen.slice(1).replace(/:[HF]\d+/g, '');
