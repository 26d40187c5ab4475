import type { Problem } from '../api';
import type { Note } from '../model';
import type { Words } from './catalogue';
import type { ProblemCode } from './trouble';

/** A refusal in the reader's language, with the server's own words behind it. */
export function explain(words: Words, lead: string, problem: Problem): Note {
  const known: string | undefined = words.problem[problem.code as ProblemCode];
  return { text: known === undefined ? lead : `${lead}: ${known}`, detail: problem.message };
}
