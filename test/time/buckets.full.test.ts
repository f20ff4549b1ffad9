import { test } from 'vitest';
import { checkRandomChanges, checkRandomRanges } from './check-buckets.js';

test('buckets of many ranges hold in every zone', () => checkRandomRanges(1_000));

test('buckets around many changes of clocks hold in every zone', () => checkRandomChanges(1_000));
