import { describe } from 'vitest';
import { WEEKS } from '../oracle/weeks.js';
import { SEED } from '../seed.js';
import { describeServerEvents } from './server-events-oracle.js';

describe(`events of today in any order (TEST_SEED=${SEED})`, () =>
  describeServerEvents([WEEKS[SEED % WEEKS.length]!], SEED));
