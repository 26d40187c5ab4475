import { h, type VNode } from 'snabbdom';

export const card = (name: string, title: string, children: (VNode | null)[]): VNode => h(`section.card.${name}`, { key: name }, [h('h2', title), ...children]);
