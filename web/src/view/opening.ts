import { h, type VNode } from 'snabbdom';
import type { Opening } from '../types';
import type { Words } from '../words';

/** The name of a drawing table as players write it: FMJD-64. */
export const tableName = (table: string): string => table.toUpperCase().replace(/\d+$/, '-$&');

/** The named debut and where the game stands in the drawing tables. */
export function openingPart(opening: Opening | undefined, words: Words): VNode {
  const { name = null, tables = [] } = opening ?? {};
  return h('div.opening', { key: 'opening' }, [
    name === null
      ? h('p.quiet', { key: 'none' }, words.noOpening)
      : h('p.name', { key: 'name' }, [h('span.unseen', `${words.opening}: `), h('strong', words.openingName(name)), name.transposed ? h('span.quiet', ` ${words.transposed}`) : null]),
    tables.length === 0 ? null : h('p.quiet', { key: 'codes' }, `${words.inTables}: ${tables.map(({ table, code }) => `${tableName(table)} ${code}`).join(', ')}`),
  ]);
}
