import { h, type VNode } from 'snabbdom';
import type { Model, Note } from '../model';
import { named } from './naming';

/** A sentence with the server's own words behind it in small print. */
export const noteView = (m: Model, note: Note): (VNode | string)[] =>
  typeof note === 'string' ? [named(m, note)] : [named(m, note.text), ' ', h('small.detail', { attrs: { lang: 'en' } }, note.detail)];
