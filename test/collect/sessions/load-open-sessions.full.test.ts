import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClickHouse } from '../../../src/clickhouse/clickhouse.js';
import { migrateClickHouse } from '../../../src/clickhouse/migrate.js';
import { instant, integer, sql, uuid } from '../../../src/clickhouse/sql.js';
import type { TrackedEvent } from '../../../src/collect/event.js';
import { loadOpenSessions, MAX_DERIVED_VISITOR_ID } from '../../../src/collect/sessions/load-open-sessions.js';
import { eventColumns } from '../../../src/collect/sessions/row.js';
import { INACTIVITY_MS } from '../../../src/collect/sessions/session.js';
import { type OpenSession, SessionStore } from '../../../src/collect/sessions/session-store.js';
import { isDerived } from '../../../src/collect/steps/visitor.js';
import { openEmbedded, type TestClickHouse } from '../../clickhouse/each-clickhouse.js';
import { streams } from './streams.js';
import { linesOf, trackedEvent, traitsWith } from './tracked-event.js';

const NOW = Date.UTC(2026, 2, 29, 12);
const VISITORS = ['1', '2', MAX_DERIVED_VISITOR_ID];

let opened: TestClickHouse;
let websites = 0;

beforeAll(async () => {
  opened = await openEmbedded();
  await migrateClickHouse(opened.clickhouse, undefined);
});

afterAll(() => opened.close());

function newWebsite(): string {
  websites += 1;
  return `6f1c1f9e-0d5f-4b0e-9a53-${String(websites).padStart(12, '0')}`;
}

const rangeOf = (websiteId?: string) => (websiteId === undefined ? undefined : { first: websiteId, last: websiteId });

/** All pages that are read, as one. */
const readBack = async (clickhouse: ClickHouse, now: number, websiteId?: string): Promise<readonly OpenSession[]> => {
  const pages: OpenSession[] = [];
  for await (const page of loadOpenSessions(clickhouse, now, rangeOf(websiteId))) pages.push(...page);
  return pages;
};

/** The store that gave the events their sessions, and one that reads them back. */
async function beforeAndAfter(events: readonly TrackedEvent[], websiteId: string) {
  const before = new SessionStore();
  const body = Buffer.from(linesOf(events, before).join(''));
  await opened.clickhouse.insert({ table: 'events', columns: eventColumns, body, token: websiteId });
  const after = new SessionStore();
  after.setAll(await readBack(opened.clickhouse, NOW, websiteId));
  return { before, after };
}

test('what is read back is what the memory had of every session that can go on', () =>
  fc.assert(
    fc.asyncProperty(streams(NOW, 30), async (stream) => {
      const websiteId = newWebsite();
      const events = stream.map((event, index) => ({
        ...event,
        websiteId,
        traits: traitsWith({ city: `Ort ${index} 'é\\`, utmSource: index % 2 === 0 ? 'news' : '' }),
      }));
      const { before, after } = await beforeAndAfter(events, websiteId);
      for (const visitor of VISITORS) {
        const had = before.get(websiteId, visitor);
        if (had === undefined || NOW - had.lastEvent >= INACTIVITY_MS) continue;
        expect(after.get(websiteId, visitor)).toEqual(had);
      }
    }),
    { numRuns: 60 },
  ));

test('a restart splits no session, whatever comes next', () =>
  fc.assert(
    fc.asyncProperty(streams(NOW, 20), streams(NOW + 45 * 60_000, 20), async (first, then) => {
      const websiteId = newWebsite();
      const [earlier, later] = [first, then.filter(({ time }) => time > NOW)].map((events) =>
        events.map((event) => ({ ...event, websiteId })),
      );
      const { before, after } = await beforeAndAfter(earlier ?? [], websiteId);
      expect(linesOf(later ?? [], after)).toEqual(linesOf(later ?? [], before));
    }),
    { numRuns: 60 },
  ));

test('no session is read back that nothing can continue', async () => {
  const websiteId = newWebsite();
  const over = trackedEvent({ websiteId, visitorId: '1', time: NOW - INACTIVITY_MS });
  const underWay = trackedEvent({ websiteId, visitorId: '2', time: NOW - INACTIVITY_MS + 1 });
  const { after } = await beforeAndAfter([over, underWay], websiteId);
  expect([after.get(websiteId, '1'), after.get(websiteId, '2')?.start]).toEqual([undefined, underWay.time]);
});

