import { Hand } from '../../hand';
import { pieceAt } from '../../pieces';
import type { Square } from '../../types';
import type { EditorBoard, Tool } from './model';

const PIECES: Partial<Record<Tool, { side: 'white' | 'black'; king: boolean }>> = {
  'white-man': { side: 'white', king: false },
  'white-king': { side: 'white', king: true },
  'black-man': { side: 'black', king: false },
  'black-king': { side: 'black', king: true },
};

/** Sets pieces up with what is in the hand. */
export class EditorHand extends Hand {
  constructor(
    private readonly board: EditorBoard,
    private readonly draw: () => void,
  ) {
    super(board, { isPlaying: false, hurry: () => Promise.resolve(), play: () => undefined }, draw);
  }

  override async tap(sq: Square): Promise<void> {
    const { board } = this;
    board.cursor = sq;
    if (board.tool === 'erase') this.put(sq, null);
    else if (board.tool === 'move') this.carry(sq);
    else this.place(sq);
    this.draw();
  }

  override grab(sq: Square): boolean {
    if (pieceAt(this.board.pieces, sq) === undefined) return false;
    this.board.held = sq;
    return true;
  }

  /** A piece that is dropped beside the board is taken away. */
  override drop(sq: Square | null): void {
    const { board } = this;
    const from = board.held;
    board.held = board.drag = null;
    if (from !== null && sq === null) this.put(from, null);
    else if (from !== null && sq !== from) this.go(from, sq!);
    this.draw();
  }

  override letGo(): void {
    Object.assign(this.board, { held: null, drag: null });
    this.draw();
  }

  remove(sq: Square): void {
    this.put(sq, null);
    this.draw();
  }

  /** Makes a king of a man, and a man of a king. */
  crown(sq: Square): void {
    const piece = pieceAt(this.board.pieces, sq);
    if (piece !== undefined) this.put(sq, { side: piece.side, king: !piece.king });
    this.draw();
  }

  private place(sq: Square): void {
    const piece = PIECES[this.board.tool]!;
    const there = pieceAt(this.board.pieces, sq);
    this.put(sq, there?.side === piece.side && there.king === piece.king ? null : piece);
  }

  private carry(sq: Square): void {
    const { board } = this;
    if (board.held !== null) {
      const from = board.held;
      board.held = null;
      this.go(from, sq);
    } else if (pieceAt(board.pieces, sq) !== undefined) {
      board.held = sq;
    }
  }

  private go(from: Square, to: Square): void {
    const { board } = this;
    board.move(from, to);
    this.tell(to);
  }

  private put(sq: Square, piece: { side: 'white' | 'black'; king: boolean } | null): void {
    this.board.put(sq, piece);
    this.tell(sq);
  }

  private tell(sq: Square): void {
    const { words, pieces, shell } = this.board;
    const piece = pieceAt(pieces, sq);
    shell.announce(`${sq}, ${piece === undefined ? words.emptySquare : words.piece(piece.side, piece.king)}`);
  }
}
