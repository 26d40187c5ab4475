import type { Side } from '../types';
import type { Taker } from '../refusal';
import type { Words } from './catalogue';
import { club } from './club-uk';
import { learn } from './learn-uk';
import { offline } from './offline-uk';
import { study } from './study-uk';
import { trouble } from './trouble-uk';

const plural = new Intl.PluralRules('uk');
const count = (n: number, one: string, few: string, many: string): string => {
  const form = plural.select(n);
  return `${n} ${form === 'one' ? one : form === 'few' ? few : many}`;
};

const oneOf = new Intl.ListFormat('uk', { type: 'disjunction' });
const allOf = new Intl.ListFormat('uk', { type: 'conjunction' });

const name: Record<Side, string> = { white: 'Білі', black: 'Чорні' };
const lower: Record<Side, string> = { white: 'білі', black: 'чорні' };
const genitive: Record<Side, string> = { white: 'білих', black: 'чорних' };

const musts = (takers: Taker[]): string =>
  takers.length > 3
    ? `мусить бити одна з: ${allOf.format(takers.map((t) => t.square))}`
    : takers.map((t) => `${t.square} мусить бити ${oneOf.format(t.victims)}`).join('; ');

export const words: Words = {
  ...trouble,
  ...club,
  ...study,
  ...offline,
  ...learn,
  tag: 'uk',
  name: 'Українська',

  pageTitle: 'Російські шашки',
  side: name,
  piece: (side, king) => `${side === 'white' ? 'біла' : 'чорна'} ${king ? 'дамка' : 'проста'}`,
  you: 'Ви',
  computer: 'Комп’ютер',
  piecesLeft: (n) => `${plural.select(n) === 'one' ? 'залишилася' : 'залишилося'} ${count(n, 'шашка', 'шашки', 'шашок')}`,

  board: 'Дошка',
  emptySquare: 'порожньо',
  mustTakeMark: 'мусить бити',
  targetMark: 'сюди можна',
  inHandMark: 'в руці',
  jumpedMark: 'побита, ще стоїть',
  boardHelp: 'Стрілки ведуть по чорних полях, Enter бере й ставить шашку, Escape відпускає. Хід можна й набрати, наприклад c3d4. У списку ходів стрілки гортають партію.',
  positionInWords: 'Позиція словами',
  piecesOf: (side, men, kings) => {
    const menPart = men.length > 0 ? [`${men.length === 1 ? 'проста' : 'прості'} ${men.join(', ')}`] : [];
    const kingPart = kings.length > 0 ? [`${kings.length === 1 ? 'дамка' : 'дамки'} ${kings.join(', ')}`] : [];
    return `${name[side]}: ${[...menPart, ...kingPart].join('; ') || 'шашок немає'}.`;
  },
  toMove: (side) => `Хід ${genitive[side]}.`,

  yourMove: 'Ваш хід',
  yourCapture: (takers) => `Треба бити: ${oneOf.format(takers.map((t) => t.square))}`,
  thinking: 'Комп’ютер думає',
  loading: 'Дошка розставляється',
  goOn: 'Продовжуйте: бій не закінчено',
  serverAway: 'Сервер не відповідає. Пробуємо знову; партію збережено тут.',
  refusedByServer: 'Сервер не прийняв партію',
  badLink: 'Позицію з посилання не можна розставити',
  positionFromLink: 'Позиція з посилання',

  notYours: (side) => `Це ${side === 'white' ? 'біла' : 'чорна'} шашка, не ваша`,
  notYourTurn: (side) => `Зараз хід ${genitive[side]}`,
  mustTake: (square, takers) => `${square} не може ходити: ${musts(takers)}`,
  blocked: (square) => `${square} замкнена`,
  noWay: (from, to, victims) => (victims.length > 0 ? `${from} не може піти на ${to}: треба бити ${oneOf.format(victims)}` : `${from} не може піти на ${to}`),
  unclear: (square, texts) => `На ${square} ведуть: ${allOf.format(texts)}. Ідіть покроково`,
  typing: (text) => `${text}…`,
  typedUnclear: (text, texts) => `${text} — це ${oneOf.format(texts)}`,
  typedIllegal: (text) => `${text} — тут так піти не можна`,
  typedGarbage: (text) => `${text} — не хід; пишіть c3d4 або 22-18`,

  moved: (side, from, to, captured, crowned) =>
    `${name[side]}: ${from} ${captured.length > 0 ? `б’є ${allOf.format(captured)} і стає на ${to}` : `на ${to}`}${crowned ? ', стає дамкою' : ''}`,

  wins: (side) => `${name[side]} виграли`,
  draw: 'Нічия',
  lost: {
    'no-pieces': (loser) => `у ${genitive[loser]} не залишилося шашок`,
    blocked: (loser) => `${lower[loser]} замкнені й не можуть ходити`,
    resignation: (loser) => `${lower[loser]} здалися`,
    time: (loser) => `у ${genitive[loser]} вийшов час`,
    forfeit: (loser) => `у ${genitive[loser]} неявка чи порушення`,
  },
  byAgreement: 'за згодою',
  drawRule: {
    '7.2.3': 'позиція повторилася втретє',
    '7.2.4': 'три дамки за 15 ходів не спіймали одну',
    '7.2.5': 'по 15 ходів зроблено лише дамками',
    '7.2.6': 'в обох є дамки, і немає ні взять, ні перетворень',
    '7.2.7': 'троє проти дамки на великій дорозі',
    '7.2.8': 'двоє чи один проти самотньої дамки',
  },
  article: (article) => `FMJD-64, ${article}`,
  stoodTimes: (n) => `Ця позиція була ${count(n, 'раз', 'рази', 'разів')}`,
  drawIn: (n) => `Нічия через ${count(n, 'хід', 'ходи', 'ходів')}`,

  newGame: 'Нова партія',
  newGameShort: 'Партія',
  youPlay: 'Ви граєте',
  playAs: { white: 'Білими', black: 'Чорними' },
  either: 'Будь-якими',
  strength: 'Сила',
  strengthName: (level) => ['Новачок', 'Початківець', 'Аматор', 'Розрядник', 'Сильний'][(level - 1) >> 1]!,
  takeBack: 'Взяти хід',
  resign: 'Здатися',
  resignSure: 'Здати партію?',
  yes: 'Так',
  no: 'Ні',
  flip: 'Повернути',
  copyPdn: 'Копія PDN',
  copyFen: 'Копія FEN',
  copied: 'Скопійовано',
  copyFailed: 'Браузер не дозволив копіювати',
  previousGame: 'Попередня партія',

  lookingBack: 'Ви дивитеся назад; партія пішла далі.',
  lookingThrough: 'Записана партія. Щоб ходити самому, грайте звідси.',
  startPosition: 'Перша позиція',
  firstPosition: 'До першої позиції',
  moveBack: 'Хід назад',
  moveOn: 'Хід уперед',
  lastPosition: 'До останньої позиції',
  playOn: 'Грати звідси',
  playOnAs: 'Грати',
  toTheGame: 'Назад до партії',

  openGames: 'Відкрити партію PDN',
  pasteGames: 'Вставте партії в PDN або самі ходи',
  chooseFile: 'Вибрати файл',
  orDrop: 'або киньте його на сторінку',
  drawRules: 'Правила нічиєї',
  drawRulesName: { fmjd64: 'FMJD-64', fshr: 'ФШР (Росія)', lidraughts: 'Lidraughts', none: 'Без правил' },
  read: 'Прочитати',
  reading: 'Читаємо…',
  otherText: 'Інший текст',
  gamesFound: (found, told) => (told < found ? `${count(found, 'партія', 'партії', 'партій')}, показано перші ${told}` : count(found, 'партія', 'партії', 'партій')),
  encodingWas: (encoding) => `Кодування: ${encoding}`,
  gameNumber: (n) => `Партія ${n}`,
  pliesRead: (read, plies) =>
    read < plies ? `можна показати ${count(read, 'півхід', 'півходи', 'півходів')} із ${plies}` : count(plies, 'півхід', 'півходи', 'півходів'),
  place: (line, column) => `рядок ${line}, стовпець ${column}`,
  notRead: 'Прочитати не вдалося',
  notReadNow: 'Сервер не відповідає. Спробуйте трохи згодом.',
  opened: 'Партія на дошці',
  notWhole: 'Цю партію не вдалося прочитати цілком.',
  moreTold: (n) => `ще ${n}`,

  aboutGame: 'Про цю партію',
  recorded: (result) => `Записаний результат: ${result}`,
  overByBoard: (ending, plies) => `На дошці вона скінчилася після ${plies}-го півходу: ${ending}`,
  recordedAfter: (plies) => `після кінця записано ще ${count(plies, 'півхід', 'півходи', 'півходів')}`,
  resultsDisagree: 'записано інший результат',
  opening: 'Дебют',
  noOpening: 'Назви поки немає.',
  openingName: ({ russian }) => russian,
  transposed: 'іншим порядком ходів',
  inTables: 'Таблиці жеребкування',

  savePdn: 'Файл PDN',
  savePicture: (kind) => `Зберегти позицію як ${kind}`,

  moves: 'Ходи',
  noMoves: 'Ходів ще немає. Торкніться шашки, потім позначеного поля; або перетягніть її.',
  drawCount: 'Лік до нічиєї',
  noDrawCount: 'Поки не ведеться.',
  countedInPlay: 'Видно, поки партія грається.',
  rulesInBrief: 'Правила коротко',
  rulesShort: 'Правила',
  rules: {
    move: { term: 'Проста', text: 'ходить на одне поле вперед по діагоналі.' },
    take: { term: 'Б’ють,', text: 'стрибаючи через шашку на вільне поле за нею, уперед і назад. Бити обов’язково.' },
    choice: { term: 'Вільний вибір:', text: 'годиться будь-який бій, не лише найдовший.' },
    chain: { term: 'Бій', text: 'триває до кінця. Побиті шашки стоять, поки він не скінчиться: заважають, і двічі їх не б’ють.' },
    king: { term: 'Дамка', text: 'ходить і б’є вільною діагоналлю на будь-яку відстань.' },
    landing: { term: 'Після стрибка', text: 'дамка стає, якщо можна, туди, звідки б’є далі.' },
    promotion: { term: 'Перетворення:', text: 'на останньому ряду проста стає дамкою, посеред бою б’є далі вже як дамка.' },
    end: { term: 'Програє', text: 'той, у кого немає шашок або немає ходу.' },
    draw: { term: 'Нічия', text: '— при третьому повторенні або коли дамки нічого не змінюють: лік видно.' },
  },

  settings: 'Налаштування',
  close: 'Закрити',
  language: 'Мова',
  scheme: 'Сторінка',
  schemeName: { system: 'Як у системі', light: 'Світла', dark: 'Темна' },
  toLight: 'Світла сторінка',
  toDark: 'Темна сторінка',
  boardColours: 'Дошка',
  boardName: { wood: 'Дерево', green: 'Зелень', slate: 'Сланець' },
  numbers: 'Номери 1–32 на полях',
  textBoard: 'Показувати позицію словами',
  sound: 'Звуки',
};
