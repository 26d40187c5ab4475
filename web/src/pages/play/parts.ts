import type { Review } from '../../review';
import type { Grid } from '../../view/grid';
import type { Actions } from './actions';
import type { Reader } from './reader';
import type { Lobby } from '../../club/lobby';
import type { Today } from '../../course/today';

/** What the page is made of and does. */
export interface Parts {
  grid: Grid;
  actions: Actions;
  review: Review;
  reader: Reader;
  lobby: Lobby;
  today: Today;
}
