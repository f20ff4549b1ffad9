import { expect, test } from 'vitest';
import { nearMisses } from '../../src/http/api/near-misses.js';
import { filterNames } from '../../src/stats/dimensions.js';
import { checkRows } from '../rows.js';

const KNOWN = ['from', 'to', 'limit', ...filterNames];

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
      ['utm_term', 'campaign'],
      ['utm_content', 'campaign'],
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

test('another name is another parameter', () =>
  checkRows(['_', 't', 'cb', 'v', 'ts', 'tz', 'api_key', 'debug', 'format', 'callback', 'x'.repeat(41)], (given) => {
    expect(nearMisses([given], KNOWN)).toEqual([]);
  }));

test('a known one is none, and an alias of what a route does not have is none', () => {
  expect(nearMisses(KNOWN, KNOWN)).toEqual([]);
  expect(nearMisses(['utm_source', 'countries'], ['limit', 'cursor'])).toEqual([]);
});
