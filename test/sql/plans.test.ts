import { expect, test } from 'vitest';
import { compile } from '../../src/clickhouse/sql.js';
import type { Filters } from '../../src/stats/question.js';
import { statementsFor } from './statements.js';

const DAY = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 0, 1);

/** The statements of so many settled days, or of them and a day that is too new. */
const statementsOf = (filters: Filters, newer: boolean, days: number, built = true) =>
  statementsFor({
    websiteId: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
    start: START + (65 - days) * DAY,
    end: START + (newer ? 66 : 65) * DAY,
    bucketStarts: [START],
    limit: 10,
    filters: { asked: filters },
    ...(built && { built: { zone: 'UTC', until: START + 65 * DAY } }),
  });

/** The tables that they read. */
async function plans(filters: Filters, newer: boolean, days = 45): Promise<Readonly<Record<string, string>>> {
  const statements = await statementsOf(filters, newer, days);
  const asked = statements.filter((statement) => statement.asked.startsWith('asked'));
  return Object.fromEntries(
    asked.map((statement) => [
      `${statement.endpoint}${statement.asked.replace('asked', '')}`,
      [...new Set([...compile(statement.sql).text.matchAll(/FROM ([a-z_]+)/g)].map(([, table]) => table))]
        .toSorted()
        .join(' '),
    ]),
  );
}

const TRAITS = ['countries', 'referrers', 'browsers', 'devices', 'campaigns', 'cities', 'entry-pages', 'os', 'languages'];

const all = (endpoints: readonly string[], tables: string) =>
  Object.fromEntries(endpoints.map((endpoint) => [endpoint, tables]));

const PAGES = 'daily_sessions page_numbers';

test('without a filter, numbers of visitors that were made answer', async () => {
  expect(await plans({}, false)).toEqual({
    ...all(['main', 'visitors-chart'], 'daily_totals'),
    ...all(['channels', 'pages', ...TRAITS], 'daily_visitors'),
    'visitors-chart, by hour': 'hourly_visitors',
    'exit-links': 'exit_clicks',
  });
});

test('with a filter, those of its value answer for main and chart, session days for the rest', async () => {
  expect(await plans({ browser: 'Firefox' }, false)).toEqual({
    ...all(['channels', ...TRAITS], 'daily_sessions'),
    ...all(['main', 'visitors-chart', 'browsers'], 'daily_values'),
    ...all(['pages', 'entry-pages'], PAGES),
    'exit-links': 'exit_clicks',
    'visitors-chart, by hour': 'hourly_visitors',
  });
});

test('a list whose keys say what the filter chooses is of numbers that were made too', async () => {
  expect(await plans({ country: 'DE' }, false, 59)).toMatchObject({
    countries: 'daily_values',
    cities: 'daily_sessions',
    browsers: 'daily_sessions',
  });
  expect(await plans({ country: 'DE' }, false, 60)).toMatchObject({ cities: 'daily_values daily_visitors' });
  expect(await plans({ city: 'Berlin' }, false, 60)).toMatchObject({ cities: 'daily_values daily_visitors' });
  expect(await plans({ country: 'DE', browser: 'Firefox' }, false, 60)).toMatchObject({ cities: 'daily_sessions' });
  expect(await plans({ country: 'DE' }, true, 60)).toMatchObject({ cities: 'daily_sessions events' });
});

test('of many settled days, lists with a filter are of numbers of two traits, where there are not many', async () => {
  const numbers = 'daily_values daily_visitors';
  expect(await plans({ browser: 'Firefox' }, false, 60)).toMatchObject({
    ...all(['countries', 'devices', 'campaigns', 'cities', 'os', 'languages'], numbers),
    ...all(['channels', 'referrers'], 'daily_sessions'),
    ...all(['pages', 'entry-pages'], 'daily_sessions daily_values page_numbers'),
  });
  expect(await plans({ channel: 'Direct' }, false, 60)).toMatchObject(all(['referrers', 'cities', 'browsers'], numbers));
  expect(await plans({ city: 'Berlin' }, false, 60)).toMatchObject({
    countries: numbers,
    browsers: 'daily_sessions',
    campaigns: 'daily_sessions daily_values',
  });
  expect(await plans({ browser: 'Firefox' }, false, 59)).toMatchObject(all(['os', 'campaigns'], 'daily_sessions'));
  expect(await plans({ browser: 'Firefox' }, true, 60)).toMatchObject({ os: 'daily_sessions events' });
  expect(await plans({ browser: 'Firefox', os: 'iOS' }, false, 60)).toMatchObject(all(['countries', 'os', 'cities'], 'daily_sessions'));
});

