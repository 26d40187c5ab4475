import { h, type VNode } from 'snabbdom';
import * as api from '../../club/api';
import { Deed } from '../../club/deed';
import type { Player } from '../../club/types';
import type { Page, PageKind } from '../../router';
import type { Shell } from '../../shell';
import { text } from '../../view/fields';
import { icon } from '../../view/icons';
import { noteText } from '../../view/notes';
import { playerPath } from '../../view/people';
import { settingsFields } from '../../view/settings';

const MIN_PASSWORD = 8;
const MAX_PASSWORD = 200;
const MAX_NAME = 24;

/** Who one is here: a guest, or a player with a name and a password; and the settings. */
class AccountPage implements Page {
  private tokens: api.Token[] | null = null;
  /** The token that was made just now; it is told only once. */
  private fresh = '';
  private readonly fields: Record<string, string> = {};
  private readonly entering: Deed;
  private readonly changing: Deed;
  private readonly making: Deed;

  constructor(private readonly shell: Shell) {
    this.entering = new Deed(shell);
    this.changing = new Deed(shell);
    this.making = new Deed(shell);
    void this.load();
  }

  title(): string {
    return this.shell.words.navAccount;
  }

  data(): Record<string, string> {
    return { phase: this.shell.account.me === undefined ? 'loading' : 'ready', busy: String(this.entering.busy || this.changing.busy || this.making.busy) };
  }

  view(): VNode[] {
    const { words, account } = this.shell;
    const { me } = account;
    return [
      h('main.text-page.wide.account-page', { key: 'account' }, [
        h('h1', { key: 'title' }, words.navAccount),
        ...(me === undefined ? [h('section.card', { key: 'wait' }, [h('p.quiet', { attrs: { role: 'status' } }, this.entering.refusal === '' ? words.lobbyLoading : noteText(this.entering.refusal))])] : me === null || me.guest ? this.doors(me) : this.rooms(me)),
        h('section.card.own-settings', { key: 'settings' }, [h('h2', words.settings), h('form', { on: { submit: (event: Event) => event.preventDefault() } }, settingsFields(this.shell))]),
      ]),
    ];
  }

  private field(name: string, title: string, type: 'text' | 'password', more: Record<string, string | number | boolean>): VNode {
    const set = (value: string): void => {
      this.fields[name] = value;
      this.shell.render();
    };
    return text({ name, title, type, value: this.fields[name] ?? '', set, more: { required: true, ...more } });
  }

  private form(name: string, title: string, hint: string, fields: VNode[], deed: Deed, button: string, act: () => Promise<unknown>): VNode {
    const submit = (event: Event): void => {
      event.preventDefault();
      void act();
    };
    return h(`section.card.${name}`, { key: name }, [
      h('h2', title),
      hint === '' ? null : h('p.hint', hint),
      h('form', { on: { submit } }, [...fields, h('div.finish', [h('p.refusal', { attrs: { role: 'status' } }, noteText(deed.refusal)), h('button.primary', { attrs: { type: 'submit', disabled: deed.busy } }, button)])]),
    ]);
  }

  private password(name: string, title: string, autocomplete: string): VNode {
    return this.field(name, title, 'password', { autocomplete, minlength: autocomplete === 'new-password' ? MIN_PASSWORD : 1, maxlength: MAX_PASSWORD });
  }

  /** For one without a name: to make an account or to enter one. */
  private doors(me: Player | null): VNode[] {
    const { words } = this.shell;
    const name = (key: string): VNode => this.field(key, words.nameField, 'text', { autocomplete: 'username', maxlength: MAX_NAME, autocapitalize: 'off', spellcheck: false });
    const last = (this.entering.refusal === '' ? '' : this.fields['last']) ?? '';
    const quiet = new Deed(this.shell);
    return [
      this.form('register', words.register, me === null ? words.registerHint : words.registerGuestHint(words.guestName(me.name)), [name('new-name'), this.password('new-word', words.passwordField, 'new-password')], last === 'register' ? this.entering : quiet, words.register, () => this.enter('register', words.notRegistered, 'new-name', 'new-word', api.register)),
      this.form('login', words.login, '', [name('name'), this.password('word', words.passwordField, 'current-password')], last === 'login' ? this.entering : quiet, words.login, () => this.enter('login', words.notLoggedIn, 'name', 'word', api.login)),
    ];
  }

