import type { Side } from '../types';
import type { Taker } from '../refusal';
import type { Words } from './catalogue';
import { club } from './club-et';
import { learn } from './learn-et';
import { offline } from './offline-et';
import { study } from './study-et';
import { trouble } from './trouble-et';

const plural = new Intl.PluralRules('et');
const count = (n: number, one: string, many: string): string => `${n} ${plural.select(n) === 'one' ? one : many}`;

const oneOf = new Intl.ListFormat('et', { type: 'disjunction' });
const allOf = new Intl.ListFormat('et', { type: 'conjunction' });

const name: Record<Side, string> = { white: 'Valge', black: 'Must' };
const genitive: Record<Side, string> = { white: 'valge', black: 'musta' };
const adessive: Record<Side, string> = { white: 'valgel', black: 'mustal' };

const musts = (takers: Taker[]): string =>
  takers.length > 3 ? `üks neist peab lööma: ${oneOf.format(takers.map((t) => t.square))}` : takers.map((t) => `${t.square} peab lööma: ${oneOf.format(t.victims)}`).join('; ');

export const words: Words = {
  ...trouble,
  ...club,
  ...study,
  ...offline,
  ...learn,
  tag: 'et',
  name: 'Eesti',

  pageTitle: 'Vene kabe',
  side: name,
  piece: (side, king) => `${side === 'white' ? 'valge' : 'must'} ${king ? 'tamm' : 'kabend'}`,
  you: 'Sina',
  computer: 'Arvuti',
  piecesLeft: (n) => `${count(n, 'nupp', 'nuppu')} alles`,

  board: 'Laud',
  emptySquare: 'tühi',
  mustTakeMark: 'peab lööma',
  targetMark: 'siia saab käia',
  inHandMark: 'käes',
  jumpedMark: 'löödud, veel ees',
  boardHelp: 'Nooleklahvid liiguvad tumedatel ruutudel, Enter võtab nupu kätte ja paneb maha, Escape laseb lahti. Käigu võib ka kirjutada, näiteks c3d4. Käikude loendis sirvivad nooled partiid.',
  positionInWords: 'Seis sõnadega',
  piecesOf: (side, men, kings) => {
    const menPart = men.length > 0 ? [`${men.length === 1 ? 'kabend' : 'kabendid'} ${men.join(', ')}`] : [];
    const kingPart = kings.length > 0 ? [`${kings.length === 1 ? 'tamm' : 'tammid'} ${kings.join(', ')}`] : [];
    return `${name[side]}: ${[...menPart, ...kingPart].join('; ') || 'nuppe pole'}.`;
  },
  toMove: (side) => `Käik on ${adessive[side]}.`,

  yourMove: 'Sinu käik',
  yourCapture: (takers) => `Pead lööma: ${oneOf.format(takers.map((t) => t.square))}`,
  thinking: 'Arvuti mõtleb',
  loading: 'Laud seatakse üles',
  goOn: 'Jätka: löömine pole lõppenud',
  serverAway: 'Server ei vasta. Proovin uuesti; partii on siin alles.',
  refusedByServer: 'Server ei võtnud partiid vastu',
  badLink: 'Lingis olevat seisu ei saa üles seada',
  positionFromLink: 'Seis lingist',

  notYours: (side) => `See on ${genitive[side]} nupp, mitte sinu`,
  notYourTurn: (side) => `Käik on ${adessive[side]}`,
  mustTake: (square, takers) => `${square} ei tohi käia: ${musts(takers)}`,
  blocked: (square) => `${square} on kinni`,
  noWay: (from, to, victims) => (victims.length > 0 ? `${from} ei saa minna ruudule ${to}: peab lööma ${oneOf.format(victims)}` : `${from} ei saa minna ruudule ${to}`),
  unclear: (square, texts) => `Ruudule ${square} viib kaks teed: ${oneOf.format(texts)}. Mine samm-sammult`,
  typing: (text) => `${text}…`,
  typedUnclear: (text, texts) => `${text} võib olla ${oneOf.format(texts)}`,
  typedIllegal: (text) => `${text} pole siin lubatud käik`,
  typedGarbage: (text) => `${text} pole käik; kirjuta c3d4 või 22-18`,

  moved: (side, from, to, captured, crowned) =>
    `${name[side]}: ${from} ${captured.length > 0 ? `lööb ${allOf.format(captured)} ja jääb ruudule ${to}` : `ruudule ${to}`}${crowned ? ', saab tammiks' : ''}`,

  wins: (side) => `${name[side]} võidab`,
  draw: 'Viik',
  lost: {
    'no-pieces': (loser) => `${adessive[loser]} pole enam nuppe`,
    blocked: (loser) => `${name[loser].toLowerCase()} on kinni ja ei saa käia`,
    resignation: (loser) => `${name[loser].toLowerCase()} alistus`,
    time: (loser) => `${adessive[loser]} sai aeg otsa`,
    forfeit: (loser) => `${name[loser].toLowerCase()} kaotas loobumisega`,
  },
  byAgreement: 'kokkuleppel',
  drawRule: {
    '7.2.3': 'sama seis kolmandat korda',
    '7.2.4': 'kolm tammi ei püüdnud üksikut tammi 15 käiguga',
    '7.2.5': 'kumbki pool tegi 15 käiku ainult tammidega',
    '7.2.6': 'mõlemal on tamm ning pole löödud ega tammiks saadud',
    '7.2.7': 'kolm nuppu peadiagonaalil oleva üksiku tammi vastu',
    '7.2.8': 'kaks nuppu või üks üksiku tammi vastu',
  },
  article: (article) => `FMJD-64, ${article}`,
  drawIn: (n) => `Viik ${n} käigu pärast`,
  stoodTimes: (n) => `See seis on olnud ${count(n, 'kord', 'korda')}`,

  newGame: 'Uus partii',
  newGameShort: 'Partii',
  youPlay: 'Sina mängid',
  playAs: { white: 'Valgega', black: 'Mustaga' },
  either: 'Loosiga',
  strength: 'Tugevus',
  strengthName: (level) => ['Uustulnuk', 'Algaja', 'Harrastaja', 'Klubimängija', 'Tugev'][(level - 1) >> 1]!,
  takeBack: 'Võta tagasi',
  resign: 'Alistu',
  resignSure: 'Kas alistuda?',
  yes: 'Jah',
  no: 'Ei',
  flip: 'Pööra',
  copyPdn: 'Kopeeri PDN',
  copyFen: 'Kopeeri FEN',
  copied: 'Kopeeritud',
  copyFailed: 'Brauser ei lubanud kopeerida',
  previousGame: 'Eelmine partii',

  lookingBack: 'Vaatad tagasi; partii on edasi läinud.',
  lookingThrough: 'Üleskirjutatud partii. Et ise käia, mängi siit edasi.',
  startPosition: 'Esimene seis',
  firstPosition: 'Esimesele seisule',
  moveBack: 'Käik tagasi',
  moveOn: 'Käik edasi',
  lastPosition: 'Viimasele seisule',
  playOn: 'Mängi siit edasi',
  playOnAs: 'Mängi edasi',
  toTheGame: 'Tagasi partiisse',

  openGames: 'Ava PDN-partii',
  pasteGames: 'Kleebi PDN-partiid või ainult käigud',
  chooseFile: 'Vali fail',
  orDrop: 'või lohista see lehele',
  drawRules: 'Viigireeglid',
  drawRulesName: { fmjd64: 'FMJD-64', fshr: 'FSHR (Venemaa)', lidraughts: 'Lidraughts', none: 'Ilma' },
  read: 'Loe',
  reading: 'Loen…',
  otherText: 'Teine tekst',
  gamesFound: (found, told) => (told < found ? `${count(found, 'partii', 'partiid')}, näha esimesed ${told}` : count(found, 'partii', 'partiid')),
  encodingWas: (encoding) => `Kodeering: ${encoding}`,
  gameNumber: (n) => `Partii ${n}`,
  pliesRead: (read, plies) => (read < plies ? `näidata saab ${read} poolkäiku ${plies}-st` : count(plies, 'poolkäik', 'poolkäiku')),
  place: (line, column) => `rida ${line}, veerg ${column}`,
  notRead: 'Midagi ei loetud',
  notReadNow: 'Server ei vasta. Proovi hetke pärast uuesti.',
  opened: 'Partii on laual',
  notWhole: 'Seda partiid ei saanud tervikuna lugeda.',
  moreTold: (n) => `veel ${n}`,

  aboutGame: 'See partii',
  recorded: (result) => `Kirja pandud tulemus: ${result}`,
  overByBoard: (ending, plies) => `Laual lõppes see pärast ${plies}. poolkäiku: ${ending}`,
  recordedAfter: (plies) => `pärast lõppu on kirjas ${count(plies, 'poolkäik', 'poolkäiku')}`,
  resultsDisagree: 'kirja pandud tulemus on teine',
  opening: 'Avang',
  noOpening: 'Avangul pole veel nime.',
  openingName: ({ transliteration, english }) => `${transliteration} (${english})`,
  transposed: 'teise käikude järjekorraga',
  inTables: 'Loositabelid',

  savePdn: 'Salvesta PDN',
  savePicture: (kind) => `Salvesta seis kujul ${kind}`,

  moves: 'Käigud',
  noMoves: 'Käike veel pole. Puuduta nuppu, siis märgitud ruutu; või lohista.',
  drawCount: 'Viigiloendus',
  noDrawCount: 'Ükski ei käi.',
  countedInPlay: 'Näha partii mängimise ajal.',
  rulesInBrief: 'Reeglid lühidalt',
  rulesShort: 'Reeglid',
  rules: {
    move: { term: 'Kabend', text: 'käib ühe ruudu diagonaalis edasi.' },
    take: { term: 'Lüüakse,', text: 'hüpates üle nupu vabale ruudule selle taga, edasi või tagasi. Kui saab lüüa, siis peab.' },
    choice: { term: 'Vaba valik:', text: 'sobib iga löömine, mitte ainult pikim.' },
    chain: { term: 'Löömine', text: 'kestab, kuni saab. Löödud nupud seisavad lõpuni: nad on ees, üle ühegi ei hüpata kaks korda.' },
    king: { term: 'Tamm', text: 'käib ja lööb vabal diagonaalil kui tahes kaugele.' },
    landing: { term: 'Pärast hüpet', text: 'peab tamm jääma sinna, kust saab edasi lüüa, kui selline ruut on.' },
    promotion: { term: 'Tammiks saamine:', text: 'viimasel real saab kabendist tamm; löömise keskel lööb ta tammina edasi.' },
    end: { term: 'Kaotad,', text: 'kui sul pole nuppu ega käiku.' },
    draw: { term: 'Viik', text: 'tuleb kolmandal kordumisel või kui tammid edasi ei jõua: vaata loendust.' },
  },

  settings: 'Seaded',
  close: 'Sulge',
  language: 'Keel',
  scheme: 'Leht',
  schemeName: { system: 'Nagu süsteemis', light: 'Hele', dark: 'Tume' },
  toLight: 'Hele leht',
  toDark: 'Tume leht',
  boardColours: 'Laud',
  boardName: { wood: 'Puit', green: 'Roheline', slate: 'Kiltkivi' },
  numbers: 'Ruutudel numbrid 1–32',
  textBoard: 'Näita seisu sõnadega',
  sound: 'Helid',
};
