import { shownPly, shownTurn } from '../../model';
import { motion } from '../../playback';
import type { Side } from '../../types';
import type { Game } from './game';
import type { PlayModel, Tab } from './model';

/** What the buttons and fields of the page do. */
export class Actions {
  constructor(
    private readonly m: PlayModel,
    private readonly game: Game,
    private readonly render: () => void,
  ) {}

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
  readonly askPlayOn = (): void => this.ask('play on');
  readonly askNothing = (): void => this.ask(null);
  readonly resign = (): void => this.game.resign();
  readonly playOn = (side: Side): void => this.game.playOn(side);
  readonly flip = (): void => this.m.shell.set({ turned: !this.m.settings.turned });

  readonly showTab = (tab: Tab): void => {
    this.m.tab = tab;
    this.render();
    document.querySelector('.tabs')?.scrollIntoView({ block: 'start', behavior: motion() ? 'smooth' : 'auto' });
  };

  /** Whether the position that is shown can be played on. */
  get isOpen(): boolean {
    const { state, viewed, game } = this.m;
    const over = game.record?.over ?? null;
    return state !== null && (viewed !== null || state.outcome === null) && (over === null || shownPly(this.m) < over.ply);
  }

  /** The side that a user would most likely play from here. */
  get likelySide(): Side {
    return this.m.record === undefined ? this.m.side : shownTurn(this.m);
  }

  /** A game of others is given away as it was read, with its tags and comments. */
  readonly pdn = (): string => this.m.record?.pdn ?? this.m.state?.pdn ?? '';

  private ask(question: PlayModel['asking']): void {
    this.m.asking = question;
    this.render();
  }
}
