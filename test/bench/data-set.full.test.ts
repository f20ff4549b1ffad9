import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DataSet, openDataSet } from '../../bench/data-set/data-set.js';
import { fillLiveMonth } from '../../bench/data-set/live-month.js';
import {
  DAY_MS,
  dataEnd,
  dataStart,
  LARGE_SHARE,
  largeWebsite,
  liveBlocks,
  plannedWebsites,
  today,
} from '../../bench/data-set/plan.js';
import { type Engine, openEngine } from '../../bench/engine/engine.js';
import { layOut } from '../../bench/peers/lay-out.js';
import { peerStatements } from '../../bench/peers/page.js';
import type { Peer, Report } from '../../bench/peers/peer.js';
import { peers } from '../../bench/peers/peers.js';
import type { CaseQuery } from '../../bench/questions/case.js';
import {
  funnelPages,
  funnelSections,
  type PostedName,
  PROPERTY,
  postedNames,
  SIGNUP,
} from '../../bench/questions/posted.js';
import { type BenchService, openBenchService } from '../../bench/questions/service.js';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { expectDailyVisitors } from '../service/daily-visitors.js';

const EVENTS = 40_000;
const COUNTED = 3;

/** How far a peer's count may be from ours: they cut sessions at a range's edges in other ways. */
const TOLERANCE = 0.02;

let dataSet: DataSet;
let engine: Engine;
let clickhouse: ClickHouse;
let service: BenchService;

beforeAll(async () => {
  dataSet = await openDataSet({ events: EVENTS, countedWebsites: COUNTED }, undefined, () => undefined);
  service = await openBenchService(dataSet.folder);
  clickhouse = service.watched.client;
  engine = await openEngine(dataSet.folder);
  for (const peer of peers) await layOut(peer, engine);
  await fillLiveMonth(engine, clickhouse, { events: EVENTS }, peers);
});

afterAll(async () => {
  engine.close();
  await service.close();
  await dataSet.remove();
});

type Row = Readonly<Record<string, string | number>>;

const rows = (text: string): Promise<readonly Row[]> => engine.rows<Row>(text);

const earlier = { start: dataStart, end: dataStart + 60 * DAY_MS };

const question = (endpoint: Report['endpoint'], filters: Report['filters'] = {}): Report => ({
  endpoint,
  websiteId: largeWebsite.id,
  start: dataStart + 60 * DAY_MS,
  end: today + DAY_MS,
  previous: earlier,
  comparison: earlier,
  filters,
  limit: undefined,
});

const ours = ({ websiteId, start, end }: Report, rest: string): string =>
  `website_id = '${websiteId}' AND time >= toDateTime(${start / 1000}, 'UTC') AND time < toDateTime(${end / 1000}, 'UTC') AND type != 'leave'${rest}`;

const close = (theirs: unknown, own: unknown): void => {
  expect(Number(own)).toBeGreaterThan(0);
  expect(Math.abs(Number(theirs) / Number(own) - 1)).toBeLessThanOrEqual(TOLERANCE);
};

const figures = async (text: string): Promise<Readonly<Record<string, number>>> => {
  const [row] = await engine.rows<Record<string, string | number>>(text);
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]));
};

const sum = (all: readonly Row[], name: string): number => all.reduce((total, row) => total + Number(row[name]), 0);

/** The figure that a posted query begins with, of visitors or of sessions, in our own events. */
const beginning: Partial<Record<PostedName, (unit: string, from: (rest?: string) => string) => string>> = {
  funnel: (unit, from) => `SELECT uniqExact(${unit}) AS figure ${from(` AND path = '${funnelPages[0]}'`)}`,
  'section-funnel': (unit, from) =>
    `SELECT uniqExact(${unit}) AS figure ${from(` AND startsWith(path, '${funnelSections[0]}')`)}`,
  'page-bounces': (unit, from) =>
    `SELECT uniqExact(${unit}) AS figure ${from()} GROUP BY path ORDER BY figure DESC LIMIT 1`,
  property: (_, from) =>
    `SELECT count() AS figure ${from(` AND name = '${SIGNUP}'`)} GROUP BY JSONExtractString(props, '${PROPERTY}') ORDER BY figure DESC LIMIT 1`,
  'country-browser': (unit, from) =>
    `SELECT uniqExact(${unit}) AS figure ${from()} GROUP BY country, browser ORDER BY figure DESC LIMIT 1`,
  'country-day': (unit, from) =>
    `SELECT sum(visitors) AS figure FROM (SELECT uniqExact(${unit}) AS visitors ${from()} GROUP BY country, toDate(time))`,
  'exit-pages': (unit, from) =>
    `SELECT uniqExact(${unit}) AS figure FROM (SELECT visitor_id, session_id, argMax(path, time) AS exit ${from()} GROUP BY visitor_id, session_id) GROUP BY exit ORDER BY figure DESC LIMIT 1`,
};

