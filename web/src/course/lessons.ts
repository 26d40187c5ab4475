import type { Answer, Chapter, LessonId } from '../words/learn';
import type { Square } from '../types';
import list from './lessons.json';

/** One turn of the learner: the moves that will do, '*' for any, and the answer to them. */
export interface Turn {
  want: string[];
  reply?: string;
}

/** What is to be done on the board of a lesson. The learner has the side to move. */
export type Task =
  | { kind: 'tap'; fen: string; squares: Square[] }
  | { kind: 'play'; fen: string; turns: Turn[]; ends?: string }
  | { kind: 'ask'; fen: string; answers: Answer[]; right: Answer }
  /** To be won against the best defence of the endgame tables. */
  | { kind: 'table'; fen: string };

export interface Lesson {
  id: LessonId;
  chapter: Chapter;
  tasks: Task[];
}

/** The course in its order; a test of the server plays it by the rules. */
export const COURSE = list as Lesson[];

export const CHAPTERS: readonly Chapter[] = [...new Set(COURSE.map(({ chapter }) => chapter))];
