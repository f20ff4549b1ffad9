import { expect, test } from 'vitest';
import type { DimensionName } from '../../src/stats/dimensions.js';
import type { StatsQuery } from '../../src/stats/query.js';
import { toPart } from '../../src/stats/rows/plan-rows.js';
import { selectParts } from '../../src/stats/sources/branches.js';

const query: StatsQuery = {
  name: 'stats/query',
  websiteId: '7b0f3f0e-3f43-4c0f-9d0c-0c2a5f0a5d11',
  range: { start: Date.UTC(2026, 3, 1), end: Date.UTC(2026, 3, 2) },
  filter: undefined,
  metrics: ['visitors'],
};

const statement = (dimensions: readonly DimensionName[], hasEmptyRows: boolean) =>
  selectParts([toPart({ ...query, dimensions, hasEmptyRows })], ['visitors']);

test('events are not read again for empty rows where none can be', () => {
  for (const dimensions of [['country'], ['website', 'country']] as const) {
    expect(statement(dimensions, true)).toEqual(statement(dimensions, false));
  }
  expect(statement(['website'], true)).not.toEqual(statement(['website'], false));
  expect(statement(['goal', 'country'], true)).not.toEqual(statement(['goal', 'country'], false));
});
