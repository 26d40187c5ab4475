import type { Review } from '../../review';
import type { Grid } from '../../view/grid';
import type { Session } from './session';

/** What the page is made of and does. */
export interface Parts {
  grid: Grid;
  review: Review;
  session: Session;
}
