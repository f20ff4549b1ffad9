import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DataSet, openDataSet } from '../../bench/data-set/data-set.js';
import { fillLiveMonth } from '../../bench/data-set/live-month.js';
import {
  dataEnd,
  dataStart,
  LARGE_SHARE,
  largeWebsite,
  liveBlocks,
  plannedWebsites,
} from '../../bench/data-set/plan.js';
import { type Engine, openEngine } from '../../bench/engine/engine.js';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { openEmbedded } from '../../src/clickhouse/embedded.js';
import { expectDailyVisitors } from '../service/daily-visitors.js';

const EVENTS = 30_000;

let dataSet: DataSet;
let engine: Engine;
let clickhouse: ClickHouse;

beforeAll(async () => {
  dataSet = await openDataSet({ events: EVENTS }, undefined, () => undefined);
  clickhouse = await openEmbedded(join(dataSet.folder, 'clickhouse'));
  engine = await openEngine(dataSet.folder);
  await fillLiveMonth(engine, clickhouse, { events: EVENTS }, []);
});

afterAll(async () => {
  engine.close();
  await clickhouse.close();
  await dataSet.remove();
});

const figures = async (text: string): Promise<Readonly<Record<string, number>>> => {
  const [row] = await engine.rows<Record<string, string | number>>(text);
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

test('a session keeps its traits, its entry page is that of its first event, and it lies in the period', async () => {
  const { changed, wrong, outside } =
    await figures(`SELECT countIf(traits > 1) AS changed, sum(wrong) AS wrong, sum(outside) AS outside FROM (
  SELECT
    uniqExact(referrer, channel, utm_campaign, country, city, browser, os, device, language, entry_path) AS traits,
    countIf(sessions = 1 AND (path != entry_path OR time != session_start OR type != 'pageview')) AS wrong,
    countIf(session_start < toDateTime(${dataStart / 1000}, 'UTC') OR time >= toDateTime(${dataEnd / 1000}, 'UTC')) AS outside
  FROM events GROUP BY website_id, visitor_id, session_start
)`);
  expect({ changed, wrong, outside }).toEqual({ changed: 0, wrong: 0, outside: 0 });
});

test('visitors come back months later', async () => {
  const { returning, visitors } = await figures(`SELECT countIf(months > 1) AS returning, count() AS visitors
FROM (SELECT uniqExact(toYYYYMM(time)) AS months FROM events GROUP BY website_id, visitor_id)`);
  expect(returning! / visitors!).toBeGreaterThan(0.05);
});

test('today lies in small parts in every run, and no event is there twice', async () => {
  const count = 'SELECT count() AS events, uniqExact(website_id, visitor_id, session_start, time) AS times FROM events';
  const first = await figures(count);
  await fillLiveMonth(engine, clickhouse, { events: EVENTS }, []);
  expect(await figures(count)).toEqual(first);
  const { events, visits } = await figures(
    "SELECT countIf(table = 'events') AS events, countIf(table = 'visits') AS visits FROM system.parts WHERE active AND partition = '202606'",
  );
  expect(events).toBeGreaterThan(liveBlocks.length / 2);
  expect(events).toBeLessThanOrEqual(liveBlocks.length + 3);
  expect(visits).toBe(events);
});

test('visitors are counted by the day as the service counts them', async () => {
  const count = { generation: 1, zone: 'UTC' };
  for (const { id } of plannedWebsites.slice(0, 3)) await expectDailyVisitors(clickhouse, id, count);
});
