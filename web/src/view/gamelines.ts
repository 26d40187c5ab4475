import { h, type VNode } from 'snabbdom';
import type { GameLine, Seated } from '../club/types';
import type { Words } from '../words';
import { reasonText } from './ending';
import { tableName } from './opening';

const RESULT = { '1-0': '1–0', '0-1': '0–1', '1/2-1/2': '½–½' } as const;
const WINNER = { '1-0': 'white', '0-1': 'black', '1/2-1/2': null } as const;

/** A list of games, each of which leads to its board. */
export const gameList = (games: GameLine[], words: Words): VNode =>
  h('ul.game-lines', { key: 'games' }, games.map((game) => h('li', { key: game.id }, [line(game, words)])));

function line(game: GameLine, words: Words): VNode {
  const name = ({ player, rating, level }: Seated): (VNode | string)[] => [
    level > 0 ? words.computerLevel(level) : player.guest ? words.guestName(player.name) : player.name,
    rating === null ? '' : h('span.quiet', ` ${rating}`),
  ];
  const { opening } = game;
  const end = reasonText(words, { winner: WINNER[game.result], reason: game.reason, article: game.article });
  const debut = opening === null ? [] : [words.debutName(opening), opening.code === '' ? '' : `${tableName(opening.table)} ${opening.code}`];
  const about = [words.timeClass[game.class], game.rated ? words.rated : words.casual, words.pliesPlayed(game.plies), end, ...debut].filter((part) => part !== '');
  return h('a.game-line', { attrs: { href: `/game/${game.id}` } }, [
    h('span.players', [h('span.of-white', name(game.white)), h('span.result', RESULT[game.result]), h('span.of-black', name(game.black))]),
    h('time.quiet', words.date(game.finished / 1000)),
    h('span.quiet.about-line', about.join(' · ')),
  ]);
}
