import { h, type VNode } from 'snabbdom';
import { icon } from './icons';

/** A dialogue over the page; Escape, its cross and a press beside it close it. */
export function dialog(name: string, title: string, close: string, open: boolean, closed: () => void, children: (VNode | null)[]): VNode {
  return h(
    `dialog.${name}`,
    {
      attrs: { 'aria-labelledby': `${name}-title` },
      on: { close: closed, click: (event: MouseEvent) => event.target === event.currentTarget && (event.currentTarget as HTMLDialogElement).close() },
      hook: { insert: (node) => openOrClose(node, open), postpatch: (_, node) => openOrClose(node, open) },
    },
    [
      h('form', { attrs: { method: 'dialog' }, on: { submit: (event: Event) => event.preventDefault() } }, [
        h('header', [
          h(`h2#${name}-title`, title),
          h('button.plain.close', { attrs: { type: 'button', 'aria-label': close, title: close }, on: { click: (event: Event) => (event.currentTarget as Element).closest('dialog')!.close() } }, [icon('close')]),
        ]),
        ...children,
      ]),
    ],
  );
}

function openOrClose(node: VNode, open: boolean): void {
  const element = node.elm as HTMLDialogElement;
  if (open && !element.open) element.showModal();
  if (!open && element.open) element.close();
}
