import type { PageKind } from '../router';
import { account } from './account';
import { analysis } from './analysis';
import { archive } from './archive';
import { editor } from './editor';
import { exercises } from './exercises';
import { learn } from './learn';
import { live } from './live';
import { play } from './play';
import { player } from './player';
import { seat } from './seat';
import { tables } from './tables';

export { nothing } from './nothing';

/** Every page of the site; router.ts tells how one is added. */
export const PAGES: readonly PageKind[] = [play, seat, live, player, archive, account, learn, exercises, analysis, editor, tables];
