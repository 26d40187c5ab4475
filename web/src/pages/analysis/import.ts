import { h, type VNode } from 'snabbdom';
import { Problem, Unavailable } from '../../api';
import type { Note } from '../../model';
import type { Shell } from '../../shell';
import { fetchStudies, type ReadStudy } from '../../study/api';
import { treeOf } from '../../study/pdn';
import { Tree } from '../../study/tree';
import { dialog } from '../../view/dialog';
import { check, select } from '../../view/fields';
import { icon } from '../../view/icons';
import { noteText } from '../../view/notes';
import type { RulesName } from '../../words/catalogue';
import { explain } from '../../words/explain';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/** The dialogue in which a study is read from a text: PDN with its variations, or a position. */
export class Import {
  isOpen = false;
  private text = '';
  private rules: RulesName = 'fmjd64';
  private forgive = false;
  private busy = false;
  private refusal: Note = '';
  private source: Blob | null = null;
  private games: ReadStudy[] | null = null;
  private task = new AbortController();
  private readonly left = new AbortController();

  constructor(
    private readonly shell: Shell,
    private readonly put: (tree: Tree, rules: string) => void,
  ) {
    const { signal } = this.left;
    addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault(), { signal });
    addEventListener(
      'drop',
      (event) => {
        const file = event.dataTransfer?.files[0];
        if (!hasFiles(event) || file === undefined) return;
        event.preventDefault();
        void this.read(file, 1);
      },
      { signal },
    );
  }

  close(): void {
    this.task.abort();
    this.left.abort();
  }

  readonly open = (): void => this.set({ isOpen: true });

  private readonly shut = (): void => {
    this.task.abort();
    this.set({ isOpen: false, busy: false, refusal: '', games: null, source: null });
  };

  private set(change: Partial<Record<'isOpen' | 'text' | 'rules' | 'forgive' | 'busy' | 'refusal' | 'games' | 'source', unknown>>): void {
    Object.assign(this, change);
    this.shell.render();
  }

  /** Reads the game with a number; of several games the user chooses one first. */
  private async read(source: Blob, number: number): Promise<void> {
    const { words } = this.shell;
    this.task.abort();
    this.task = new AbortController();
    const { signal } = this.task;
    const chosen = this.source === source;
    this.set({ isOpen: true, busy: true, refusal: '', source });
    try {
      const { games } = await fetchStudies(source, this.rules, number, this.forgive, signal);
      const game = games.find((one) => one.number === number);
      if (game?.tree !== undefined && (chosen || games.length === 1)) this.take(game);
      else this.set({ busy: false, games });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Problem) this.set({ busy: false, refusal: explain(words, words.notRead, error) });
      else if (error instanceof Unavailable) this.set({ busy: false, refusal: words.notReadNow });
      else throw error;
    }
  }

  private take(game: ReadStudy): void {
    const { words } = this.shell;
    this.put(treeOf({ ...game, tags: game.tags ?? [], tree: game.tree! }), this.rules);
    this.text = '';
    this.shut();
    this.shell.say(game.problems.every(({ warning }) => warning) ? words.opened : words.notWhole);
  }

  view(): VNode {
    const { words } = this.shell;
    return dialog('reading', words.openStudy, words.close, this.isOpen, this.shut, this.games === null ? this.question() : this.list(this.games));
  }

  private question(): VNode[] {
    const { words } = this.shell;
    return [
      h('label.paste', { key: 'paste' }, [
        words.pasteStudy,
        h('textarea', {
          attrs: { name: 'pdn', spellcheck: 'false', autocomplete: 'off', placeholder: '1. c3-d4 d6-c5 (1... f6-g5 2. b2-c3) 2. b2-c3 …' },
          props: { value: this.text },
          on: { input: (event: Event) => this.set({ text: (event.target as HTMLTextAreaElement).value }) },
        }),
      ]),
      h('div.from-file', { key: 'file' }, [
        h('label.button', [
          h('input.unseen', { attrs: { type: 'file', name: 'file', accept: '.pdn,.txt,text/plain' }, on: { change: (event: Event) => this.file(event.target as HTMLInputElement) } }),
          icon('open'),
          words.chooseFile,
        ]),
        h('span.quiet', words.orDrop),
      ]),
      select('rules', words.drawRules, this.rules, Object.entries(words.drawRulesName) as [RulesName, string][], (rules) => this.set({ rules })),
      check('forgive', words.forgive, this.forgive, false, (forgive) => this.set({ forgive })),
      h('p.refusal', { key: 'refusal', attrs: { role: 'status' } }, this.busy ? words.reading : noteText(this.refusal)),
      h('button.primary.read', { key: 'read', attrs: { type: 'button', disabled: this.busy || this.text.trim() === '' }, on: { click: () => this.read(this.typed(), 1) } }, words.read),
    ];
  }

  /** A bare FEN is taken for a game that begins there. */
  private typed(): Blob {
    const text = this.text.trim();
    return new Blob([/^[WB]:[^"\[\]{}()\n]*$/i.test(text) ? `[FEN "${text}"]\n\n*` : text]);
  }

  private file(input: HTMLInputElement): void {
    const file = input.files?.[0];
    if (file !== undefined) void this.read(file, 1);
    input.value = '';
  }

  private list(games: ReadStudy[]): VNode[] {
    const { words } = this.shell;
    const focused = { insert: (node: VNode): void => (node.elm as HTMLElement).focus() };
    return [
      h('p.found', { key: 'found', attrs: { role: 'status' } }, [h('strong', words.gamesFound(games.length, games.length))]),
      h('ol.games', { key: 'games', attrs: { tabindex: -1 } }, games.map((game, i) => {
        const players = [game.white, game.black].filter((name) => name !== '').join(' – ') || words.gameNumber(game.number);
        const about = [game.event, game.date.replace(/[.?]*\?[.?]*$/, ''), words.pliesRead(game.moves.length, game.plies)].filter((part) => part !== '').join(' · ');
        return h('li', { key: game.number }, [
          h('button.game', { attrs: { type: 'button', disabled: game.start === '' || this.busy }, on: { click: () => this.read(this.source!, game.number) }, ...(i === 0 && { hook: focused }) }, [
            h('span.players', players),
            h('span.result', game.result === '*' ? '' : game.result),
            h('span.quiet', about),
          ]),
        ]);
      })),
      h('p.refusal', { key: 'refusal', attrs: { role: 'status' } }, this.busy ? words.reading : noteText(this.refusal)),
      h('button.other-text', { key: 'again', attrs: { type: 'button' }, on: { click: () => this.set({ games: null, source: null, refusal: '' }) } }, words.otherText),
    ];
  }
}
