import { describe } from 'vitest';
import { WEEKS } from '../oracle/weeks.js';
import { describeServerEvents } from './server-events-oracle.js';

describe('events in any order', () => describeServerEvents(WEEKS, 1));
