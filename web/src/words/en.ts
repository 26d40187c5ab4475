import type { Side } from '../types';
import type { Taker } from '../refusal';
import type { Words } from './catalogue';
import { club } from './club-en';
import { learn } from './learn-en';
import { offline } from './offline-en';
import { study } from './study-en';
import { trouble } from './trouble-en';

const plural = new Intl.PluralRules('en');
const count = (n: number, one: string, many: string): string => `${n} ${plural.select(n) === 'one' ? one : many}`;

const oneOf = new Intl.ListFormat('en', { type: 'disjunction' });
const allOf = new Intl.ListFormat('en', { type: 'conjunction' });

const name: Record<Side, string> = { white: 'White', black: 'Black' };

const musts = (takers: Taker[]): string =>
  takers.length > 3 ? `one of ${oneOf.format(takers.map((t) => t.square))} must take` : takers.map((t) => `${t.square} must take ${oneOf.format(t.victims)}`).join('; ');

export const en: Words = {
  ...trouble,
  ...club,
  ...study,
  ...offline,
  ...learn,
  tag: 'en',
  name: 'English',

  pageTitle: 'Russian draughts',
  side: name,
  piece: (side, king) => `${side} ${king ? 'king' : 'man'}`,
  you: 'You',
  computer: 'Computer',
  piecesLeft: (n) => `${count(n, 'piece', 'pieces')} left`,

  board: 'Board',
  emptySquare: 'empty',
  mustTakeMark: 'must take',
  targetMark: 'can go here',
  inHandMark: 'in the hand',
  jumpedMark: 'jumped, still blocks',
  boardHelp: 'Arrow keys walk over the dark squares, Enter picks up and puts down, Escape lets go. A move can also be typed, such as c3d4. In the list of moves arrow keys step through the game.',
  positionInWords: 'Position in words',
  piecesOf: (side, men, kings) => {
    const menPart = men.length > 0 ? [`${men.length === 1 ? 'man' : 'men'} ${men.join(', ')}`] : [];
    const kingPart = kings.length > 0 ? [`${kings.length === 1 ? 'king' : 'kings'} ${kings.join(', ')}`] : [];
    return `${name[side]}: ${[...menPart, ...kingPart].join('; ') || 'no pieces'}.`;
  },
  toMove: (side) => `${name[side]} to move.`,

  yourMove: 'Your move',
  yourCapture: (takers) => `You must take: ${oneOf.format(takers.map((t) => t.square))}`,
  thinking: 'The computer is thinking',
  loading: 'Setting up the board',
  goOn: 'Go on: the capture is not over',
  serverAway: 'The server does not answer. Trying again; the game is safe here.',
  refusedByServer: 'The server refused the game',
  badLink: 'The position in the link cannot be set up',
  positionFromLink: 'Position from a link',

  notYours: (side) => `That is ${name[side]}’s piece`,
  notYourTurn: (side) => `It is ${name[side]}’s turn`,
  mustTake: (square, takers) => `${square} may not move: ${musts(takers)}`,
  blocked: (square) => `${square} is blocked`,
  noWay: (from, to, victims) => (victims.length > 0 ? `${from} may not go to ${to}: it must take ${oneOf.format(victims)}` : `${from} may not go to ${to}`),
  unclear: (square, texts) => `Two ways to ${square}: ${oneOf.format(texts)}. Go step by step`,
  typing: (text) => `${text}…`,
  typedUnclear: (text, texts) => `${text} can be ${oneOf.format(texts)}`,
  typedIllegal: (text) => `${text} is not a legal move here`,
  typedGarbage: (text) => `${text} is not a move; write c3d4 or 22-18`,

  moved: (side, from, to, captured, crowned) =>
    `${name[side]}: ${from} ${captured.length > 0 ? `takes ${allOf.format(captured)} and lands on ${to}` : `to ${to}`}${crowned ? ', becomes a king' : ''}`,

  wins: (side) => `${name[side]} wins`,
  draw: 'A draw',
  lost: {
    'no-pieces': (loser) => `${name[loser]} has no pieces left`,
    blocked: (loser) => `${name[loser]} is blocked and cannot move`,
    resignation: (loser) => `${name[loser]} resigned`,
    time: (loser) => `${name[loser]} ran out of time`,
    forfeit: (loser) => `${name[loser]} forfeited the game`,
  },
  byAgreement: 'by agreement',
  drawRule: {
    '7.2.3': 'the same position for the third time',
    '7.2.4': 'three kings have not caught a lone king in 15 moves',
    '7.2.5': '15 moves of each side with kings only',
    '7.2.6': 'no capture or crowning while both sides have kings',
    '7.2.7': 'three pieces against a lone king on the main road',
    '7.2.8': 'two pieces or one against a lone king',
  },
  article: (article) => `FMJD-64, ${article}`,
  drawIn: (n) => `Draw in ${count(n, 'move', 'moves')}`,
  stoodTimes: (n) => `This position has stood ${count(n, 'time', 'times')}`,

  newGame: 'New game',
  newGameShort: 'Game',
  youPlay: 'You play',
  playAs: name,
  either: 'Either',
  strength: 'Strength',
  strengthName: (level) => ['Newcomer', 'Beginner', 'Amateur', 'Club player', 'Strong'][(level - 1) >> 1]!,
  takeBack: 'Take back',
  resign: 'Resign',
  resignSure: 'Resign this game?',
  yes: 'Yes',
  no: 'No',
  flip: 'Flip',
  copyPdn: 'Copy PDN',
  copyFen: 'Copy FEN',
  copied: 'Copied',
  copyFailed: 'The browser did not allow copying',
  previousGame: 'Previous game',

  lookingBack: 'You are looking back; the game stands further on.',
  lookingThrough: 'A recorded game. To move here, play on from here.',
  startPosition: 'First position',
  firstPosition: 'To the first position',
  moveBack: 'One move back',
  moveOn: 'One move on',
  lastPosition: 'To the last position',
  playOn: 'Play on from here',
  playOnAs: 'Play on as',
  toTheGame: 'Back to the game',

  openGames: 'Open a PDN game',
  pasteGames: 'Paste games in PDN, or only their moves',
  chooseFile: 'Choose a file',
  orDrop: 'or drop it on this page',
  drawRules: 'Draw rules',
  drawRulesName: { fmjd64: 'FMJD-64', fshr: 'FSHR (Russia)', lidraughts: 'Lidraughts', none: 'None' },
  read: 'Read',
  reading: 'Reading…',
  otherText: 'Another text',
  gamesFound: (found, told) => (told < found ? `${count(found, 'game', 'games')}, the first ${told} shown` : count(found, 'game', 'games')),
  encodingWas: (encoding) => `Encoding: ${encoding}`,
  gameNumber: (n) => `Game ${n}`,
  pliesRead: (read, plies) => (read < plies ? `${read} of ${count(plies, 'ply', 'plies')} can be shown` : count(plies, 'ply', 'plies')),
  place: (line, column) => `line ${line}, column ${column}`,
  notRead: 'Nothing was read',
  notReadNow: 'The server does not answer. Try again in a moment.',
  opened: 'The game is on the board',
  notWhole: 'This game could not be read whole.',
  moreTold: (n) => `${n} more`,

  aboutGame: 'This game',
  recorded: (result) => `Recorded result: ${result}`,
  overByBoard: (ending, plies) => `By the board it was over after ${count(plies, 'ply', 'plies')}: ${ending}`,
  recordedAfter: (plies) => `${count(plies, 'ply is', 'plies are')} recorded after the end`,
  resultsDisagree: 'the recorded result is another',
  opening: 'Opening',
  noOpening: 'No named opening yet.',
  openingName: ({ english, transliteration }) => `${english} (${transliteration})`,
  transposed: 'by another order of moves',
  inTables: 'Drawing tables',

  savePdn: 'Save PDN',
  savePicture: (kind) => `Save the position as ${kind}`,

  moves: 'Moves',
  noMoves: 'No moves yet. Tap a piece, then a marked square; or drag it.',
  drawCount: 'Draw counts',
  noDrawCount: 'None is running.',
  countedInPlay: 'Shown while a game is played.',
  rulesInBrief: 'Rules in brief',
  rulesShort: 'Rules',
  rules: {
    move: { term: 'A man', text: 'moves one square forward on the diagonal.' },
    take: { term: 'Taking', text: 'is jumping over a piece to the free square behind it, forward or backward. If you can, you must.' },
    choice: { term: 'Free choice:', text: 'any of several captures will do, not only the longest.' },
    chain: { term: 'A chain', text: 'goes on while it can. Taken pieces stay till its end: they block, none is jumped twice.' },
    king: { term: 'A king', text: 'moves and takes any distance along a free diagonal.' },
    landing: { term: 'After a jump', text: 'a king must land where it can take on, if it can.' },
    promotion: { term: 'Crowning:', text: 'a man on the far row becomes a king; in mid-capture it takes on as one.' },
    end: { term: 'You lose', text: 'when you have no piece or no move.' },
    draw: { term: 'A draw', text: 'comes by the third repetition, or when kings make no progress: see the counts.' },
  },

  settings: 'Settings',
  close: 'Close',
  language: 'Language',
  scheme: 'Page',
  schemeName: { system: 'As the system', light: 'Light', dark: 'Dark' },
  toLight: 'Light page',
  toDark: 'Dark page',
  boardColours: 'Board',
  boardName: { wood: 'Wood', green: 'Green', slate: 'Slate' },
  numbers: 'Numbers 1–32 on the squares',
  textBoard: 'Show the position in words',
  sound: 'Sounds',
};
