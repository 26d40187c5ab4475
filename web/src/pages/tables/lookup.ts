import { Problem, Unavailable } from '../../api';
import type { Note } from '../../model';
import type { Shell } from '../../shell';
import { fetchTable, type TableAnswer } from '../../study/api';
import { explain } from '../../words/explain';

/** What the tables of endings say of one position after another. */
export class Lookup {
  answer: TableAnswer | null = null;
  refusal: Note = '';
  busy = false;
  private asked = '';
  private readonly known = new Map<string, TableAnswer>();
  private task = new AbortController();

  constructor(private readonly shell: Shell) {}

  close(): void {
    this.task.abort();
  }

  /** Asks of a position; what comes for another one is not heard. */
  async look(fen: string, rules: string): Promise<void> {
    const { shell } = this;
    const key = `${rules} ${fen}`;
    if (key === this.asked) return;
    this.asked = key;
    this.task.abort();
    this.task = new AbortController();
    const { signal } = this.task;
    this.answer = this.known.get(key) ?? null;
    this.refusal = '';
    this.busy = this.answer === null;
    if (!this.busy) return shell.render();
    try {
      const answer = await fetchTable(fen, rules, signal);
      this.known.set(key, answer);
      if (!signal.aborted) this.answer = answer;
    } catch (error) {
      if (signal.aborted) return;
      this.asked = '';
      if (error instanceof Problem) this.refusal = error.code === 'not-in-tables' ? shell.words.notInTables : explain(shell.words, shell.words.notLookedUp, error);
      else if (error instanceof Unavailable) this.refusal = shell.words.notReadNow;
      else throw error;
    }
    if (!signal.aborted) this.busy = false;
    shell.render();
  }
}
