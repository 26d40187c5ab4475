import type { VNode } from 'snabbdom';
import type { Board } from './model';
import type { Hand } from './hand';
import type { Review } from './review';
import type { Shell } from './shell';
import type { Words } from './words';

/**
 * A page of the site. To add one:
 *
 * 1. write a folder or file under pages/ that exports a PageKind: the paths it
 *    answers, its place in the navigation if it has one, and `open`, which makes
 *    the Page;
 * 2. add it to the list in pages/index.ts;
 * 3. let the server answer the path with index.html.
 *
 * A page draws itself from its own state and calls shell.render() when that
 * changed. Addresses are plain links: presses on them change the page without
 * loading it anew. A page with a board gives its `play`, and keys and typed
 * moves work on it.
 */
export interface PageKind {
  /** Path patterns as in /game/:id; the parts with a colon are given to `open`. */
  paths: readonly string[];
  /** Where and how the page stands in the navigation. */
  nav?: { path: string; order: number; title: (words: Words) => string };
  open: (shell: Shell, params: Readonly<Record<string, string>>) => Page;
}

export interface Page {
  /** The title of the window. */
  title(): string;
  /** Marks of the page on the root element, for its style and its tests. */
  data?(): Record<string, string>;
  /** What lies between masthead and dialogues. */
  view(): VNode[];
  /** What lies over the page. */
  dialogs?(): VNode[];
  /** The board that keys and typed moves work on. */
  play?: Playing;
  /** Buttons of the masthead that this page brings. */
  tools?(): VNode[];
  /** Takes a key that nothing else took, by its place on the keyboard, as in 'KeyT'; true when it was meant for the page. */
  key?(code: string): boolean;
  /** The page is left. */
  close?(): void;
}

/** What the keyboard needs of a page with a board. */
export interface Playing {
  board: Board;
  hand: Hand;
  review: Review;
  /** Takes a key before the board does; true when it led somewhere. */
  walk?(key: string, at: EventTarget | null): boolean;
  /** True while a dialogue of the page takes the keys. */
  busy?(): boolean;
}

const matcher = (pattern: string): RegExp => new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`);

/** Finds the page of a path and keeps it in step with the address. */
export class Router {
  private readonly routes: { path: RegExp; kind: PageKind }[];
  page: Page;
  /** The entry of the navigation that the page belongs to. */
  kind: PageKind;

  constructor(
    private readonly shell: Shell,
    readonly kinds: readonly PageKind[],
    private readonly nothing: PageKind,
  ) {
    this.routes = kinds.flatMap((kind) => kind.paths.map((path) => ({ path: matcher(path), kind })));
    [this.kind, this.page] = this.open();
    addEventListener('popstate', () => this.change());
    document.addEventListener('click', (event) => this.follow(event));
  }

  /** The pages of the navigation in their order. */
  get navigation(): NonNullable<PageKind['nav']>[] {
    return this.kinds.flatMap((kind) => kind.nav ?? []).sort((a, b) => a.order - b.order);
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.change();
  }

  private change(): void {
    this.page.close?.();
    [this.kind, this.page] = this.open();
    scrollTo({ top: 0 });
    this.shell.arrived();
  }

  private open(): [PageKind, Page] {
    for (const { path, kind } of this.routes) {
      const found = path.exec(location.pathname);
      if (found === null) continue;
      const params = Object.entries(found.groups ?? {}).map(([name, value]) => [name, decode(value)]);
      return [kind, kind.open(this.shell, Object.fromEntries(params))];
    }
    return [this.nothing, this.nothing.open(this.shell, {})];
  }

  /** A press on a link to one of our pages changes the page only. */
  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (!this.routes.some(({ path }) => path.test(link.pathname))) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