const begin = async (name: PostedName, unit: string): Promise<unknown> => {
  const from = (rest = '') => `FROM events WHERE ${ours(question('main'), rest)}`;
  const [row] = await rows(beginning[name]!(unit, from));
  return row!.figure;
};

/** Of the answer over HTTP. */
interface PostedAnswer {
  readonly steps?: readonly Row[];
  readonly rows?: readonly Row[];
  readonly cohorts?: readonly Row[];
}

describe('posted queries', () => {
  const answer = (name: PostedName) => service.answer<PostedAnswer>({ ...question('main'), endpoint: name });

  test.each(Object.keys(beginning) as PostedName[])('%s begins with the events of the data set', async (name) => {
    const { steps, rows: found = steps! } = await answer(name);
    const figures: Partial<Record<PostedName, number>> = {
      property: Number(found[0]!.events),
      'country-day': sum(found, 'visitors'),
    };
    close(figures[name] ?? found[0]!.visitors, await begin(name, 'visitor_id'));
  });

  test('the others have an answer, too', async () => {
    const others = postedNames.filter((name) => beginning[name] === undefined);
    expect(others).toEqual(['changes', 'retention', 'page-conversions', 'visitors-of-events']);
    const [changes, retention, conversions, visitors] = await Promise.all(others.map(answer));
    expect(changes!.rows!.length).toBeGreaterThan(0);
    expect(sum(retention!.cohorts!, 'visitors')).toBeGreaterThan(0);
    expect(sum(conversions!.rows!, 'conversionRate')).toBeGreaterThan(0);
    close(
      visitors!.rows![0]!.visitors,
      (await rows(`SELECT uniqExact(visitor_id) AS v FROM events WHERE ${ours(question('main'), '')}`))[0]!.v,
    );
  });
});

describe('the data set', () => {
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
    const count =
      'SELECT count() AS events, uniqExact(website_id, visitor_id, session_start, time) AS times FROM events';
    const first = await figures(count);
    await fillLiveMonth(engine, clickhouse, { events: EVENTS }, peers);
    expect(await figures(count)).toEqual(first);
    const { events, visits } = await figures(
      "SELECT countIf(table = 'events') AS events, countIf(table = 'visits') AS visits FROM system.parts WHERE active AND database = 'default' AND partition = '202606'",
    );
    expect(events).toBeGreaterThan(liveBlocks.length / 2);
    expect(events).toBeLessThanOrEqual(liveBlocks.length + 3);
    expect(visits).toBe(events);
  });

  test('visitors are counted by the day as the service counts them', async () => {
    const count = { generation: 1, zone: 'UTC' };
    for (const { id } of plannedWebsites.slice(0, COUNTED)) await expectDailyVisitors(clickhouse, id, count);
  });
});

