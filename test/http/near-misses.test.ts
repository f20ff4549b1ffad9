import { expect, test } from 'vitest';
import { nearMisses } from '../../src/http/api/near-misses.js';
import { filterNames } from '../../src/stats/dimensions.js';
import { rowDimensions } from '../../src/stats/rows/parse-filter.js';
import { checkRows } from '../rows.js';

const KNOWN = ['from', 'to', 'limit', ...filterNames];
const ALL = [...new Set([...KNOWN, ...rowDimensions])];

test('a name that is nearly right names the right one', () =>
  checkRows(
    [
      ['Country', 'country'],
      ['countries', 'country'],
      ['cities', 'city'],
      ['pages', 'page'],
      ['page[]', 'page'],
      ['entry_page', 'entryPage'],
      ['entry-pages', 'entryPage'],
      ['landing_page', 'entryPage'],
      ['path', 'page'],
      ['source', 'referrer'],
      ['sources', 'referrer'],
      ['utm_source', 'referrer'],
      ['referer', 'referrer'],
      ['refferers', 'referrer'],
      ['utm_medium', 'channel'],
      ['utm_campaign', 'campaign'],
      ['operating_systems', 'os'],
      ['coutry', 'country'],
      ['contry', 'country'],
      ['langauge', 'language'],
      ['lang', 'language'],
      ['browsr', 'browser'],
      ['form', 'from'],
      ['events', 'event'],
    ],
    ([sent, meant]) => {
      expect(nearMisses([sent], KNOWN)).toEqual([`${sent}: unknown parameter, use ${meant}`]);
    },
  ));

test('a name that two known ones have names both', () => {
  const known = ['referrer', 'utmSource', 'utmTerm'];
  expect(nearMisses(['utm_source'], known)).toEqual(['utm_source: unknown parameter, use referrer or utmSource']);
  expect(nearMisses(['utm_term'], known)).toEqual(['utm_term: unknown parameter, use utmTerm']);
});

test('another name is another parameter', () =>
  checkRows(['_', 't', 'cb', 'v', 'ts', 'tz', 'api_key', 'debug', 'format', 'callback', 'x'.repeat(41)], (given) => {
    expect(nearMisses([given], ALL)).toEqual([]);
  }));

test('a known one is none, and an alias of what a route does not have is none', () => {
  expect(nearMisses(ALL, ALL)).toEqual([]);
  expect(nearMisses(['utm_source', 'countries'], ['limit', 'cursor'])).toEqual([]);
});
