import type { Side } from '../types';
import type { Taker } from '../refusal';
import type { Words } from './catalogue';
import { club } from './club-sv';
import { learn } from './learn-sv';
import { offline } from './offline-sv';
import { study } from './study-sv';
import { trouble } from './trouble-sv';

const plural = new Intl.PluralRules('sv');
const count = (n: number, one: string, many: string): string => `${n} ${plural.select(n) === 'one' ? one : many}`;

const oneOf = new Intl.ListFormat('sv', { type: 'disjunction' });
const allOf = new Intl.ListFormat('sv', { type: 'conjunction' });

const name: Record<Side, string> = { white: 'Vit', black: 'Svart' };

const musts = (takers: Taker[]): string =>
  takers.length > 3 ? `någon av ${oneOf.format(takers.map((t) => t.square))} måste slå` : takers.map((t) => `${t.square} måste slå ${oneOf.format(t.victims)}`).join('; ');

export const words: Words = {
  ...trouble,
  ...club,
  ...study,
  ...offline,
  ...learn,
  tag: 'sv',
  name: 'Svenska',

  pageTitle: 'Ryskt damspel',
  side: name,
  piece: (side, king) => `${side === 'white' ? 'vit' : 'svart'} ${king ? 'dam' : 'bricka'}`,
  you: 'Du',
  computer: 'Datorn',
  piecesLeft: (n) => `${count(n, 'pjäs', 'pjäser')} kvar`,

  board: 'Bräde',
  emptySquare: 'tom',
  mustTakeMark: 'måste slå',
  targetMark: 'kan gå hit',
  inHandMark: 'i handen',
  jumpedMark: 'slagen, spärrar ännu',
  boardHelp: 'Piltangenterna går över de mörka rutorna, Enter lyfter och ställer ned, Escape släpper. Ett drag kan också skrivas, till exempel c3d4. I draglistan stegar piltangenterna genom partiet.',
  positionInWords: 'Ställningen i ord',
  piecesOf: (side, men, kings) => {
    const menPart = men.length > 0 ? [`${men.length === 1 ? 'bricka' : 'brickor'} ${men.join(', ')}`] : [];
    const kingPart = kings.length > 0 ? [`${kings.length === 1 ? 'dam' : 'damer'} ${kings.join(', ')}`] : [];
    return `${name[side]}: ${[...menPart, ...kingPart].join('; ') || 'inga pjäser'}.`;
  },
  toMove: (side) => `${name[side]} vid draget.`,

  yourMove: 'Ditt drag',
  yourCapture: (takers) => `Du måste slå: ${oneOf.format(takers.map((t) => t.square))}`,
  thinking: 'Datorn tänker',
  loading: 'Brädet ställs upp',
  goOn: 'Fortsätt: slaget är inte slut',
  serverAway: 'Servern svarar inte. Försöker igen; partiet är sparat här.',
  refusedByServer: 'Servern godtog inte partiet',
  badLink: 'Ställningen i länken kan inte ställas upp',
  positionFromLink: 'Ställning från en länk',

  notYours: (side) => `Det är en ${side === 'white' ? 'vit' : 'svart'} pjäs, inte din`,
  notYourTurn: (side) => `${name[side]} är vid draget`,
  mustTake: (square, takers) => `${square} får inte flytta: ${musts(takers)}`,
  blocked: (square) => `${square} är instängd`,
  noWay: (from, to, victims) => (victims.length > 0 ? `${from} får inte gå till ${to}: den måste slå ${oneOf.format(victims)}` : `${from} får inte gå till ${to}`),
  unclear: (square, texts) => `Två vägar till ${square}: ${oneOf.format(texts)}. Gå steg för steg`,
  typing: (text) => `${text}…`,
  typedUnclear: (text, texts) => `${text} kan vara ${oneOf.format(texts)}`,
  typedIllegal: (text) => `${text} är inget tillåtet drag här`,
  typedGarbage: (text) => `${text} är inget drag; skriv c3d4 eller 22-18`,

  moved: (side, from, to, captured, crowned) =>
    `${name[side]}: ${from} ${captured.length > 0 ? `slår ${allOf.format(captured)} och landar på ${to}` : `till ${to}`}${crowned ? ', blir dam' : ''}`,

  wins: (side) => `${name[side]} vinner`,
  draw: 'Remi',
  lost: {
    'no-pieces': (loser) => `${name[loser]} har inga pjäser kvar`,
    blocked: (loser) => `${name[loser]} är instängd och kan inte flytta`,
    resignation: (loser) => `${name[loser]} gav upp`,
    time: (loser) => `${name[loser]} överskred tiden`,
    forfeit: (loser) => `${name[loser]} förlorade på walkover`,
  },
  byAgreement: 'genom överenskommelse',
  drawRule: {
    '7.2.3': 'samma ställning för tredje gången',
    '7.2.4': 'tre damer har inte fångat en ensam dam på 15 drag',
    '7.2.5': '15 drag från vardera sidan med bara damer',
    '7.2.6': 'varken slag eller damblivning medan båda har damer',
    '7.2.7': 'tre pjäser mot en ensam dam på stora diagonalen',
    '7.2.8': 'två pjäser eller en mot en ensam dam',
  },
  article: (article) => `FMJD-64, ${article}`,
  drawIn: (n) => `Remi om ${n} drag`,
  stoodTimes: (n) => `Ställningen har funnits ${count(n, 'gång', 'gånger')}`,

  newGame: 'Nytt parti',
  newGameShort: 'Parti',
  youPlay: 'Du spelar',
  playAs: name,
  either: 'Lotta',
  strength: 'Styrka',
  strengthName: (level) => ['Nybörjare', 'Lärling', 'Amatör', 'Klubbspelare', 'Stark'][(level - 1) >> 1]!,
  takeBack: 'Ta tillbaka',
  resign: 'Ge upp',
  resignSure: 'Ge upp partiet?',
  yes: 'Ja',
  no: 'Nej',
  flip: 'Vänd',
  copyPdn: 'Kopiera PDN',
  copyFen: 'Kopiera FEN',
  copied: 'Kopierat',
  copyFailed: 'Webbläsaren tillät inte kopiering',
  previousGame: 'Förra partiet',

  lookingBack: 'Du ser bakåt; partiet har gått längre.',
  lookingThrough: 'Ett nedtecknat parti. Spela vidare härifrån för att dra själv.',
  startPosition: 'Första ställningen',
  firstPosition: 'Till första ställningen',
  moveBack: 'Ett drag bakåt',
  moveOn: 'Ett drag framåt',
  lastPosition: 'Till sista ställningen',
  playOn: 'Spela vidare härifrån',
  playOnAs: 'Spela vidare som',
  toTheGame: 'Tillbaka till partiet',

  openGames: 'Öppna ett PDN-parti',
  pasteGames: 'Klistra in partier i PDN, eller bara dragen',
  chooseFile: 'Välj en fil',
  orDrop: 'eller släpp den på sidan',
  drawRules: 'Remiregler',
  drawRulesName: { fmjd64: 'FMJD-64', fshr: 'FSHR (Ryssland)', lidraughts: 'Lidraughts', none: 'Inga' },
  read: 'Läs',
  reading: 'Läser…',
  otherText: 'En annan text',
  gamesFound: (found, told) => (told < found ? `${count(found, 'parti', 'partier')}, de första ${told} visas` : count(found, 'parti', 'partier')),
  encodingWas: (encoding) => `Kodning: ${encoding}`,
  gameNumber: (n) => `Parti ${n}`,
  pliesRead: (read, plies) => (read < plies ? `${read} av ${plies} halvdrag kan visas` : `${plies} halvdrag`),
  place: (line, column) => `rad ${line}, kolumn ${column}`,
  notRead: 'Inget kunde läsas',
  notReadNow: 'Servern svarar inte. Försök igen om en stund.',
  opened: 'Partiet är på brädet',
  notWhole: 'Partiet kunde inte läsas helt.',
  moreTold: (n) => `${n} till`,

  aboutGame: 'Detta parti',
  recorded: (result) => `Antecknat resultat: ${result}`,
  overByBoard: (ending, plies) => `På brädet var det slut efter ${plies} halvdrag: ${ending}`,
  recordedAfter: (plies) => `${plies} halvdrag är antecknade efter slutet`,
  resultsDisagree: 'det antecknade resultatet är ett annat',
  opening: 'Öppning',
  noOpening: 'Ingen namngiven öppning än.',
  openingName: ({ transliteration, english }) => `${transliteration} (${english})`,
  transposed: 'med annan dragföljd',
  inTables: 'Lottningstabeller',

  savePdn: 'Spara PDN',
  savePicture: (kind) => `Spara ställningen som ${kind}`,

  moves: 'Drag',
  noMoves: 'Inga drag än. Tryck på en pjäs och sedan på en märkt ruta; eller dra den.',
  drawCount: 'Remiräkning',
  noDrawCount: 'Ingen pågår.',
  countedInPlay: 'Visas medan ett parti spelas.',
  rulesInBrief: 'Reglerna i korthet',
  rulesShort: 'Regler',
  rules: {
    move: { term: 'En bricka', text: 'går en ruta framåt på diagonalen.' },
    take: { term: 'Att slå', text: 'är att hoppa över en pjäs till den fria rutan bakom, framåt eller bakåt. Kan du, så måste du.' },
    choice: { term: 'Fritt val:', text: 'vilket slag som helst duger, inte bara det längsta.' },
    chain: { term: 'En slagserie', text: 'fortsätter så länge den kan. Slagna pjäser står kvar tills den är slut: de spärrar, ingen hoppas över två gånger.' },
    king: { term: 'En dam', text: 'går och slår hur långt som helst på en fri diagonal.' },
    landing: { term: 'Efter ett hopp', text: 'måste damen landa där den kan slå vidare, om det går.' },
    promotion: { term: 'Damblivning:', text: 'en bricka på sista raden blir dam; mitt i ett slag slår den vidare som dam.' },
    end: { term: 'Du förlorar', text: 'när du saknar pjäser eller drag.' },
    draw: { term: 'Remi', text: 'blir det vid tredje upprepningen, eller när damerna inte kommer någonvart: se räkningen.' },
  },

  settings: 'Inställningar',
  close: 'Stäng',
  language: 'Språk',
  scheme: 'Sida',
  schemeName: { system: 'Som systemet', light: 'Ljus', dark: 'Mörk' },
  toLight: 'Ljus sida',
  toDark: 'Mörk sida',
  boardColours: 'Bräde',
  boardName: { wood: 'Trä', green: 'Grönt', slate: 'Skiffer' },
  numbers: 'Nummer 1–32 på rutorna',
  textBoard: 'Visa ställningen i ord',
  sound: 'Ljud',
};
