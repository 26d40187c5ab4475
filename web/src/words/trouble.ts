/** The stable codes of the server's refusals; docs/openapi.yaml lists them. */
export type ProblemCode =
  | 'bad-end'
  | 'bad-fen'
  | 'bad-json'
  | 'bad-level'
  | 'bad-name'
  | 'bad-rules'
  | 'bad-square'
  | 'bad-theme'
  | 'busy'
  | 'cut-short'
  | 'foreign-origin'
  | 'game-over'
  | 'illegal-move'
  | 'internal'
  | 'method-not-allowed'
  | 'no-games'
  | 'not-found'
  | 'not-json'
  | 'stopped'
  | 'too-large'
  | 'too-many-moves';

/** The stable codes of what can be wrong or strange in a text of games. */
export type FaultCode =
  | 'ambiguous-move'
  | 'bad-fen'
  | 'bad-result'
  | 'bad-setup'
  | 'bad-tag'
  | 'bare-command'
  | 'black-first'
  | 'board-code'
  | 'cyrillic-letters'
  | 'illegal-move'
  | 'loose-move'
  | 'malformed-move'
  | 'misnumbered'
  | 'more-problems'
  | 'nested-comment'
  | 'no-game'
  | 'other-encoding'
  | 'other-numbering'
  | 'results-differ'
  | 'stray-bracket'
  | 'stray-text'
  | 'stray-variation'
  | 'too-big'
  | 'too-deep'
  | 'too-long'
  | 'unclosed-comment'
  | 'unclosed-variation'
  | 'undecoded-bytes'
  | 'unknown-move'
  | 'unread-moves'
  | 'wrong-game-type';

/** What went wrong, in one language. */
export interface Trouble {
  problem: Record<ProblemCode, string>;
  fault: Record<FaultCode, string>;
}
