import type { Actions } from '../actions';
import type { Reader } from '../reader';
import type { Review } from '../review';
import type { Grid } from './grid';

/** What the page is made of and does. */
export interface Parts {
  grid: Grid;
  actions: Actions;
  review: Review;
  reader: Reader;
}