  /** For a player: the name, the password, the tokens of programs. */
  private rooms(me: Player): VNode[] {
    const { words } = this.shell;
    return [
      h('section.card.identity', { key: 'identity' }, [
        h('p.my-name', [icon('person'), ' ', h('strong', me.name)]),
        h('p.links', [h('a.button', { attrs: { href: playerPath(me.name) } }, words.profile), h('button.logout', { attrs: { type: 'button', disabled: this.entering.busy }, on: { click: () => void this.logout() } }, words.logout)]),
        h('p.refusal', { attrs: { role: 'status' } }, noteText(this.entering.refusal)),
      ]),
      this.form('password', words.changePassword, '', [this.password('old', words.oldPassword, 'current-password'), this.password('fresh', words.newPassword, 'new-password')], this.changing, words.changePassword, () => this.changePassword()),
      this.tokenCard(),
    ];
  }

  private tokenCard(): VNode {
    const { words } = this.shell;
    const { tokens, fresh } = this;
    return this.form(
      'tokens',
      words.tokens,
      words.tokensHint,
      [
        fresh === ''
          ? null
          : h('div.share', { key: 'fresh' }, [
              h('input', { attrs: { type: 'text', readonly: true, name: 'fresh-token', 'aria-label': words.newTokenOnce }, props: { value: fresh } }),
              h('button.copy-token', { attrs: { type: 'button' }, on: { click: () => void this.shell.copy(fresh) } }, [icon('copy'), words.copy]),
              h('p.quiet', words.newTokenOnce),
            ]),
        h('ul.token-list', { key: 'list' }, (tokens ?? []).map((token) =>
          h('li', { key: token.id }, [
            h('span', token.label),
            h('time.quiet', words.date(token.created / 1000)),
            h('button.drop', { attrs: { type: 'button', 'aria-label': words.dropToken(token.label) }, on: { click: () => void this.dropToken(token.id) } }, words.drop),
          ]),
        )),
        this.field('label', words.tokenName, 'text', { maxlength: 40 }),
      ].filter((node) => node !== null),
      this.making,
      words.makeToken,
      () => this.makeToken(),
    );
  }

  private async load(): Promise<void> {
    const { account, words } = this.shell;
    await this.entering.run(words.notReadNow, () => account.load());
    if (account.me != null && !account.me.guest) await this.loadTokens();
  }

  private async loadTokens(): Promise<void> {
    await this.making.run(this.shell.words.notReadNow, async () => void (this.tokens = (await api.tokens()).tokens));
  }

  private async enter(which: string, lead: string, name: string, word: string, ask: (name: string, password: string) => Promise<{ player: Player }>): Promise<void> {
    this.fields['last'] = which;
    const done = await this.entering.run(lead, async () => this.shell.account.set((await ask((this.fields[name] ?? '').trim(), this.fields[word] ?? '')).player));
    if (!done) return;
    this.forget();
    this.shell.say(this.shell.words.welcome(this.shell.account.me?.name ?? ''));
    await this.loadTokens();
  }

  private async logout(): Promise<void> {
    await this.entering.run(this.shell.words.notLoggedOut, async () => {
      await api.logout();
      this.tokens = null;
      this.fresh = '';
      this.shell.account.set(null);
    });
  }

  private async changePassword(): Promise<void> {
    const done = await this.changing.run(this.shell.words.passwordNotChanged, () => api.changePassword(this.fields['old'] ?? '', this.fields['fresh'] ?? ''));
    if (!done) return;
    this.forget();
    this.shell.say(this.shell.words.passwordChanged);
  }

  private async makeToken(): Promise<void> {
    await this.making.run(this.shell.words.tokenNotMade, async () => {
      this.fresh = (await api.newToken(this.fields['label'] ?? '')).secret;
      this.fields['label'] = '';
      this.tokens = (await api.tokens()).tokens;
    });
  }

  private async dropToken(id: string): Promise<void> {
    await this.making.run(this.shell.words.tokenNotDropped, async () => {
      await api.dropToken(id);
      this.tokens = (this.tokens ?? []).filter((token) => token.id !== id);
    });
  }

  /** No password stays in the page. */
  private forget(): void {
    for (const key of Object.keys(this.fields)) delete this.fields[key];
    this.shell.render();
  }
}

export const account: PageKind = {
  paths: ['/account'],
  nav: { path: '/account', order: 90, title: (words) => words.navAccount },
  open: (shell) => new AccountPage(shell),
};
