import { copyText } from './clipboard';
import { saveText } from './download';
import type { Game } from './game';
import { shownFen, type Model, type Tab } from './model';
import { motion } from './playback';
import { saveSettings, type Settings } from './storage';
import { say } from './toast';
import type { Side } from './types';
import { wordsFor } from './words';

const darkSystem = matchMedia('(prefers-color-scheme: dark)');

/** What the buttons and fields of the page do. */
export class Actions {
  constructor(
    private readonly m: Model,
    private readonly game: Game,
    private readonly render: () => void,
  ) {
    this.dress();
    darkSystem.addEventListener('change', () => {
      this.dress();
      this.render();
    });
  }

  readonly isDark = (): boolean => this.m.settings.scheme === 'dark' || (this.m.settings.scheme === 'system' && darkSystem.matches);

  readonly set = (change: Partial<Settings>): void => {
    Object.assign(this.m.settings, change);
    saveSettings(this.m.settings);
    this.dress();
    this.render();
  };

  readonly setLevel = (level: number): void => {
    this.game.setLevel(level);
    this.render();
  };

  readonly newGame = (): void => {
    const { side } = this.m.settings;
    const drawn: Side = Math.random() < 0.5 ? 'white' : 'black';
    this.game.start(side === 'either' ? drawn : side, this.m.game.level, '');
    scrollTo({ top: 0 });
  };

  readonly bringBack = (): void => this.game.bringBack();
  readonly canTakeBack = (): boolean => this.game.canTakeBack;
  readonly takeBack = (): void => this.game.takeBack();
  readonly askResign = (): void => this.ask('resign');
  readonly askNothing = (): void => this.ask(null);
  readonly resign = (): void => this.game.resign();
  readonly flip = (): void => this.set({ turned: !this.m.settings.turned });

  readonly copyPdn = (): Promise<void> => this.copy(this.pdn);
  readonly copyFen = (): Promise<void> => this.copy(shownFen(this.m));
  readonly savePdn = (): void => saveText('bolshak.pdn', this.pdn);

  readonly openSettings = (open: boolean): void => {
    this.m.settingsOpen = open;
    this.render();
  };

  readonly showTab = (tab: Tab): void => {
    this.m.tab = tab;
    this.render();
    document.querySelector('.tabs')?.scrollIntoView({ block: 'start', behavior: motion() ? 'smooth' : 'auto' });
  };

  private ask(question: Model['asking']): void {
    this.m.asking = question;
    this.render();
  }

  /** A game of others is given away as it was read, with its tags and comments. */
  private get pdn(): string {
    return this.m.game.record?.pdn ?? this.m.state?.pdn ?? '';
  }

  private async copy(text: string): Promise<void> {
    const { m } = this;
    say(m, (await copyText(text)) ? m.words.copied : m.words.copyFailed, this.render);
  }

  /** Puts language and colours on the page. */
  private dress(): void {
    const { m } = this;
    m.words = wordsFor(m.settings.language);
    const root = document.documentElement;
    root.lang = m.words.tag;
    root.dataset['scheme'] = this.isDark() ? 'dark' : 'light';
    document.title = `Bolshak · ${m.words.pageTitle}`;
  }
}
