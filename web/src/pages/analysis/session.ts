import { Problem, Unavailable } from '../../api';
import * as club from '../../club/api';
import type { GameView } from '../../club/types';
import { device } from '../../offline/device';
import { shownFen } from '../../model';
import { turnOf } from '../../pieces';
import type { Shell } from '../../shell';
import type { Side } from '../../types';
import { fetchMoves, fetchStudies } from '../../study/api';
import { StudyBoard } from '../../study/board';
import { Engine, type Line } from '../../study/engine';
import { forgiveness } from '../../study/fen';
import { Learn } from '../../study/learn';
import { readFragment, studyLink, unpack } from '../../study/link';
import { treeOf, writePdn } from '../../study/pdn';
import { Reports } from '../../study/report';
import { Study, studyFen } from '../../study/study';
import { keepPrevious, loadPrevious, loadStudy, saveStudy, swapStudies, type StoredStudy } from '../../study/handover';
import { lineText } from '../../study/naming';
import type { Colour } from '../../study/shapes';
import { plyOf, routeOf, Tree, type Glyph } from '../../study/tree';
import type { Desk } from '../../study/view/engine';
import { passed, scoreText } from '../../study/worth';
import { explain } from '../../words/explain';
import { Import } from './import';

const SAVE_MS = 400;
/** Positions with so few pieces are in the tables of endings. */
export const TABLE_PIECES = 5;

export type Panel = 'moves' | 'report' | 'game';

/** What the analysis page is made of and does. */
export class Session implements Desk {
  readonly m: StudyBoard;
  readonly study: Study;
  readonly engine: Engine;
  readonly reports: Reports;
  readonly learn: Learn;
  readonly reader: Import;
  threat = false;
  preview: Desk['preview'] = null;
  panel: Panel = 'moves';
  /** There is a study that can be brought back. */
  hasPrevious = loadPrevious() !== null;
  private saving: ReturnType<typeof setTimeout> | undefined;
  private readonly task = new AbortController();
  /** What was to be opened is on the board: it may be stored. */
  isOpen = false;
  /** The study as this tab last read or stored it; another one there is another tab's. */
  private known: string | null = null;
  private isChanged = false;

  constructor(
    readonly shell: Shell,
    /** The game of the site that is looked at, until something is changed: then it is a study of the user's. */
    private game: string | null,
  ) {
    const m = new StudyBoard(shell, '');
    this.m = m;
    this.study = new Study(m, shell.render);
    this.engine = new Engine({ server: shell.socket, device }, shell.render);
    this.reports = new Reports(shell, m);
    this.learn = new Learn(shell, this.study, this.reports, () => this.begunLearning());
    this.reader = new Import(shell, (tree, rules) => this.replace(tree, rules));
    this.study.shown = () => this.look();
    this.study.changed = () => this.keep();
    this.study.open(m.tree, m.rules);
    void this.begin();
  }

  close(): void {
    this.task.abort();
    this.save();
    this.reports.forget();
    this.learn.stop();
    this.study.close();
    this.engine.close();
    this.reader.close();
  }

  /** The position that the engine looks at. */
  get fen(): string {
    const fen = studyFen(this.m);
    return this.threat ? passed(fen) : fen;
  }

  readonly toggle = (): void => this.engine.turn(!this.engine.on);

  readonly toggleThreat = (): void => {
    this.threat = !this.threat;
    if (this.threat && !this.engine.on) this.engine.turn(true);
    this.look();
    this.shell.render();
  };

  /** Shows the first moves of a line on the small board. */
  readonly lookAt = (preview: Desk['preview']): void => {
    if (preview?.line === this.preview?.line && preview?.moves === this.preview?.moves) return;
    this.preview = preview;
    this.shell.render();
  };

  /** Takes the first moves of a line into the study and shows what they lead to. */
  readonly adopt = async (line: Line, moves: number): Promise<void> => {
    if (this.threat) return;
    const { m, study } = this;
    const from = m.node;
    const first = await study.addLine(from, line.moves.slice(0, moves));
    if (first === null || m.node !== from) return;
    let node = first;
    for (let i = 1; i < moves; i++) node = node.children.find((child) => child.move!.text === line.pv[i]) ?? node;
    await study.goTo(node);
  };

  readonly show = (panel: Panel): void => {
    this.panel = panel;
    this.shell.render();
  };

  readonly flip = (): void => {
    this.m.near = this.m.near === 'white' ? 'black' : 'white';
    this.shell.render();
  };

