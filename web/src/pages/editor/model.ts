import { Board } from '../../model';
import { parseFen, pieceAt, setUp, turnOf, type Standing } from '../../pieces';
import type { Shell } from '../../shell';
import { faultsOf, mirrored, readFen, writeFen, type BadFen, type Fault, type Numbering, type Setup } from '../../study/fen';
import { other, type Outcome, type Side, type Square } from '../../types';

/** What a press on a square does: moves a piece, puts one there, or takes one away. */
export const TOOLS = ['move', 'white-man', 'white-king', 'black-man', 'black-king', 'erase'] as const;
export type Tool = (typeof TOOLS)[number];

/** What can be undone, at most. */
const STEPS = 200;

/** An arrangement of pieces that is being set up. */
export class EditorBoard extends Board {
  turn: Side = 'white';
  near: Side = 'white';
  tool: Tool = 'move';
  /** Where the piece stands that is being moved. */
  held: Square | null = null;
  numbering: Numbering = 'letters';
  /** What is wrong with the text in the field of the FEN, and that text. */
  badFen: BadFen | null = null;
  fenText: string | null = null;
  /** Composers allow what cannot come about in a game. */
  forgive = false;
  /** How a game from here would be over at once; undefined until the server has said. */
  outcome: Outcome | null | undefined = undefined;
  private before: string[] = [];
  /** Called when something else stands on the board. */
  changed: () => void = () => undefined;

  constructor(shell: Shell) {
    super(shell);
    this.phase = 'ready';
    this.pieces = setUp([], parseFen(''));
  }

  override get start(): string {
    return this.fen;
  }

  override get side(): Side {
    return this.settings.turned ? other(this.near) : this.near;
  }

  override get mine(): Side | null {
    return null;
  }

  get setup(): Setup {
    return { pieces: this.pieces, turn: this.turn };
  }

  get fen(): string {
    return writeFen(this.setup, 'letters');
  }

  get faults(): Fault[] {
    return faultsOf(this.setup);
  }

  /** Whether it may come about in a game, and so be played with other people. */
  get isLegal(): boolean {
    return this.faults.length === 0;
  }

  /** Whether it may be analysed, played against the computer, pictured and given away. */
  get isAllowed(): boolean {
    return this.isLegal || (this.forgive && this.faults.every(({ fault }) => fault !== 'no-pieces'));
  }

  get canUndo(): boolean {
    return this.before.length > 0;
  }

  /** Begins with a setup, before which there is nothing to go back to. */
  begin({ pieces, turn }: Setup): void {
    Object.assign(this, { pieces: setUp(this.pieces, pieces), turn });
  }

  lay(setup: Setup): void {
    this.remember();
    this.set(setup);
  }

  /** Allows what composers allow, or no more. */
  setForgive(forgive: boolean): void {
    Object.assign(this, { forgive, outcome: undefined });
    this.changed();
  }

  undo(): void {
    const fen = this.before.pop();
    if (fen !== undefined) this.set({ pieces: parseFen(fen), turn: turnOf(fen) });
  }

  mirror(): void {
    this.lay(mirrored(this.setup));
  }

  setTurn(turn: Side): void {
    if (turn !== this.turn) this.lay({ ...this.setup, turn });
  }

  /** Takes the text of the FEN's field; it stays there as it is while it cannot be read. */
  read(text: string): void {
    const setup = readFen(text, this.numbering);
    if ('fault' in setup) {
      this.badFen = setup;
      this.fenText = text;
    } else {
      this.lay(setup);
    }
  }

  put(square: Square, piece: Omit<Standing, 'square'> | null): void {
    const others = this.pieces.filter((one) => one.square !== square);
    this.lay({ pieces: piece === null ? others : [...others, { ...piece, square }], turn: this.turn });
  }

  move(from: Square, to: Square): void {
    const piece = pieceAt(this.pieces, from);
    if (piece === undefined || from === to) return;
    const others = this.pieces.filter((one) => one.square !== to && one !== piece);
    this.lay({ pieces: [...others, { ...piece, square: to }], turn: this.turn });
  }

  private remember(): void {
    this.before = [...this.before, this.fen].slice(-STEPS);
  }

  private set({ pieces, turn }: Setup): void {
    Object.assign(this, { pieces: setUp(this.pieces, pieces), turn, badFen: null, fenText: null, held: null, drag: null, outcome: undefined });
    this.changed();
  }
}
