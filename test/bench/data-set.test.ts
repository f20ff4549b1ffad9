import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DataSet, openDataSet } from '../../bench/data-set/data-set.js';
import { dataEnd, dataStart, LARGE_SHARE, largeWebsite, plannedWebsites } from '../../bench/data-set/plan.js';
import { type Engine, openEngine } from '../../bench/engine/engine.js';

const EVENTS = 30_000;

let dataSet: DataSet;
let engine: Engine;

beforeAll(async () => {
  dataSet = await openDataSet({ events: EVENTS, largeShare: LARGE_SHARE }, undefined, () => undefined);
  engine = await openEngine(`${dataSet.folder}/clickhouse`);
});

afterAll(async () => {
  engine.close();
  await dataSet.remove();
});

const figures = async (text: string): Promise<Readonly<Record<string, number>>> => {
  const [row] = await engine.rows<Record<string, string | number>>({ text, parameters: {} });
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]));
};

test('has as many events as asked for, and the large website its part of them', async () => {
  const { events, large, websites } = await figures(
    `SELECT count() AS events, countIf(website_id = '${largeWebsite.id}') AS large, uniqExact(website_id) AS websites FROM events`,
  );
  expect(events! / EVENTS).toBeCloseTo(1, 1);
  expect(large! / events!).toBeCloseTo(LARGE_SHARE, 1);
  expect(websites! / plannedWebsites.length).toBeCloseTo(1, 1);
});

test('sums of the facts are those of the sessions', async () => {
  const sums = await figures(
    'SELECT sum(sessions) AS sessions, sum(bounces) AS bounces, sum(duration) AS duration FROM events',
  );
  const made = await figures(`SELECT count() AS sessions, countIf(views = 1) AS bounces, sum(took) AS duration FROM (
  SELECT countIf(type = 'pageview') AS views, toUnixTimestamp64Milli(max(time)) - toUnixTimestamp64Milli(min(time)) AS took
  FROM events GROUP BY website_id, visitor_id, session_start
)`);
  expect(sums).toEqual(made);
  expect(made.bounces).toBeGreaterThan(0);
});

test('a session keeps its traits, its entry page is that of its first event, and it begins in the period', async () => {
  const { changed, wrong, outside } =
    await figures(`SELECT countIf(traits > 1) AS changed, sum(wrong) AS wrong, sum(outside) AS outside FROM (
  SELECT
    uniqExact(referrer, channel, utm_campaign, country, city, browser, os, device, language, entry_path) AS traits,
    countIf(sessions = 1 AND (path != entry_path OR time != session_start OR type != 'pageview')) AS wrong,
    countIf(session_start < toDateTime(${dataStart / 1000}, 'UTC') OR session_start >= toDateTime(${dataEnd / 1000}, 'UTC')) AS outside
  FROM events GROUP BY website_id, visitor_id, session_start
)`);
  expect({ changed, wrong, outside }).toEqual({ changed: 0, wrong: 0, outside: 0 });
});

test('visitors come back months later', async () => {
  const { returning, visitors } = await figures(`SELECT countIf(months > 1) AS returning, count() AS visitors
FROM (SELECT uniqExact(toYYYYMM(time)) AS months FROM events GROUP BY website_id, visitor_id)`);
  expect(returning! / visitors!).toBeGreaterThan(0.05);
});
