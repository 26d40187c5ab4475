import type { Side } from '../types';
import type { Taker } from '../refusal';
import type { Words } from './catalogue';
import { club } from './club-fr';
import { learn } from './learn-fr';
import { offline } from './offline-fr';
import { study } from './study-fr';
import { trouble } from './trouble-fr';

const plural = new Intl.PluralRules('fr');
const count = (n: number, one: string, many: string): string => `${n} ${plural.select(n) === 'one' ? one : many}`;

const oneOf = new Intl.ListFormat('fr', { type: 'disjunction' });
const allOf = new Intl.ListFormat('fr', { type: 'conjunction' });

const name: Record<Side, string> = { white: 'Blancs', black: 'Noirs' };
const the: Record<Side, string> = { white: 'les Blancs', black: 'les Noirs' };
const The: Record<Side, string> = { white: 'Les Blancs', black: 'Les Noirs' };
const to: Record<Side, string> = { white: 'aux Blancs', black: 'aux Noirs' };

const musts = (takers: Taker[]): string =>
  takers.length > 3 ? `une des pièces ${oneOf.format(takers.map((t) => t.square))} doit prendre` : takers.map((t) => `${t.square} doit prendre ${oneOf.format(t.victims)}`).join(' ; ');

export const words: Words = {
  ...trouble,
  ...club,
  ...study,
  ...offline,
  ...learn,
  tag: 'fr',
  name: 'Français',

  pageTitle: 'Dames russes',
  side: name,
  piece: (side, king) => (king ? `dame ${side === 'white' ? 'blanche' : 'noire'}` : `pion ${side === 'white' ? 'blanc' : 'noir'}`),
  you: 'Vous',
  computer: 'Ordinateur',
  piecesLeft: (n) => count(n, 'pièce restante', 'pièces restantes'),

  board: 'Damier',
  emptySquare: 'vide',
  mustTakeMark: 'doit prendre',
  targetMark: 'peut aller ici',
  inHandMark: 'en main',
  jumpedMark: 'prise, bloque encore',
  boardHelp: 'Les flèches parcourent les cases foncées, Entrée prend une pièce en main et la pose, Échap la lâche. On peut aussi taper un coup, comme c3d4. Dans la liste des coups, les flèches parcourent la partie.',
  positionInWords: 'La position en mots',
  piecesOf: (side, men, kings) => {
    const menPart = men.length > 0 ? [`${men.length === 1 ? 'pion' : 'pions'} ${men.join(', ')}`] : [];
    const kingPart = kings.length > 0 ? [`${kings.length === 1 ? 'dame' : 'dames'} ${kings.join(', ')}`] : [];
    return `${name[side]} : ${[...menPart, ...kingPart].join(' ; ') || 'aucune pièce'}.`;
  },
  toMove: (side) => `Trait ${to[side]}.`,

  yourMove: 'À vous de jouer',
  yourCapture: (takers) => `Vous devez prendre : ${oneOf.format(takers.map((t) => t.square))}`,
  thinking: 'L’ordinateur réfléchit',
  loading: 'Le damier se met en place',
  goOn: 'Continuez : la prise n’est pas finie',
  serverAway: 'Le serveur ne répond pas. Nouvel essai ; la partie est gardée ici.',
  refusedByServer: 'Le serveur a refusé la partie',
  badLink: 'La position du lien ne peut pas être placée',
  positionFromLink: 'Position reçue par lien',

  notYours: (side) => `C’est une pièce ${side === 'white' ? 'blanche' : 'noire'}, pas la vôtre`,
  notYourTurn: (side) => `Le trait est ${to[side]}`,
  mustTake: (square, takers) => `${square} ne peut pas bouger : ${musts(takers)}`,
  blocked: (square) => `${square} est bloqué`,
  noWay: (from, target, victims) => (victims.length > 0 ? `${from} ne peut pas aller en ${target} : il faut prendre ${oneOf.format(victims)}` : `${from} ne peut pas aller en ${target}`),
  unclear: (square, texts) => `Deux chemins mènent en ${square} : ${oneOf.format(texts)}. Allez pas à pas`,
  typing: (text) => `${text}…`,
  typedUnclear: (text, texts) => `${text} peut être ${oneOf.format(texts)}`,
  typedIllegal: (text) => `${text} n’est pas un coup permis ici`,
  typedGarbage: (text) => `${text} n’est pas un coup ; écrivez c3d4 ou 22-18`,

  moved: (side, from, target, captured, crowned) =>
    `${name[side]} : ${from} ${captured.length > 0 ? `prend ${allOf.format(captured)} et se pose en ${target}` : `en ${target}`}${crowned ? ', devient dame' : ''}`,

  wins: (side) => `${The[side]} gagnent`,
  draw: 'Partie nulle',
  lost: {
    'no-pieces': (loser) => `${the[loser]} n’ont plus de pièces`,
    blocked: (loser) => `${the[loser]} sont bloqués et ne peuvent plus jouer`,
    resignation: (loser) => `${the[loser]} ont abandonné`,
    time: (loser) => `${the[loser]} ont dépassé le temps`,
    forfeit: (loser) => `${the[loser]} perdent par forfait`,
  },
  byAgreement: 'd’un commun accord',
  drawRule: {
    '7.2.3': 'la même position pour la troisième fois',
    '7.2.4': 'trois dames n’ont pas pris une dame seule en 15 coups',
    '7.2.5': '15 coups de chaque camp avec les seules dames',
    '7.2.6': 'ni prise ni promotion alors que chaque camp a une dame',
    '7.2.7': 'trois pièces contre une dame seule sur la grande diagonale',
    '7.2.8': 'deux pièces ou une contre une dame seule',
  },
  article: (article) => `FMJD-64, ${article}`,
  drawIn: (n) => `Nulle dans ${count(n, 'coup', 'coups')}`,
  stoodTimes: (n) => `Cette position est apparue ${n} fois`,

  newGame: 'Nouvelle partie',
  newGameShort: 'Partie',
  youPlay: 'Vous jouez',
  playAs: { white: 'Les Blancs', black: 'Les Noirs' },
  either: 'Au sort',
  strength: 'Force',
  strengthName: (level) => ['Novice', 'Débutant', 'Amateur', 'Joueur de club', 'Fort'][(level - 1) >> 1]!,
  takeBack: 'Reprendre',
  resign: 'Abandonner',
  resignSure: 'Abandonner cette partie ?',
  yes: 'Oui',
  no: 'Non',
  flip: 'Retourner',
  copyPdn: 'Copier le PDN',
  copyFen: 'Copier la FEN',
  copied: 'Copié',
  copyFailed: 'Le navigateur n’a pas permis de copier',
  previousGame: 'Partie précédente',

  lookingBack: 'Vous regardez en arrière ; la partie est plus loin.',
  lookingThrough: 'Une partie enregistrée. Pour jouer, continuez à partir d’ici.',
  startPosition: 'Première position',
  firstPosition: 'À la première position',
  moveBack: 'Un coup en arrière',
  moveOn: 'Un coup en avant',
  lastPosition: 'À la dernière position',
  playOn: 'Continuer d’ici',
  playOnAs: 'Continuer avec',
  toTheGame: 'Retour à la partie',

  openGames: 'Ouvrir une partie PDN',
  pasteGames: 'Collez des parties en PDN, ou seulement leurs coups',
  chooseFile: 'Choisir un fichier',
  orDrop: 'ou déposez-le sur cette page',
  drawRules: 'Règles de nullité',
  drawRulesName: { fmjd64: 'FMJD-64', fshr: 'FSHR (Russie)', lidraughts: 'Lidraughts', none: 'Aucune' },
  read: 'Lire',
  reading: 'Lecture…',
  otherText: 'Un autre texte',
  gamesFound: (found, told) => (told < found ? `${count(found, 'partie', 'parties')}, les ${told} premières affichées` : count(found, 'partie', 'parties')),
  encodingWas: (encoding) => `Encodage : ${encoding}`,
  gameNumber: (n) => `Partie ${n}`,
  pliesRead: (read, plies) => (read < plies ? `${read} demi-coups affichables sur ${plies}` : count(plies, 'demi-coup', 'demi-coups')),
  place: (line, column) => `ligne ${line}, colonne ${column}`,
  notRead: 'Rien n’a pu être lu',
  notReadNow: 'Le serveur ne répond pas. Réessayez dans un moment.',
  opened: 'La partie est sur le damier',
  notWhole: 'Cette partie n’a pas pu être lue en entier.',
  moreTold: (n) => `encore ${n}`,

  aboutGame: 'Cette partie',
  recorded: (result) => `Résultat noté : ${result}`,
  overByBoard: (ending, plies) => `Sur le damier, elle était finie après ${count(plies, 'demi-coup', 'demi-coups')} : ${ending}`,
  recordedAfter: (plies) => `${count(plies, 'demi-coup est noté', 'demi-coups sont notés')} après la fin`,
  resultsDisagree: 'le résultat noté est différent',
  opening: 'Ouverture',
  noOpening: 'Pas encore de nom d’ouverture.',
  openingName: ({ transliteration, english }) => `${transliteration} (${english})`,
  transposed: 'par un autre ordre de coups',
  inTables: 'Tables de tirage',

  savePdn: 'Fichier PDN',
  savePicture: (kind) => `Enregistrer la position en ${kind}`,

  moves: 'Coups',
  noMoves: 'Pas encore de coups. Touchez une pièce, puis une case marquée ; ou faites-la glisser.',
  drawCount: 'Décompte de nullité',
  noDrawCount: 'Aucun ne court.',
  countedInPlay: 'Affiché pendant la partie.',
  rulesInBrief: 'Les règles en bref',
  rulesShort: 'Règles',
  rules: {
    move: { term: 'Un pion', text: 'avance d’une case en diagonale.' },
    take: { term: 'Prendre,', text: 'c’est sauter une pièce vers la case libre derrière elle, en avant ou en arrière. Qui peut prendre le doit.' },
    choice: { term: 'Choix libre :', text: 'toute prise convient, pas seulement la plus longue.' },
    chain: { term: 'Une rafle', text: 'continue tant qu’elle le peut. Les pièces prises restent jusqu’au bout : elles bloquent, aucune n’est sautée deux fois.' },
    king: { term: 'Une dame', text: 'va et prend à toute distance sur une diagonale libre.' },
    landing: { term: 'Après un saut,', text: 'une dame se pose là d’où elle peut prendre encore, si c’est possible.' },
    promotion: { term: 'Promotion :', text: 'un pion sur la dernière rangée devient dame ; au milieu d’une rafle, il continue en dame.' },
    end: { term: 'Vous perdez', text: 'sans pièce ou sans coup possible.' },
    draw: { term: 'La partie est nulle', text: 'à la troisième répétition, ou quand les dames ne font aucun progrès : voyez les décomptes.' },
  },

  settings: 'Réglages',
  close: 'Fermer',
  language: 'Langue',
  scheme: 'Page',
  schemeName: { system: 'Comme le système', light: 'Claire', dark: 'Sombre' },
  toLight: 'Page claire',
  toDark: 'Page sombre',
  boardColours: 'Damier',
  boardName: { wood: 'Bois', green: 'Vert', slate: 'Ardoise' },
  numbers: 'Numéros 1–32 sur les cases',
  textBoard: 'Montrer la position en mots',
  sound: 'Sons',
};
