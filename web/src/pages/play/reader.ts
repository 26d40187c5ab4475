import { Problem, Unavailable, fetchRecords } from '../../api';
import { canBeShown, isWhole, type ReadGame } from '../../records';
import { explain } from '../../words/explain';
import type { Game } from './game';
import type { PlayModel, Reading } from './model';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/** Reads games from a pasted text or a file, and puts the chosen one on the board. */
export class Reader {
  private task = new AbortController();
  private readonly left = new AbortController();

  constructor(
    private readonly m: PlayModel,
    private readonly game: Game,
    private readonly render: () => void,
  ) {
    const { signal } = this.left;
    addEventListener(
      'dragover',
      (event) => {
        if (hasFiles(event)) event.preventDefault();
      },
      { signal },
    );
    addEventListener(
      'drop',
      (event) => {
        const file = event.dataTransfer?.files[0];
        if (!hasFiles(event) || file === undefined) return;
        event.preventDefault();
        void this.read(file);
      },
      { signal },
    );
  }

  /** Reads no more files that are dropped on the page. */
  leave(): void {
    this.task.abort();
    this.left.abort();
  }

  readonly open = (): void => this.set({ open: true });

  readonly close = (): void => {
    this.task.abort();
    this.set({ open: false, busy: false, refusal: '', answer: null });
  };

  readonly setText = (text: string): void => this.set({ text });
  readonly setRules = (rules: string): void => this.set({ rules });
  readonly again = (): void => this.set({ answer: null, refusal: '' });

  readonly readText = (): Promise<void> => this.read(new Blob([this.m.reading.text]));

  /** Takes the bytes as they are: the server finds out their encoding. */
  readonly read = async (text: Blob): Promise<void> => {
    this.task.abort();
    this.task = new AbortController();
    const { signal } = this.task;
    const { words, reading } = this.m;
    this.set({ open: true, busy: true, refusal: '', answer: null });
    try {
      const answer = await fetchRecords(text, reading.rules, signal);
      if (signal.aborted) return;
      this.set({ busy: false, answer });
      const [only] = answer.games;
      if (answer.found === 1 && only !== undefined && only.problems.length === 0) this.choose(only);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Problem) this.set({ busy: false, refusal: explain(words, words.notRead, error) });
      else if (error instanceof Unavailable) this.set({ busy: false, refusal: words.notReadNow });
      else throw error;
    }
  };

  readonly choose = (game: ReadGame): void => {
    const { m } = this;
    if (!canBeShown(game)) return;
    this.game.open(game, m.reading.answer?.rules ?? m.reading.rules);
    if (!isWhole(game)) m.note = m.words.notWhole;
    m.reading.text = '';
    m.tab = 'moves';
    this.close();
    scrollTo({ top: 0 });
    m.shell.say(m.words.opened);
    queueMicrotask(() => document.querySelector<HTMLElement>('.steps .next')?.focus({ preventScroll: true }));
  };

  private set(change: Partial<Reading>): void {
    Object.assign(this.m.reading, change);
    this.render();
  }
}
