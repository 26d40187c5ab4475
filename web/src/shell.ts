import { Account } from './club/account';
import { Socket } from './club/socket';
import { copyText } from './clipboard';
import { connection } from './offline/reach';
import { wantMotion } from './playback';
import type { Page } from './router';
import { chime } from './sound';
import { loadSettings, saveSettings, type Settings } from './storage';
import { languageFor, loadWords, wordsOf, type Language, type Words } from './words';

const TOAST_MS = 3000;
const NEXT_GAME_MS = 2500;

const darkSystem = matchMedia('(prefers-color-scheme: dark)');

/** What all pages share: settings, words, the way to the server, and the frame around them. */
export class Shell {
  readonly settings: Settings = loadSettings();
  readonly socket: Socket;
  readonly account: Account;
  /** A short confirmation that goes by itself, perhaps with a way to what it tells of. */
  toast: { text: string; path?: string } = { text: '' };
  announcement = '';
  settingsOpen = false;
  menuOpen = false;
  /** Goes to another page; set by main once there is a router. */
  go: (path: string, replace?: boolean) => void = () => {};

  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Languages that could not be loaded. */
  private readonly missed = new Set<Language>();

  /** The words are those of the settings' language, which is loaded already; another one comes when it is chosen. */
  constructor(
    readonly render: () => void,
    public words: Words,
    private readonly page: () => Page,
  ) {
    this.socket = new Socket(render);
    this.account = new Account(this.socket, render);
    this.socket.listen((message) => {
      if (message.t === 'started') this.started(message.game);
    });
    connection.watch(render);
    this.dress();
    darkSystem.addEventListener('change', () => {
      this.dress();
      render();
    });
  }

  readonly isDark = (): boolean => this.settings.scheme === 'dark' || (this.settings.scheme === 'system' && darkSystem.matches);

  readonly set = (change: Partial<Settings>): void => {
    Object.assign(this.settings, change);
    saveSettings(this.settings);
    this.dress();
    this.arrived();
  };

  /** Shows a short confirmation for a while. */
  readonly say = (text: string, path?: string): void => {
    clearTimeout(this.timer);
    this.toast = path === undefined ? { text } : { text, path };
    this.render();
    this.timer = setTimeout(() => {
      this.toast = { text: '' };
      this.render();
    }, path === undefined ? TOAST_MS : 4 * TOAST_MS);
  };

  /** Tells those who hear the page. The same words twice are heard twice. */
  readonly announce = (text: string): void => {
    this.announcement = text === this.announcement ? `${text}\u00a0` : text;
  };

  readonly copy = async (text: string): Promise<void> => this.say((await copyText(text)) ? this.words.copied : this.words.copyFailed);

  readonly openSettings = (open: boolean): void => {
    this.settingsOpen = open;
    this.menuOpen = false;
    this.render();
  };

  readonly openMenu = (open: boolean): void => {
    this.menuOpen = open;
    this.render();
  };

  /** Another page, or other words: the title of the window changes. */
  arrived(): void {
    this.menuOpen = false;
    document.title = `${this.page().title()} · Bolshak`;
    this.render();
  }

  /** A game of the user's has begun: where one waits for it, it is gone to. */
  private started(game: string): void {
    const path = `/game/${game}`;
    if (this.settings.sound) chime();
    if (location.pathname === path) return;
    this.say(this.words.gameBegan, path);
    const from = location.pathname;
    if (from === '/' || from.startsWith('/seat/')) this.go(path);
    // The end of the game that is on the board is seen before the next one comes;
    // one that the user is playing is not left.
    if (from.startsWith('/game/')) {
      setTimeout(() => {
        const { you, over } = this.page().data?.() ?? {};
        if (location.pathname === from && (you === '' || over === 'true')) this.go(path);
      }, NEXT_GAME_MS);
    }
  }

  /** The old words stay on the page until the new ones are here. */
  private async fetchWords(language: Language): Promise<void> {
    const { tag } = await loadWords(language);
    if (tag !== language) this.missed.add(language);
    this.dress();
    this.arrived();
  }

  /** Puts language and colours on the page. */
  private dress(): void {
    const language = languageFor(this.settings.language);
    this.words = wordsOf(language) ?? this.words;
    if (this.words.tag !== language && !this.missed.has(language)) void this.fetchWords(language);
    wantMotion(this.settings.motion);
    const root = document.documentElement;
    root.lang = this.words.tag;
    root.dataset['scheme'] = this.isDark() ? 'dark' : 'light';
    root.classList.toggle('no-motion', !this.settings.motion);
    root.classList.toggle('zen', this.settings.zen);
  }
}
