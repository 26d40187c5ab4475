import type { Taker } from '../refusal';
import type { Side, Square } from '../types';
import type { ClubWords } from './club';
import type { LearnWords } from './learn';
import type { OfflineWords } from './offline';
import type { StudyWords } from './study';
import type { Trouble } from './trouble';

export type ArticleWords = '7.2.3' | '7.2.4' | '7.2.5' | '7.2.6' | '7.2.7' | '7.2.8';

export type RulesName = 'fmjd64' | 'fshr' | 'lidraughts' | 'none';

export type RuleTopic = 'move' | 'take' | 'choice' | 'chain' | 'king' | 'landing' | 'promotion' | 'end' | 'draw';

/** Every word of the page in one language. A language that misses one does not compile. */
export interface Words extends Trouble, ClubWords, StudyWords, LearnWords, OfflineWords {
  tag: string;
  name: string;

  pageTitle: string;
  side: Record<Side, string>;
  piece(side: Side, king: boolean): string;
  you: string;
  computer: string;
  piecesLeft(n: number): string;

  board: string;
  emptySquare: string;
  mustTakeMark: string;
  targetMark: string;
  inHandMark: string;
  jumpedMark: string;
  boardHelp: string;
  positionInWords: string;
  piecesOf(side: Side, men: string[], kings: string[]): string;
  toMove(side: Side): string;

  yourMove: string;
  yourCapture(takers: Taker[]): string;
  thinking: string;
  loading: string;
  goOn: string;
  serverAway: string;
  refusedByServer: string;
  badLink: string;
  positionFromLink: string;

  notYours(side: Side): string;
  notYourTurn(side: Side): string;
  mustTake(square: Square, takers: Taker[]): string;
  blocked(square: Square): string;
  noWay(from: Square, to: Square, victims: Square[]): string;
  unclear(square: Square, texts: string[]): string;
  typing(text: string): string;
  typedUnclear(text: string, texts: string[]): string;
  typedIllegal(text: string): string;
  typedGarbage(text: string): string;

  moved(side: Side, from: Square, to: Square, captured: Square[], crowned: boolean): string;

  wins(side: Side): string;
  draw: string;
  lost: Record<'no-pieces' | 'blocked' | 'resignation' | 'time' | 'forfeit', (loser: Side) => string>;
  byAgreement: string;
  drawRule: Record<ArticleWords, string>;
  article(article: string): string;
  drawIn(moves: number): string;
  stoodTimes(times: number): string;

  newGame: string;
  newGameShort: string;
  youPlay: string;
  playAs: Record<Side, string>;
  either: string;
  strength: string;
  strengthName(level: number): string;
  takeBack: string;
  resign: string;
  resignSure: string;
  yes: string;
  no: string;
  flip: string;
  copyPdn: string;
  copyFen: string;
  copied: string;
  copyFailed: string;
  previousGame: string;

  lookingBack: string;
  lookingThrough: string;
  startPosition: string;
  firstPosition: string;
  moveBack: string;
  moveOn: string;
  lastPosition: string;
  playOn: string;
  playOnAs: string;
  toTheGame: string;

  openGames: string;
  pasteGames: string;
  chooseFile: string;
  orDrop: string;
  drawRules: string;
  drawRulesName: Record<RulesName, string>;
  read: string;
  reading: string;
  otherText: string;
  gamesFound(found: number, told: number): string;
  encodingWas(name: string): string;
  gameNumber(n: number): string;
  pliesRead(read: number, plies: number): string;
  place(line: number, column: number): string;
  notRead: string;
  notReadNow: string;
  opened: string;
  notWhole: string;
  moreTold(n: number): string;

  aboutGame: string;
  recorded(result: string): string;
  overByBoard(ending: string, plies: number): string;
  recordedAfter(plies: number): string;
  resultsDisagree: string;
  opening: string;
  noOpening: string;
  openingName(name: { russian: string; transliteration: string; english: string }): string;
  transposed: string;
  inTables: string;

  savePdn: string;
  savePicture(kind: string): string;

  moves: string;
  noMoves: string;
  drawCount: string;
  noDrawCount: string;
  countedInPlay: string;
  rulesInBrief: string;
  rulesShort: string;
  rules: Record<RuleTopic, { term: string; text: string }>;

  settings: string;
  close: string;
  language: string;
  scheme: string;
  schemeName: Record<'system' | 'light' | 'dark', string>;
  toLight: string;
  toDark: string;
  boardColours: string;
  boardName: Record<'wood' | 'green' | 'slate', string>;
  numbers: string;
  textBoard: string;
  sound: string;
}
