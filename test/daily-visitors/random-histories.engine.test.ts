import { describe } from 'vitest';
import { SEED } from '../seed.js';
import { describeHistories, WEEKS } from './histories.js';

const [zone, from] = WEEKS[SEED % WEEKS.length] ?? WEEKS[0];

describe(`a history of today (TEST_SEED=${SEED})`, () => describeHistories([[zone, from, SEED]], 5));