test('the session under way comes before one that a clock which was wrong has put far ahead', async () => {
  const websiteId = newWebsite();
  const ahead = trackedEvent({ websiteId, visitorId: '1', time: NOW + 3 * INACTIVITY_MS });
  const underWay = trackedEvent({ websiteId, visitorId: '1', time: NOW - 1 });
  const { before, after } = await beforeAndAfter([ahead, underWay], websiteId);
  expect(after.get(websiteId, '1')).toEqual(before.get(websiteId, '1'));
});

test('sessions that are over are not loaded, however many there were today', async () => {
  const websiteId = newWebsite();
  const underWay = trackedEvent({ websiteId, visitorId: '1', time: NOW - 1 });
  await beforeAndAfter([underWay], websiteId);
  await opened.clickhouse.command(sql`INSERT INTO events (website_id, visitor_id, time, session_start, type, path, sessions)
SELECT ${uuid(websiteId)}, number + 10, ${instant(NOW - 23 * 60 * 60_000)} + toIntervalMillisecond(number * 320) AS at, at,
  'pageview', concat('/', toString(number)), 1
FROM numbers(200000)`);
  const found = await readBack(opened.clickhouse, NOW, websiteId);
  expect(found.map(({ visitorId }) => visitorId)).toEqual(['1']);
});

test('every website’s sessions are read when none is named', async () => {
  const [one, other] = [newWebsite(), newWebsite()];
  for (const websiteId of [one, other]) await beforeAndAfter([trackedEvent({ websiteId, time: NOW - 1 })], websiteId);
  const store = new SessionStore();
  store.setAll(await readBack(opened.clickhouse, NOW));
  expect([one, other].map((id) => store.get(id, '1')?.start)).toEqual([NOW - 1, NOW - 1]);
});

test('the visitors that nothing is loaded of are those that an import named', () => {
  expect([MAX_DERIVED_VISITOR_ID, String(BigInt(MAX_DERIVED_VISITOR_ID) + 1n)].map(isDerived)).toEqual([true, false]);
});

/** One visitor after the other views many pages of 2,000 characters each, the latest a second ago. */
const addHostileViews = (websiteId: string, { visitors, views }: { visitors: number; views: number }) =>
  opened.clickhouse.command(sql`INSERT INTO events
  (website_id, visitor_id, time, session_start, type, path, entry_path, sessions)
SELECT ${uuid(websiteId)}, intDiv(number, ${integer(views)}) + 1 AS visitor,
  ${instant(NOW)} - toIntervalMillisecond(1000 + ${integer(views)} - number % ${integer(views)}),
  ${instant(NOW)} - toIntervalMillisecond(1000 + ${integer(views)}), 'pageview',
  concat('/', leftPad(toString(number), 2000, 'ü')), concat('/', repeat('ü', 2000)), number % ${integer(views)} = 0
FROM numbers(${integer(visitors * views)})`);

test('the bytes that are loaded do not grow with what a visitor has viewed', async () => {
  const websiteId = newWebsite();
  await addHostileViews(websiteId, { visitors: 1, views: 40_000 });
  const [only, ...rest] = await readBack(opened.clickhouse, NOW, websiteId);
  expect([only?.session.pageviews, only?.session.views.length, rest]).toEqual([40_000, 32, []]);
  expect(JSON.stringify(only).length).toBeLessThan(4_000);
});

test('no page that is loaded is large, and a visitor is on one page alone', async () => {
  const [one, other] = [newWebsite(), newWebsite()];
  for (const websiteId of [one, other]) await addHostileViews(websiteId, { visitors: 3_000, views: 2 });
  for (const scope of [one, undefined]) {
    const pages: ReadonlySet<string>[] = [];
    for await (const page of loadOpenSessions(opened.clickhouse, NOW, rangeOf(scope))) {
      pages.push(new Set(page.map(({ websiteId, visitorId }) => `${websiteId} ${visitorId}`)));
    }
    const visitors = pages.flatMap((page) => [...page]);
    expect(new Set(visitors).size).toBe(visitors.length);
    expect(visitors.length).toBeGreaterThanOrEqual(scope === undefined ? 6_000 : 3_000);
    expect(Math.max(...pages.map(({ size }) => size))).toBeLessThanOrEqual(2_000);
  }
});

test('a page that is viewed again and again leaves its neighbours remembered', async () => {
  const websiteId = newWebsite();
  const at = (index: number, path: string) => trackedEvent({ websiteId, path, time: NOW - 1000 + index });
  const events = ['/first', ...Array.from({ length: 300 }, () => '/again')].map((path, index) => at(index, path));
  const { before, after } = await beforeAndAfter(events, websiteId);
  expect(after.get(websiteId, '1')?.views).toHaveLength(2);
  expect(after.get(websiteId, '1')).toEqual(before.get(websiteId, '1'));
});
