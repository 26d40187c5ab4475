import type { Why } from '../course/why';
import type { Square } from '../types';

/** The lessons of the course in their order; course/lessons.json has the same. */
export const LESSONS = [
  'board',
  'man',
  'capture',
  'backward',
  'chain',
  'king',
  'kings-capture',
  'landing',
  'must-take',
  'free-choice',
  'turkish-strike',
  'crowned-in-passing',
  'winning',
  'repetition',
  'counted-draws',
  'notation',
  'main-road',
  'opposition',
  'first-shots',
  'petrov',
] as const;

export type LessonId = (typeof LESSONS)[number];

export type Chapter = 'men' | 'kings' | 'choice' | 'ends' | 'famous';

export type Answer = 'white' | 'draw' | 'black' | 'goes-on' | '15' | '30' | '60';

export type Theme =
  | 'shot'
  | 'turkish-strike'
  | 'promotion-in-passing'
  | 'exchange'
  | 'king-caught'
  | 'main-road'
  | 'petrov-triangle'
  | 'opposition'
  | 'breakthrough'
  | 'blocking'
  | 'free-choice'
  | 'quiet-move'
  | 'sacrifice'
  | 'promotion'
  | 'ending';

export interface LessonWords {
  title: string;
  text: string[];
  /** What is to be done, task by task. */
  ask: string[];
  /** What is said of a legal move that a task does not want; the usual words where there are none. */
  wrong?: string[];
  done: string;
}

/** The words of the course and of the exercises. */
export interface LearnWords {
  navLearn: string;
  navExercises: string;

  course: string;
  courseAbout: string;
  courseDone(done: number, of: number): string;
  courseBegin: string;
  courseGoOn: string;
  courseAgain: string;
  chapter: Record<Chapter, string>;
  lessonDone: string;
  lessonNumber(n: number): string;
  taskNumber(n: number, of: number): string;
  taskRight: string;
  taskTapped(left: number): string;
  taskTapWrong(square: Square): string;
  taskOtherMove(text: string): string;
  taskAnswerWrong: string;
  taskAnswer: Record<Answer, string>;
  taskShow: string;
  taskAgain: string;
  taskNext: string;
  nextLesson: string;
  previousLesson: string;
  toCourse: string;
  movesMade(n: number): string;
  winGone(text: string): string;
  winTooLate: string;
  takeItBack: string;
  exercisesNow: string;
  why: Record<Why, string>;
  lesson: Record<LessonId, LessonWords>;

  exercises: string;
  exercisesAbout: string;
  dailyExercise: string;
  exerciseOfTheDay: string;
  solveIt: string;
  solvedToday: string;
  nextExercise: string;
  nextByRating: string;
  yourRating: string;
  exercisesSolved(solved: number, tried: number): string;
  byTheme: string;
  theme: Record<Theme, string>;
  allThemes: string;
  exercisesCount(n: number): string;
  difficultyOf(rating: number): string;
  solverMoves(n: number): string;
  exerciseWhite: string;
  exerciseBlack: string;
  exerciseChecking: string;
  exerciseRight(text: string): string;
  exerciseWrong(text: string, line: string): string;
  exerciseWrongLoses(text: string, line: string): string;
  exerciseSolved: string;
  exerciseShown: string;
  exerciseHint(square: Square): string;
  exerciseGoOn: string;
  hint: string;
  solution: string;
  tryAgain: string;
  ratingChange(change: number): string;
  ratingOver(tries: number, from: number, to: number): string;
  alreadyTried: string;
  noSuchExercise: string;
  allSolved: string;
  learnRules: string;
}
