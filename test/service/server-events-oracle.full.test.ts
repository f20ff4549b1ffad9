import { describe } from 'vitest';
import { WEEKS } from '../oracle/weeks.js';
import { SEED } from '../seed.js';
import { describeServerEvents } from './server-events-oracle.js';

/** The order of events decides their sessions, which know no time zone. */
const SOME_WEEKS = WEEKS.filter((_, place) => place % 2 === 0);

describe(`events in any order (TEST_SEED=${SEED})`, () => describeServerEvents(SOME_WEEKS, SEED));
