import { describe } from 'vitest';
import { WEEKS } from '../oracle/weeks.js';
import { SEED } from '../seed.js';
import { describeServerEvents } from './server-events-oracle.js';

describe(`events in any order (TEST_SEED=${SEED})`, () => describeServerEvents(WEEKS, SEED));
