import type { Side } from '../types';
import type { Taker } from '../refusal';
import type { Words } from './catalogue';
import { club } from './club-ru';
import { learn } from './learn-ru';
import { offline } from './offline-ru';
import { study } from './study-ru';
import { trouble } from './trouble-ru';

const plural = new Intl.PluralRules('ru');
const count = (n: number, one: string, few: string, many: string): string => {
  const form = plural.select(n);
  return `${n} ${form === 'one' ? one : form === 'few' ? few : many}`;
};

const oneOf = new Intl.ListFormat('ru', { type: 'disjunction' });
const allOf = new Intl.ListFormat('ru', { type: 'conjunction' });

const name: Record<Side, string> = { white: 'Белые', black: 'Чёрные' };
const genitive: Record<Side, string> = { white: 'белых', black: 'чёрных' };

const musts = (takers: Taker[]): string =>
  takers.length > 3
    ? `обязана бить одна из: ${allOf.format(takers.map((t) => t.square))}`
    : takers.map((t) => `${t.square} обязана бить ${oneOf.format(t.victims)}`).join('; ');

export const words: Words = {
  ...trouble,
  ...club,
  ...study,
  ...offline,
  ...learn,
  tag: 'ru',
  name: 'Русский',

  pageTitle: 'Русские шашки',
  side: name,
  piece: (side, king) => `${side === 'white' ? 'белая' : 'чёрная'} ${king ? 'дамка' : 'простая'}`,
  you: 'Вы',
  computer: 'Компьютер',
  piecesLeft: (n) => `${plural.select(n) === 'one' ? 'осталась' : 'осталось'} ${count(n, 'шашка', 'шашки', 'шашек')}`,

  board: 'Доска',
  emptySquare: 'пусто',
  mustTakeMark: 'обязана бить',
  targetMark: 'сюда можно',
  inHandMark: 'в руке',
  jumpedMark: 'побита, ещё стоит',
  boardHelp: 'Стрелки ведут по чёрным полям, Enter берёт и ставит шашку, Escape отпускает. Ход можно и набрать, например c3d4. В списке ходов стрелки листают партию.',
  positionInWords: 'Позиция словами',
  piecesOf: (side, men, kings) => {
    const menPart = men.length > 0 ? [`${men.length === 1 ? 'простая' : 'простые'} ${men.join(', ')}`] : [];
    const kingPart = kings.length > 0 ? [`${kings.length === 1 ? 'дамка' : 'дамки'} ${kings.join(', ')}`] : [];
    return `${name[side]}: ${[...menPart, ...kingPart].join('; ') || 'шашек нет'}.`;
  },
  toMove: (side) => `Ход ${genitive[side]}.`,

  yourMove: 'Ваш ход',
  yourCapture: (takers) => `Нужно бить: ${oneOf.format(takers.map((t) => t.square))}`,
  thinking: 'Компьютер думает',
  loading: 'Доска расставляется',
  goOn: 'Продолжайте: взятие не закончено',
  serverAway: 'Сервер не отвечает. Пробуем снова; партия сохранена здесь.',
  refusedByServer: 'Сервер не принял партию',
  badLink: 'Позицию из ссылки нельзя расставить',
  positionFromLink: 'Позиция из ссылки',

  notYours: (side) => `Это ${side === 'white' ? 'белая' : 'чёрная'} шашка, не ваша`,
  notYourTurn: (side) => `Сейчас ход ${genitive[side]}`,
  mustTake: (square, takers) => `${square} не может ходить: ${musts(takers)}`,
  blocked: (square) => `${square} заперта`,
  noWay: (from, to, victims) => (victims.length > 0 ? `${from} не может пойти на ${to}: нужно бить ${oneOf.format(victims)}` : `${from} не может пойти на ${to}`),
  unclear: (square, texts) => `На ${square} ведут: ${allOf.format(texts)}. Идите по шагам`,
  typing: (text) => `${text}…`,
  typedUnclear: (text, texts) => `${text} — это ${oneOf.format(texts)}`,
  typedIllegal: (text) => `${text} — здесь так пойти нельзя`,
  typedGarbage: (text) => `${text} — не ход; пишите c3d4 или 22-18`,

  moved: (side, from, to, captured, crowned) =>
    `${name[side]}: ${from} ${captured.length > 0 ? `бьёт ${allOf.format(captured)} и встаёт на ${to}` : `на ${to}`}${crowned ? ', становится дамкой' : ''}`,

  wins: (side) => `${name[side]} выиграли`,
  draw: 'Ничья',
  lost: {
    'no-pieces': (loser) => `у ${genitive[loser]} не осталось шашек`,
    blocked: (loser) => `${name[loser]} заперты и не могут ходить`,
    resignation: (loser) => `${name[loser]} сдались`,
    time: (loser) => `у ${genitive[loser]} вышло время`,
    forfeit: (loser) => `у ${genitive[loser]} неявка или нарушение`,
  },
  byAgreement: 'по соглашению',
  drawRule: {
    '7.2.3': 'позиция повторилась в третий раз',
    '7.2.4': 'три дамки за 15 ходов не поймали одну',
    '7.2.5': 'по 15 ходов сделано только дамками',
    '7.2.6': 'у обоих есть дамки, и нет ни взятий, ни превращений',
    '7.2.7': 'трое против дамки на большаке',
    '7.2.8': 'двое или один против одинокой дамки',
  },
  article: (article) => `FMJD-64, ${article}`,
  stoodTimes: (n) => `Эта позиция была ${count(n, 'раз', 'раза', 'раз')}`,
  drawIn: (n) => `Ничья через ${count(n, 'ход', 'хода', 'ходов')}`,

  newGame: 'Новая партия',
  newGameShort: 'Партия',
  youPlay: 'Вы играете',
  playAs: { white: 'Белыми', black: 'Чёрными' },
  either: 'Любыми',
  strength: 'Сила',
  strengthName: (level) => ['Новичок', 'Начинающий', 'Любитель', 'Разрядник', 'Сильный'][(level - 1) >> 1]!,
  takeBack: 'Взять ход',
  resign: 'Сдаться',
  resignSure: 'Сдать партию?',
  yes: 'Да',
  no: 'Нет',
  flip: 'Повернуть',
  copyPdn: 'Копия PDN',
  copyFen: 'Копия FEN',
  copied: 'Скопировано',
  copyFailed: 'Браузер не разрешил копировать',
  previousGame: 'Прежняя партия',

  lookingBack: 'Вы смотрите назад; партия ушла дальше.',
  lookingThrough: 'Записанная партия. Чтобы ходить самому, играйте отсюда.',
  startPosition: 'Первая позиция',
  firstPosition: 'К первой позиции',
  moveBack: 'Ход назад',
  moveOn: 'Ход вперёд',
  lastPosition: 'К последней позиции',
  playOn: 'Играть отсюда',
  playOnAs: 'Играть',
  toTheGame: 'Назад к партии',

  openGames: 'Открыть партию PDN',
  pasteGames: 'Вставьте партии в PDN или одни ходы',
  chooseFile: 'Выбрать файл',
  orDrop: 'или бросьте его на страницу',
  drawRules: 'Правила ничьей',
  drawRulesName: { fmjd64: 'FMJD-64', fshr: 'ФШР', lidraughts: 'Lidraughts', none: 'Без правил' },
  read: 'Прочесть',
  reading: 'Читаем…',
  otherText: 'Другой текст',
  gamesFound: (found, told) => (told < found ? `${count(found, 'партия', 'партии', 'партий')}, показаны первые ${told}` : count(found, 'партия', 'партии', 'партий')),
  encodingWas: (encoding) => `Кодировка: ${encoding}`,
  gameNumber: (n) => `Партия ${n}`,
  pliesRead: (read, plies) =>
    read < plies ? `можно показать ${count(read, 'полуход', 'полухода', 'полуходов')} из ${plies}` : count(plies, 'полуход', 'полухода', 'полуходов'),
  place: (line, column) => `строка ${line}, столбец ${column}`,
  notRead: 'Прочесть не удалось',
  notReadNow: 'Сервер не отвечает. Попробуйте чуть позже.',
  opened: 'Партия на доске',
  notWhole: 'Эту партию не удалось прочесть целиком.',
  moreTold: (n) => `ещё ${n}`,

  aboutGame: 'Об этой партии',
  recorded: (result) => `Записанный результат: ${result}`,
  overByBoard: (ending, plies) => `На доске она кончилась после ${plies}-го полухода: ${ending}`,
  recordedAfter: (plies) => `после конца записано ещё ${count(plies, 'полуход', 'полухода', 'полуходов')}`,
  resultsDisagree: 'записан другой результат',
  opening: 'Дебют',
  noOpening: 'Названия пока нет.',
  openingName: ({ russian }) => russian,
  transposed: 'другим порядком ходов',
  inTables: 'Таблицы жеребьёвки',

  savePdn: 'Файл PDN',
  savePicture: (kind) => `Сохранить позицию как ${kind}`,

  moves: 'Ходы',
  noMoves: 'Ходов ещё нет. Коснитесь шашки, затем отмеченного поля; или перетащите её.',
  drawCount: 'Счёт до ничьей',
  noDrawCount: 'Пока не ведётся.',
  countedInPlay: 'Виден, пока партия играется.',
  rulesInBrief: 'Правила коротко',
  rulesShort: 'Правила',
  rules: {
    move: { term: 'Простая', text: 'ходит на одно поле вперёд по диагонали.' },
    take: { term: 'Бьют,', text: 'прыгая через шашку на свободное поле за ней, вперёд и назад. Бить обязательно.' },
    choice: { term: 'Свободный выбор:', text: 'годится любое взятие, не только самое длинное.' },
    chain: { term: 'Взятие', text: 'идёт до конца. Побитые шашки стоят, пока оно не кончится: мешают, и дважды их не бьют.' },
    king: { term: 'Дамка', text: 'ходит и бьёт по свободной диагонали на любое расстояние.' },
    landing: { term: 'После удара', text: 'дамка встаёт, если можно, туда, откуда бьёт дальше.' },
    promotion: { term: 'Превращение:', text: 'на последнем ряду простая становится дамкой, посреди взятия бьёт дальше уже как дамка.' },
    end: { term: 'Проигрывает', text: 'тот, у кого нет шашек или нет хода.' },
    draw: { term: 'Ничья', text: '— при третьем повторении или когда дамки ничего не меняют: счёт виден.' },
  },

  settings: 'Настройки',
  close: 'Закрыть',
  language: 'Язык',
  scheme: 'Страница',
  schemeName: { system: 'Как в системе', light: 'Светлая', dark: 'Тёмная' },
  toLight: 'Светлая страница',
  toDark: 'Тёмная страница',
  boardColours: 'Доска',
  boardName: { wood: 'Дерево', green: 'Зелень', slate: 'Сланец' },
  numbers: 'Номера 1–32 на полях',
  textBoard: 'Показывать позицию словами',
  sound: 'Звуки',
};
