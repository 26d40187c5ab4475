import { isLooking, isMyTurn, type Board } from './model';
import { pieceAt } from './pieces';
import { pressed } from './premove';
import { whyNotGo, whyNotTake, type Refusal } from './refusal';
import { select, step, type Selection } from './selection';
import { read, squaresOf } from './typed';
import { other, type LegalMove, type Square } from './types';

/** What is done with the moves that the hand makes. */
export interface Game {
  /** Pieces are on their way over the board. */
  readonly isPlaying: boolean;
  /** Ends that at once. */
  hurry(): Promise<void>;
  /** Plays a move; the first `walked` squares of the route were walked by hand. */
  play(move: LegalMove, route: Square[], walked: number): void;
}

/** The user's hand: what taps, drags and typed texts do. */
export class Hand {
  constructor(
    private readonly m: Board,
    private readonly game: Game,
    private readonly render: () => void,
  ) {}

  async tap(sq: Square): Promise<void> {
    const { m } = this;
    if (this.game.isPlaying) await this.game.hurry();
    m.cursor = sq;
    m.typed = '';
    m.note = '';
    if (this.premoves) return this.premove(pressed(m.premove, sq, m.pieces, m.mine!));
    const held = m.selection;
    if (held !== null && sq === held.path.at(-1)) m.selection = null;
    else if (held === null || !this.goTo(held, sq)) this.take(sq, held);
    this.render();
  }

  /** Picks a piece up for a drag; false when it may not be moved. */
  grab(sq: Square): boolean {
    if (this.premoves) return this.grabPremove(sq);
    const held = this.m.selection;
    if (held !== null && sq === held.path.at(-1)) return true;
    const selection = isMyTurn(this.m) && !this.game.isPlaying ? select(this.m.state!.legal, sq) : null;
    if (selection === null) return false;
    this.m.selection = selection;
    this.m.note = '';
    this.m.typed = '';
    return true;
  }

  drop(sq: Square | null): void {
    const held = this.m.selection;
    this.m.drag = null;
    if (this.m.premove !== null) return this.dropPremove(sq);
    if (held !== null && sq !== held.path.at(-1) && (sq === null || !this.goTo(held, sq))) {
      this.m.selection = null;
      if (sq !== null) this.refuse(whyNotGo(held.from, sq, this.m.state!.legal));
    }
    this.render();
  }

  /** Moves the keyboard's cursor. */
  point(sq: Square): void {
    this.m.cursor = sq;
    this.render();
  }

  letGo(): void {
    this.m.letGo();
    this.m.premove = null;
    this.render();
  }

  /** Takes a text that is being typed; plays it, and says so, as soon as it can name only one move. */
  type(text: string): boolean {
    const { m } = this;
    m.selection = null;
    m.typed = text;
    m.note = text === '' ? '' : m.words.typing(text);
    const reading = isMyTurn(m) ? read(text, m.state!.legal) : null;
    const whole = reading?.moves.length === 1 && !reading.open;
    if (whole) this.playTyped(reading.moves[0]!);
    this.render();
    return whole;
  }

  enterTyped(): void {
    const { m } = this;
    const text = m.typed;
    m.typed = '';
    if (this.premoves) {
      const path = squaresOf(text);
      m.note = '';
      if (path !== null && pieceAt(m.pieces, path[0]!)?.side === m.mine) return this.premove(path);
      m.note = path === null ? m.words.typedGarbage(text) : m.words.premoveNotYours(path[0]!);
    } else if (isLooking(m)) {
      m.note = this.whyLooking();
    } else if (!isMyTurn(m)) {
      m.note = m.words.notYourTurn(m.state?.turn ?? other(m.side));
    } else {
      const reading = read(text, m.state!.legal);
      if (reading === null) m.note = m.words.typedGarbage(text);
      else if (reading.moves.length === 1) this.playTyped(reading.moves[0]!);
      else if (reading.moves.length === 0) m.note = m.words.typedIllegal(text);
      else m.note = m.words.typedUnclear(text, reading.moves.map((move) => move.text));
    }
    this.render();
  }

  /** Whether presses make a move ready for later. */
  private get premoves(): boolean {
    return this.m.canPremove && !isLooking(this.m) && !isMyTurn(this.m);
  }

  private premove(path: Square[] | null): void {
    const { m } = this;
    m.premove = path;
    m.shell.announce(path === null ? m.words.premoveGone : path.length > 1 ? m.words.premoveSet(path.join(' ')) : m.words.premoveHeld(path[0]!));
    this.render();
  }

  private grabPremove(sq: Square): boolean {
    const { m } = this;
    if (sq === m.premove?.at(-1)) return true;
    if (pieceAt(m.pieces, sq)?.side !== m.mine) return false;
    m.premove = [sq];
    return true;
  }

  /** A drag may end on any square but the one it came from. */
  private dropPremove(sq: Square | null): void {
    const path = this.m.premove!;
    const last = path.at(-1);
    this.premove(sq === null ? null : sq === last ? path : [...path, sq]);
  }

  private playTyped(move: LegalMove): void {
    this.game.play(move, move.routes[0]!, 1);
  }

  private goTo(held: Selection, sq: Square): boolean {
    const { m } = this;
    const next = step(held, sq);
    switch (next.kind) {
      case 'play':
        this.game.play(next.move, next.route, held.path.length);
        return true;
      case 'leg':
        m.selection = next.selection;
        return true;
      case 'unclear':
        m.selection = next.selection;
        m.note = m.words.unclear(sq, next.moves.map((move) => move.text));
        return true;
      case 'no':
        return false;
    }
  }

  private take(sq: Square, held: Selection | null): void {
    const { m } = this;
    m.selection = null;
    if (isLooking(m)) m.note = this.whyLooking();
    if (isLooking(m) || m.state === null || m.state.outcome !== null) return;
    const { legal } = m.state;
    const { mine } = m;
    if (mine === null) return;
    if (isMyTurn(m)) {
      m.selection = select(legal, sq);
      if (m.selection !== null) return;
    }
    const turn = isMyTurn(m) ? mine : other(mine);
    const refusal = whyNotTake(sq, m.pieces, legal, turn, mine);
    if (refusal !== null) this.refuse(refusal);
    else if (held !== null && pieceAt(m.pieces, sq) === undefined) this.refuse(whyNotGo(held.from, sq, legal));
  }

  private whyLooking(): string {
    const { words, record } = this.m;
    return record === undefined ? words.lookingBack : words.lookingThrough;
  }

  private refuse(refusal: Refusal): void {
    const { words } = this.m;
    switch (refusal.kind) {
      case 'not yours':
        this.m.note = words.notYours(refusal.side);
        break;
      case 'not your turn':
        this.m.note = words.notYourTurn(refusal.side);
        break;
      case 'must take':
        this.m.note = words.mustTake(refusal.square, refusal.takers);
        break;
      case 'blocked':
        this.m.note = words.blocked(refusal.square);
        break;
      case 'no way':
        this.m.note = words.noWay(refusal.from, refusal.to, refusal.victims);
        break;
    }
  }
}
