import { WEEKS } from '../oracle/weeks.js';
import { describeWeeks } from './oracle-weeks.js';

/** A day's seed repeats a failure. */
const SEED = Number(process.env.ORACLE_SEED ?? Math.floor(Date.now() / 86_400_000));

// Two of the weeks, of which one at most is in UTC.
const weeks = [SEED, SEED + 3].map((day) => WEEKS[day % WEEKS.length]!);

describeWeeks({ weeks, queries: 4, seed: SEED });
