import { test } from 'vitest';
import { expectCheapMixtures } from './expect-cheap.js';

test('nothing of much that is put together from what parsers look for costs more than its size', () =>
  expectCheapMixtures(300));
