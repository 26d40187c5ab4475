import { Problem, Unavailable } from '../api';
import type { Note } from '../model';
import type { Shell } from '../shell';
import { explain } from '../words/explain';

/** One thing at a time that the server is asked to do, and what came in its way. */
export class Deed {
  busy = false;
  refusal: Note = '';

  constructor(private readonly shell: Shell) {}

  /** Does it unless something is being done; true when it was done. */
  async run(lead: string, deed: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    const { shell } = this;
    this.busy = true;
    this.refusal = '';
    shell.render();
    try {
      await deed();
      return true;
    } catch (error) {
      if (error instanceof Problem) this.refusal = explain(shell.words, lead, error);
      else if (error instanceof Unavailable) this.refusal = shell.words.notReadNow;
      else throw error;
      return false;
    } finally {
      this.busy = false;
      shell.render();
    }
  }
}