  readonly setRules = (rules: string): void => this.study.setRules(rules);

  readonly pdn = (): string => writePdn(this.m.tree);

  readonly newStudy = (): void => this.replace(new Tree(''), this.m.rules);

  /** Puts the study of before in the place of this one, which can be brought back in the same way. */
  readonly bringBack = (): void => {
    if (!this.isOpen) return;
    this.save();
    const stored = swapStudies();
    if (stored === null) return;
    // What is on the board till then is the previous study now.
    this.isOpen = false;
    this.game = null;
    history.replaceState(null, '', '/analysis');
    void this.begun(async () => {
      await this.openStored(stored);
      this.isOpen = true;
    });
  };

  /** Copies an address that has the whole study in it. */
  readonly share = async (): Promise<void> => {
    const link = await studyLink(this.pdn(), routeOf(this.m.node));
    if (link === null) this.shell.say(this.shell.words.linkTooLong);
    else await this.shell.copy(link);
  };

  /** Takes a pen, or lays it down. */
  readonly takePen = (colour: Colour): void => {
    const { m } = this;
    m.letGo();
    m.drawn = null;
    m.pen = m.pen === colour ? null : colour;
    this.shell.render();
  };

  readonly wipe = (): void => {
    this.m.node.shapes = [];
    this.keep();
  };

  readonly setGlyph = (glyph: Glyph): void => {
    const { node } = this.m;
    node.glyph = node.glyph === glyph ? '' : glyph;
    this.keep();
  };

  readonly setComment = (comment: string): void => {
    this.m.node.comment = comment;
    this.keep();
  };

  /** The best line in words, for those who hear the page. */
  spoken(): string {
    const { m, engine } = this;
    const [best] = engine.found?.lines ?? [];
    if (best === undefined) return m.words.notEvaluated;
    const turn = turnOf(this.fen);
    return `${scoreText(best, turn, m.words.tag)}. ${lineText(m.start, plyOf(m.node), best.pv.slice(0, 6))}`;
  }

  /** Arrow keys on a line of the engine's lead along it, on the small board. */
  walkLine(key: string, at: EventTarget | null): boolean {
    const line = at instanceof Element ? at.closest<HTMLElement>('.pv')?.dataset['line'] : undefined;
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    const found = line === undefined ? undefined : this.engine.found?.lines[Number(line)];
    if (found === undefined || by === 0) return false;
    const before = this.preview?.line === Number(line) ? this.preview.moves : 0;
    const moves = Math.max(1, Math.min(before + by, found.moves.length));
    this.lookAt({ line: Number(line), moves });
    this.shell.announce(found.pv[moves - 1] ?? '');
    return true;
  }

  /** The engine is quiet while one learns, and the board is in sight. */
  private begunLearning(): void {
    this.engine.turn(false);
    this.threat = false;
    this.panel = 'moves';
    scrollTo({ top: 0 });
  }

