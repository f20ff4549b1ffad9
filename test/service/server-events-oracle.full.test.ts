import { describe } from 'vitest';
import { WEEKS } from '../oracle/weeks.js';
import { ofTheDay, SEED } from '../seed.js';
import { describeServerEvents } from './server-events-oracle.js';

describe(`events in any order (TEST_SEED=${SEED})`, () => describeServerEvents(ofTheDay(WEEKS, 2), SEED));