describe.each(peers)('$name', (peer: Peer) => {
  test.each(Object.keys(peer.posted) as PostedName[])('%s', async (name) => {
    const statements = peer.posted[name]!(question('main') satisfies CaseQuery);
    const [found, ...others] = await Promise.all(statements.map(rows));
    for (const other of others) expect(other.length).toBeGreaterThan(0);
    expect(found!.length).toBeGreaterThan(0);
    if (beginning[name] === undefined) return;
    const isOfSessions = peer.name === 'Rybbit';
    const [first] = found!;
    const figures: Partial<Record<PostedName, unknown>> = {
      property: first!.events ?? first!.total ?? first!.count,
      'country-day': sum(found!, 'visitors'),
      // Plausible counts visitors by the last step that they reached.
      ...(peer.name === 'Plausible' && {
        funnel: sum(
          found!.filter(({ step }) => Number(step) > 0),
          'visitors',
        ),
        'section-funnel': sum(
          found!.filter(({ step }) => Number(step) > 0),
          'visitors',
        ),
      }),
    };
    // Umami has one exit page of each visitor.
    if (peer.name === 'Umami' && name === 'exit-pages') return;
    close(
      figures[name] ?? first!.visitors ?? first!.sessions,
      await begin(name, isOfSessions ? 'session_id' : 'visitor_id'),
    );
  });

  const asked = async (which: Report): Promise<readonly Row[]> => rows(peer.statements(which)![0]!);

  test('has the events that count, each once', async () => {
    const [table] = peer.layout;
    const [, name] = /CREATE TABLE (\S+)/.exec(table!)!;
    const [[theirs], [own]] = [
      await rows(`SELECT count() AS events FROM ${name}`),
      await rows("SELECT count() AS events FROM events WHERE type != 'leave'"),
    ];
    expect(Number(theirs!.events)).toBe(Number(own!.events));
  });

  test.each([
    ['', {}],
    [" AND browser = 'Safari'", { browser: 'Safari' }],
    [" AND browser = 'Safari' AND country = 'US'", { browser: 'Safari', country: 'US' }],
  ] as const)('main%s', async (condition, filters) => {
    const which = question('main', filters);
    const [[theirs], [own]] = [
      await asked(which),
      await rows(
        `SELECT uniqExact(visitor_id) AS visitors, countIf(type = 'pageview') AS pageviews FROM events WHERE ${ours(which, condition)}`,
      ),
    ];
    close(theirs!.visitors, own!.visitors);
    close(theirs!.pageviews, own!.pageviews);
  });

  test('main asks for both periods', () => {
    const [now, before] = peer.statements(question('main'))!;
    expect(before).toBeDefined();
    expect(before).not.toBe(now);
  });

  test('answers the seven reports of a dashboard page, each once', async () => {
    const statements = peerStatements(peer, { ...question('main'), endpoint: 'page' })!;
    expect(statements.length).toBeGreaterThanOrEqual(7);
    expect(new Set(statements).size).toBe(statements.length);
    expect(await engine.ask(statements, 1)).toBeGreaterThan(0);
  });

  test.each([
    ['countries', 'country', {}],
    ['pages', 'path', {}],
    ['referrers', 'referrer', {}],
    ['browsers', 'browser', {}],
    ['devices', 'device', {}],
    ['os', 'os', {}],
    ['countries', 'country', { device: 'mobile' }],
    ['pages', 'path', { device: 'mobile' }],
  ] as const)('%s by %s with %o', async (endpoint, column, filters) => {
    const which = question(endpoint, filters);
    const condition = 'device' in filters ? " AND device = 'mobile'" : '';
    const own = await rows(
      `SELECT ${column} AS name, uniqExact(visitor_id) AS visitors, uniqExact(session_id) AS sessions FROM events WHERE ${ours(which, condition)} GROUP BY name ORDER BY visitors DESC LIMIT 5`,
    );
    const theirs = new Map((await asked(which)).map((row) => [Object.values(row)[0], row]));
    expect(own.length).toBeGreaterThanOrEqual(3);
    for (const { name, visitors, sessions } of own) {
      const row = theirs.get(name!);
      close(row?.visitors ?? row?.sessions, row?.visitors === undefined ? sessions : visitors);
    }
  });

  test('visitors by day', async () => {
    const which = question('visitors-chart');
    const theirs = await asked(which);
    const own = await rows(
      `SELECT toDate(time) AS at, uniqExact(visitor_id) AS visitors FROM events WHERE ${ours(which, '')} GROUP BY at ORDER BY at`,
    );
    expect(theirs).toHaveLength(own.length);
    close(sum(theirs, 'visitors'), sum(own, 'visitors'));
  });
});
