import { describe } from 'vitest';
import { WEEKS } from '../oracle/weeks.js';
import { SEED } from '../seed.js';
import { describeServerEvents } from './server-events-oracle.js';
import { testService } from './test-service.js';

describe(`events of today in any order (TEST_SEED=${SEED})`, () =>
  describeServerEvents([WEEKS[SEED % WEEKS.length]!], SEED, testService, { visitors: 2, queries: 1 }));
