import { h, type VNode } from 'snabbdom';
import type { Board, Note } from '../model';
import { named } from './naming';

/** A sentence with the server's own words behind it in small print. */
export const noteView = (m: Board, note: Note): (VNode | string)[] =>
  typeof note === 'string' ? [named(m, note)] : [named(m, note.text), ' ', h('small.detail', { attrs: { lang: 'en' } }, note.detail)];

/** The same where no squares are named. */
export const noteText = (note: Note): (VNode | string)[] => (typeof note === 'string' ? [note] : [note.text, ' ', h('small.detail', { attrs: { lang: 'en' } }, note.detail)]);
