import { h, type VNode, type VNodeData } from 'snabbdom';
import { place } from '../geometry';
import { LEG_MS, motion } from '../playback';
import type { Piece } from '../pieces';

const CROWN = 'M-.17 .1 -.19 -.09 -.085 -.01 0 -.14 .085 -.01 .19 -.09 .17 .1z';

const circle = (cls: string, r: number, cy = 0): VNode => h(`circle.${cls}`, { attrs: { r, cy } });

/** Two rings: closed ones for White, a milled outer one for Black. */
const disc = (cy: number): VNode[] => [circle('edge', 0.39, cy), circle('face', 0.365, cy), circle('outer', 0.285, cy), circle('core', 0.1, cy)];

export const man = (): VNode[] => [circle('shadow', 0.4, 0.05), ...disc(0), circle('inner', 0.17)];

/** Two men stacked, with a crown for those who know a king by it. */
export const king = (): VNode[] => [
  circle('shadow', 0.4, 0.13),
  ...disc(0.08),
  ...disc(-0.08),
  h('path.crown', { attrs: { d: CROWN, transform: 'translate(0 -.07)' } }),
];

const translate = (x: number, y: number): string => `translate(${x}px, ${y}px)`;

/** Slides a piece from where it was drawn before. */
function slide(before: VNode, after: VNode): void {
  const from = before.data?.['at'] as { x: number; y: number } | undefined;
  const to = after.data!['at'] as { x: number; y: number };
  const element = after.elm as Element;
  if (from === undefined || (from.x === to.x && from.y === to.y)) return;
  const still = after.data!['held'] === true || !motion();
  for (const running of element.getAnimations()) running.cancel();
  if (still) return;
  element.animate([{ transform: translate(from.x + 0.5, from.y + 0.5) }, { transform: translate(to.x + 0.5, to.y + 0.5) }], { duration: LEG_MS, easing: 'ease-in-out' });
}

function fade(node: VNode, remove: () => void): void {
  if (!motion()) return remove();
  (node.elm as Element).animate([{ opacity: 0 }], { duration: LEG_MS }).finished.then(remove, remove);
}

export interface Look {
  flipped: boolean;
  lifted: boolean;
  /** Set while the piece follows the pointer. */
  drag: { x: number; y: number } | null;
}

export function drawPiece(piece: Piece, look: Look): VNode {
  const at = look.drag ?? place(piece.square, look.flipped);
  const data: VNodeData = {
    key: piece.id,
    at,
    held: look.drag !== null,
    attrs: { transform: `translate(${at.x + 0.5} ${at.y + 0.5})` },
    class: { [piece.side]: true, lifted: look.lifted, jumped: piece.jumped },
    hook: { update: slide, remove: fade },
  };
  return h('g.piece', data, [h('g.body', piece.king ? king() : man())]);
}
