import type { Socket } from '../club/socket';
import type { Shell } from '../shell';
import { sameMove, type LegalMove, type Side } from '../types';
import type { JudgedMove } from './api';
import { played } from './board';
import { expected, fenAfter } from './worth';
import type { Reports } from './report';
import { studyFen, type Study } from './study';

/** A move that gives away less is good enough; the reports call more an inaccuracy. */
const ENOUGH = 0.1;
const DEPTH = 13;
const PATIENCE_MS = 5000;

export type LearnState = 'asked' | 'checking' | 'right' | 'wrong' | 'shown' | 'over';

/** Learning from the mistakes of a game: each moment is set up again, and a better move is to be found. */
export class Learn {
  /** Null while nobody learns. */
  state: LearnState | null = null;
  side: Side | 'both' = 'both';
  at = 0;
  /** The move that was tried. */
  tried = '';
  solved = 0;
  private moments: JudgedMove[] = [];

  constructor(
    private readonly shell: Shell,
    private readonly study: Study,
    private readonly reports: Reports,
    /** Called when one begins to learn. */
    private readonly begun: () => void,
  ) {}

  get moment(): JudgedMove | undefined {
    return this.moments[this.at];
  }

  get count(): number {
    return this.moments.length;
  }

  get isAsking(): boolean {
    return this.state === 'asked' || this.state === 'checking' || this.state === 'wrong';
  }

  momentsOf(side: Side | 'both'): JudgedMove[] {
    return this.reports.moments.filter(({ ply }) => side === 'both' || this.sideOf(ply) === side);
  }

  readonly setSide = (side: Side | 'both'): void => {
    this.side = side;
    this.shell.render();
  };

  readonly start = (): void => {
    this.moments = this.momentsOf(this.side);
    this.at = -1;
    this.solved = 0;
    this.begun();
    this.study.take = (move) => this.take(move);
    void this.next();
  };

  readonly stop = (): void => {
    const learnt = this.state !== null;
    this.state = null;
    this.study.take = () => false;
    this.study.m.locked = false;
    this.study.m.note = '';
    if (learnt) this.study.shown();
    this.shell.render();
  };

  readonly next = async (): Promise<void> => {
    this.at++;
    this.tried = '';
    this.state = this.moment === undefined ? 'over' : 'asked';
    this.study.m.locked = false;
    if (this.moment === undefined) {
      this.study.take = () => false;
      this.study.shown();
      this.shell.render();
      return;
    }
    await this.study.goTo(this.reports.nodes[this.moment.ply - 1]!);
    this.shell.render();
  };

  /** Shows the better line, to be stepped through. */
  readonly show = async (): Promise<void> => {
    const { moment } = this;
    if (moment === undefined) return;
    this.state = 'shown';
    await this.adopt(moment);
  };

  private async adopt(moment: JudgedMove): Promise<void> {
    const from = this.reports.nodes[moment.ply - 1]!;
    const first = await this.study.addLine(from, moment.best.moves);
    if (first !== null) await this.study.goTo(first);
    this.shell.render();
  }

  private sideOf(ply: number): Side {
    return (ply % 2 === 1) === this.study.m.start.startsWith('B') ? 'black' : 'white';
  }

  /** Takes a move of the user's as an answer. */
  private take(move: LegalMove): boolean {
    const { moment } = this;
    if (!this.isAsking || moment === undefined || this.state === 'checking') return this.state === 'checking';
    const here = this.study.m.node;
    if (here !== this.reports.nodes[moment.ply - 1]) return false;
    this.tried = move.text;
    this.study.m.letGo();
    const [best] = moment.best.moves;
    if (best !== undefined && sameMove(best, move)) this.right(move);
    else if (sameMove(this.reports.nodes[moment.ply]!.move!, move)) this.wrong();
    else void this.check(move, moment);
    return true;
  }

  private async check(move: LegalMove, moment: JudgedMove): Promise<void> {
    const { m } = this.study;
    this.state = 'checking';
    m.locked = true;
    this.shell.render();
    const wish = { key: `learn.${moment.ply}.${move.text}`, fen: fenAfter(studyFen(m), [move]), rules: m.rules, lines: 1, depth: DEPTH };
    const theirs = await searchOnce(this.shell.socket, wish);
    if (this.state !== 'checking' || this.moment !== moment) return;
    m.locked = false;
    if (theirs === null) {
      this.state = 'asked';
      m.note = this.shell.words.notReadNow;
      return this.shell.render();
    }
    const after = this.sideOf(moment.ply) === 'white' ? expected(moment) : 1 - expected(moment);
    if (after + moment.lost - (1 - theirs) < ENOUGH) this.right(move);
    else this.wrong();
  }

  private right(move: LegalMove): void {
    this.solved++;
    this.state = 'right';
    const node = this.study.m.tree.add(this.reports.nodes[this.moment!.ply - 1]!, played(move));
    void this.study.goTo(node);
    this.study.changed();
    this.shell.render();
  }

  private wrong(): void {
    this.state = 'wrong';
    this.shell.render();
  }
}

/** Searches one position; the points that its side to move may expect, null when nothing came. */
function searchOnce(socket: Socket, wish: { key: string; fen: string; rules: string; lines: number; depth: number }): Promise<number | null> {
  return new Promise((resolve) => {
    let found: number | null = null;
    const end = (): void => {
      clearTimeout(patience);
      deaf();
      socket.analyse(null);
      resolve(found);
    };
    const patience = setTimeout(end, PATIENCE_MS);
    const deaf = socket.listen((message) => {
      if (message.t === 'error' && message.key === wish.key) return end();
      if (message.t !== 'analysis' || message.key !== wish.key) return;
      const [best] = message.lines;
      if (best !== undefined) found = expected(best);
      // One who has no move has lost.
      else if (message.done) found = 0;
      if (message.done) end();
    });
    socket.analyse(wish);
  });
}