  /** Something that is kept has changed: from now on it is the user's own study. */
  readonly keep = (): void => {
    if (this.game !== null) {
      this.game = null;
      keepPrevious();
      this.hasPrevious = loadPrevious() !== null;
      history.replaceState(null, '', '/analysis');
    }
    this.isChanged = true;
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), SAVE_MS);
    this.shell.render();
  };

  /** Opens another study in the place of this one, which can be brought back. */
  private replace(tree: Tree, rules: string): void {
    this.save();
    this.arrive(tree, rules, []);
  }

  private open(tree: Tree, rules: string, route: number[] = []): void {
    if (this.learn.state !== null) this.learn.stop();
    this.reports.forget();
    this.study.open(tree, rules, route);
  }

  private look(): void {
    this.preview = null;
    this.engine.look(this.learn.isAsking ? null : this.fen, this.m.rules);
  }

  private save(): void {
    clearTimeout(this.saving);
    if (this.game !== null || !this.isOpen) return;
    const { m } = this;
    const there = loadStudy();
    if (there !== null && there.pdn !== this.known) {
      if (!this.isChanged) return; // another tab has the newer study
      keepPrevious();
      this.hasPrevious = loadPrevious() !== null;
    }
    this.known = this.pdn();
    this.isChanged = false;
    saveStudy({ pdn: this.known, rules: m.rules, route: routeOf(m.node), near: m.near });
  }

  /** Opens what the address names: a game of the site, a position, a whole study; else what was studied last. */
  private begin(): Promise<void> {
    const query = new URLSearchParams(location.search);
    const fragment = readFragment(location.hash);
    const rules = query.get('rules') ?? 'fmjd64';
    const { game } = this;
    return this.begun(async () => {
      if (game !== null) return this.openGame(game);
      if (fragment !== null) {
        const tree = await this.read((await unpack(fragment.packed)) ?? '', rules);
        if (tree !== null) this.arrive(tree, rules, fragment.route);
      } else if (query.has('fen')) {
        const { fen } = await fetchMoves(query.get('fen')!, rules, this.task.signal, { forgive: query.get('forgive') === 'true' });
        this.arrive(new Tree(fen), rules, []);
      } else {
        const stored = loadStudy();
        if (stored !== null) await this.openStored(stored);
        this.isOpen = true;
      }
    });
  }

  /** Opens something, and says what came in its way. */
  private async begun(open: () => Promise<void>): Promise<void> {
    const { m } = this;
    try {
      await open();
    } catch (error) {
      if (this.task.signal.aborted) return;
      keepPrevious(); // it may be what could not be read now
      this.isOpen = true;
      if (error instanceof Problem) m.note = explain(m.words, m.words.studyNotOpened, error);
      else if (error instanceof Unavailable) m.note = m.words.notReadNow;
      else throw error;
    }
    this.shell.render();
  }

  /** A study that an address brought takes the place of the stored one; a reload then goes on with it. */
  private arrive(tree: Tree, rules: string, route: number[]): void {
    if (this.task.signal.aborted) return;
    keepPrevious();
    this.open(tree, rules, route);
    this.isOpen = true;
    this.game = null;
    this.hasPrevious = loadPrevious() !== null;
    history.replaceState(null, '', '/analysis');
    this.keep();
  }

  private async openGame(id: string): Promise<void> {
    const view = await club.game(id);
    if (this.task.signal.aborted) return;
    const tree = new Tree(view.start, tagsOf(view, this.shell), resultOf(view));
    let node = tree.root;
    for (const move of view.history) node = tree.add(node, move);
    if (view.you === 'black') this.m.near = 'black';
    if (view.you !== null) this.learn.side = view.you;
    this.open(tree, view.terms.rules);
    this.isOpen = true;
  }

  /** Reads a study that was written here, with whatever was forgiven in its position. */
  private async read(text: string, rules: string): Promise<Tree | null> {
    const { games } = await fetchStudies(new Blob([text]), rules, 1, true, this.task.signal);
    const [game] = games;
    return game?.tree === undefined ? null : treeOf({ ...game, tags: game.tags ?? [], tree: game.tree });
  }

  private async openStored({ pdn, rules, route, near }: StoredStudy): Promise<void> {
    this.known = pdn;
    this.isChanged = false;
    const tree = await this.read(pdn, rules);
    if (tree === null) this.known = null; // what cannot be read is not written over
    if (tree === null || this.task.signal.aborted) return;
    this.m.near = near;
    this.open(tree, rules, route);
  }

  /** The arrow of what the engine would play, or of what the other side threatens. */
  get best(): { from: string; to: string } | null {
    if (!this.engine.on || this.learn.isAsking) return null;
    return this.engine.found?.lines[0]?.moves[0] ?? null;
  }

  /** The address at which the position is looked up in the tables of endings; null where it has too many pieces. */
  get tablePath(): string | null {
    const fen = studyFen(this.m);
    return this.m.pieces.filter(({ jumped }) => !jumped).length > TABLE_PIECES || forgiveness(fen).forgive ? null : `/tables?${new URLSearchParams({ fen, rules: this.m.rules })}`;
  }

  get editorPath(): string {
    const fen = shownFen(this.m);
    return `/editor?${new URLSearchParams({ fen, ...(forgiveness(fen).forgive && { forgive: 'true' }) })}`;
  }
}

function tagsOf(view: GameView, shell: Shell): { name: string; value: string }[] {
  const name = (side: Side): string => {
    const seated = view[side];
    return seated.level > 0 ? shell.words.computerLevel(seated.level) : seated.player.name;
  };
  return [
    { name: 'White', value: name('white') },
    { name: 'Black', value: name('black') },
    { name: 'Date', value: new Date(view.at / 1000).toISOString().slice(0, 10).replace(/-/g, '.') },
  ];
}

function resultOf({ outcome }: GameView): string {
  if (outcome === null) return '*';
  return outcome.winner === null ? '1/2-1/2' : outcome.winner === 'white' ? '1-0' : '0-1';
}
