import { expect, test } from 'vitest';
import { withInitialValues } from '../../src/dashboard/pages/sql/initial-values.js';

const parameters = ['website UUID', 'from Date', 'to Date', 'since Date', 'until DateTime'].map((text) => {
  const [name = '', type = ''] = text.split(' ');
  return { name, type };
});

const websites = [
  { id: 'a', name: 'A', timezone: 'Pacific/Auckland' },
  { id: 'b', name: 'B', timezone: 'America/Los_Angeles' },
];
const now = Date.UTC(2026, 2, 31, 12);

const initial = (given: readonly (readonly [string, string])[], choice = websites) => {
  const values = withInitialValues(parameters, new Map(given), choice, now);
  return ['from', 'to', 'since'].map((name) => values.get(name));
};

test('from and to begin as the last 30 days of the chosen website, or of the first one', () => {
  expect(initial([])).toEqual(['2026-03-03', '2026-04-01', '']);
  expect(initial([['website', 'b']])).toEqual(['2026-03-02', '2026-03-31', '']);
  expect(initial([], [])).toEqual(['2026-03-02', '2026-03-31', '']);
});

test('given values stay, empty ones too', () => {
  expect(initial([...Object.entries({ from: '', to: '2020-01-01', since: 'x' })])).toEqual(['', '2020-01-01', 'x']);
});
