import { describe } from 'vitest';
import { WEEKS } from '../oracle/weeks.js';
import { SEED } from '../seed.js';
import { describeWeeks } from './oracle-weeks.js';

// Two of the weeks, of which one at most is in UTC.
const weeks = [SEED, SEED + 3].map((day) => WEEKS[day % WEEKS.length]!);

describe(`weeks of today (TEST_SEED=${SEED})`, () => describeWeeks({ weeks, queries: 4, seed: SEED }));
