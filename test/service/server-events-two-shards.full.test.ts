import { describe } from 'vitest';
import { WEEKS } from '../oracle/weeks.js';
import { describeServerEvents } from './server-events-oracle.js';
import { twoShardsService } from './two-shards-service.js';

describe('events in any order, on two shards', () => describeServerEvents(WEEKS.slice(1, 2), 8, twoShardsService));
