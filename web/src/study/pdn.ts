import { numberOfPly } from '../positions';
import type { PlayedMove } from '../types';
import { readShapes, writeShapes } from './shapes';
import { GLYPHS, Tree, type Glyph, type Node } from './tree';

/** A line of moves as the server reads it from a text. */
export interface ReadLine {
  plies: ReadPly[];
  end: string[];
  unread: string;
}

export interface ReadPly extends PlayedMove {
  marks: string[];
  before: string[];
  after: string[];
  variations: ReadLine[];
}

const NAGS: Record<string, Glyph> = { $1: '!', $2: '?', $3: '!!', $4: '??', $5: '!?', $6: '?!' };

/** Tags that the writer makes itself. */
const OWN_TAGS = new Set(['fen', 'result', 'gametype']);

/** A study of what was read. Text that could not be read becomes a comment at the end of its line. */
export function treeOf(game: { start: string; result: string; tags: { name: string; value: string }[]; tree: ReadLine }): Tree {
  const tree = new Tree(game.start, game.tags.filter((tag) => !OWN_TAGS.has(tag.name.toLowerCase())), game.result);
  lay(tree, tree.root, game.tree);
  return tree;
}

function lay(tree: Tree, parent: Node, line: ReadLine): void {
  let node = parent;
  for (const ply of line.plies) {
    const { marks, before, after, variations, ...move } = ply;
    const next = tree.add(node, move);
    // What stands before the first move is said of the position before it, elsewhere of the move.
    const first = node === tree.root && parent === tree.root;
    for (const comment of before) say(first ? node : next, comment);
    for (const comment of after) say(next, comment);
    for (const mark of marks) markWith(next, mark);
    for (const variation of variations) lay(tree, node, variation);
    node = next;
  }
  for (const comment of line.end) say(node, comment);
  if (line.unread !== '') say(node, line.unread);
}

function say(node: Node, comment: string): void {
  const { shapes, text } = readShapes(comment);
  node.shapes.push(...shapes);
  if (text !== '') node.comment = node.comment === '' ? text : `${node.comment}\n${text}`;
}

function markWith(node: Node, mark: string): void {
  const glyph = NAGS[mark] ?? GLYPHS.find((known) => known === mark);
  if (glyph !== undefined && node.glyph === '') node.glyph = glyph;
  else node.marks.push(mark);
}

const WIDTH = 80;

/** The study as PDN. Moves are written whole, so that every reader takes them for the same. */
export function writePdn(tree: Tree): string {
  const tags = tree.tags.map(({ name, value }) => tag(name, value));
  tags.push(tag('Result', tree.result), tag('GameType', '25'));
  if (tree.start !== '') tags.push(tag('FEN', tree.start));
  const words: string[] = [...comments(tree.root)];
  line(tree, tree.root, 0, true, words);
  words.push(tree.result);
  return `${tags.join('\n')}\n\n${wrap(words)}\n`;
}

const tag = (name: string, value: string): string => `[${name} "${value.replace(/[\r\n]+/g, ' ').replace(/["\\]/g, '\\$&')}"]`;

/** Writes the line that goes on from a position; `numbered` says that Black's move needs its number. */
function line(tree: Tree, from: Node, plies: number, numbered: boolean, words: string[]): void {
  let ply = plies;
  for (let node = from; node.children[0] !== undefined; node = node.children[0]) {
    const [main, ...others] = node.children as [Node, ...Node[]];
    ply++;
    move(tree, main, ply, numbered, words);
    for (const other of others) {
      const inner: string[] = [];
      move(tree, other, ply, true, inner);
      line(tree, other, ply, comments(other).length > 0, inner);
      words.push(...bracketed(inner));
    }
    numbered = others.length > 0 || comments(main).length > 0;
  }
}

function move(tree: Tree, node: Node, ply: number, numbered: boolean, words: string[]): void {
  const { number, black } = numberOfPly(tree.start, ply);
  if (!black) words.push(`${number}.`);
  else if (numbered) words.push(`${number}...`);
  const nags = node.marks.filter((mark) => mark.startsWith('$'));
  const marks = node.marks.filter((mark) => !mark.startsWith('$'));
  words.push(node.move!.text + node.glyph + marks.join(''), ...nags, ...comments(node));
}

function bracketed(words: string[]): string[] {
  const all = [...words];
  all[0] = `(${all[0]}`;
  all[all.length - 1] += ')';
  return all;
}

function comments(node: Node): string[] {
  const text = [writeShapes(node.shapes), escape(node.comment)].filter((part) => part !== '').join(' ');
  return text === '' ? [] : [`{${text}}`];
}

/** Characters that cannot stand in a comment, or would be read as something else, are written by their numbers. */
const escape = (text: string): string => text.trim().replace(/[{}]|\[(?=%char )|(?<=\n)\[/g, (c) => `[%char ${c.charCodeAt(0).toString(16).toUpperCase()}]`);

/** Breaks lines between words, never inside a comment, whose line ends are its own. */
function wrap(words: string[]): string {
  let text = '';
  let column = 0;
  for (const word of words) {
    const joined = column === 0 ? word : ` ${word}`;
    if (column > 0 && column + joined.length > WIDTH) {
      text += `\n${word}`;
      column = word.length;
    } else {
      text += joined;
      column += joined.length;
    }
  }
  return text;
}