test('with two filters, session days answer', async () => {
  expect(await plans({ browser: 'Firefox', country: 'DE' }, false)).toMatchObject({
    ...all(['main', 'visitors-chart', ...TRAITS], 'daily_sessions'),
    ...all(['pages', 'entry-pages'], PAGES),
    'visitors-chart, by hour': 'events',
  });
});

test('a filter by page is one of session days too', async () => {
  expect(await plans({ page: '/' }, false)).toEqual({
    ...all(['channels', ...TRAITS], PAGES),
    ...all(['main', 'visitors-chart', 'pages'], 'daily_values'),
    'visitors-chart, by hour': 'hourly_visitors',
    'exit-links': 'exit_clicks',
  });
});

test('the facts of sessions that a page and a trait choose are of events', async () => {
  expect(await plans({ page: '/', browser: 'Firefox' }, false)).toMatchObject({
    main: 'events visitors',
    ...all(['visitors-chart', ...TRAITS, 'pages'], PAGES),
  });
});

test('what is too new comes from events, counted together with session days', async () => {
  expect(await plans({}, true, 13)).toMatchObject({
    main: 'daily_totals',
    'main, newer': 'daily_sessions events visitor_numbers',
    'visitors-chart': 'daily_totals events',
    'visitors-chart, by hour': 'events hourly_visitors',
    ...all(['channels', ...TRAITS], 'daily_sessions events'),
    pages: 'daily_sessions events page_numbers',
    'exit-links': 'events exit_clicks',
  });
});

test('of many days numbers answer, and events for those who were not there on them', async () => {
  expect(await plans({}, true, 60)).toMatchObject({
    ...all(['channels', ...TRAITS], 'daily_sessions daily_visitors events'),
    pages: 'daily_sessions daily_visitors events page_numbers',
  });
  expect(await plans({}, true, 14)).toMatchObject({
    browsers: 'daily_sessions events',
    pages: 'daily_sessions daily_visitors events page_numbers',
  });
});

const READ = /\b(?:FROM|JOIN) events\b/g;
const INSTANT = String.raw`fromUnixTimestamp64Milli\(\{p\d+:Int64\}, 'UTC'\)`;
const BOUNDED = new RegExp(
  [
    String.raw`\bFROM events\s+(?:GLOBAL LEFT ANY JOIN \([^()]*\) AS \w+ USING \(\w+\)\s+)?WHERE website_id (?:=|IN) \{p\d+:(?:Array\()?UUID\)?\}`,
    String.raw`toDate\(time\) >= \{p\d+:Date\}`,
    String.raw`toDate\(time\) <= \{p\d+:Date\}`,
    `time >= ${INSTANT}`,
    `time < ${INSTANT}`,
  ].join(' AND '),
  'g',
);

test.each<[string, Filters]>([
  ['nothing', {}],
  ['a trait', { browser: 'Firefox' }],
  ['a page', { page: '/' }],
  ['both', { page: '/', browser: 'Firefox' }],
])('filtered by %s, events are read of a website and a time alone', async (_what, filters) => {
  for (const built of [true, false]) {
    for (const days of [13, 60]) {
      const statements = await statementsOf(filters, true, days, built);
      const texts = statements.map(({ sql }) => compile(sql).text);
      expect(texts.join().match(READ)?.length).toBeGreaterThan(10);
      for (const text of texts) expect(text.match(BOUNDED)?.length, text).toBe(text.match(READ)?.length);
    }
  }
});
