import { h } from 'snabbdom';
import type { PageKind } from '../router';

/** Stands at addresses that lead nowhere. */
export const nothing: PageKind = {
  paths: ['nothing'],
  open: ({ words }) => ({
    title: () => words.nothingHere,
    view: () => [h('main.text-page', { key: 'nothing' }, [h('section.card', [h('h1', words.nothingHere), h('p', words.nothingHereNote), h('p', [h('a.button', { attrs: { href: '/' } }, words.navPlay)])])])],
  }),
};
