import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DataSet, openDataSet } from '../../bench/data-set/data-set.js';
import { fillLiveMonth } from '../../bench/data-set/live-month.js';
import { DAY_MS, dataStart, largeWebsite, today } from '../../bench/data-set/plan.js';
import { type Engine, openEngine } from '../../bench/engine/engine.js';
import { layOut } from '../../bench/peers/lay-out.js';
import { peerStatements } from '../../bench/peers/page.js';
import type { Peer, Report } from '../../bench/peers/peer.js';
import { peers } from '../../bench/peers/peers.js';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { openEmbedded } from '../../src/clickhouse/embedded.js';

const EVENTS = 40_000;

/** How far a peer's count may be from ours: they cut sessions at a range's edges in other ways. */
const TOLERANCE = 0.02;

let dataSet: DataSet;
let engine: Engine;
let clickhouse: ClickHouse;

beforeAll(async () => {
  dataSet = await openDataSet({ events: EVENTS }, undefined, () => undefined);
  clickhouse = await openEmbedded(join(dataSet.folder, 'clickhouse'));
  engine = await openEngine(dataSet.folder);
  for (const peer of peers) await layOut(peer, engine);
  await fillLiveMonth(engine, clickhouse, { events: EVENTS }, peers);
});

afterAll(async () => {
  engine.close();
  await clickhouse.close();
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

describe.each(peers)('$name', (peer: Peer) => {
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
    const sum = (all: readonly Row[], name: string) => all.reduce((total, row) => total + Number(row[name]), 0);
    close(sum(theirs, 'visitors'), sum(own, 'visitors'));
  });
});
