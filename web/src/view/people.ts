import { h, type VNode } from 'snabbdom';
import type { Player, Rating } from '../club/types';
import type { Words } from '../words';

/** A rating; one that is not yet sure has a question mark. */
export const ratingText = (rating: Rating | undefined): string => (rating === undefined ? '' : `${Math.round(rating.rating)}${rating.provisional ? '?' : ''}`);

export const playerPath = (name: string): string => `/player/${encodeURIComponent(name)}`;

/** The name of a player; guests have no page of their own. */
export const playerLink = (player: Player, words: Words): VNode =>
  player.guest
    ? h('span.name', words.guestName(player.name))
    : h('span.name', [h('a', { attrs: { href: playerPath(player.name) } }, player.name), player.bot ? h('small.bot', words.bot) : null]);
