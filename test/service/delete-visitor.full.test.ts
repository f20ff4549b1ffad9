import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Sql, sql, unsigned, uuid } from '../../src/clickhouse/sql.js';
import { randomHistory } from '../oracle/history.js';
import { answer, ENDPOINTS } from '../oracle/oracle.js';
import type { PastEvent } from '../oracle/past-event.js';
import { seeded } from '../oracle/random.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { type ApiClient, apiClient, failureOf } from './api-client.js';
import { CHROME, pageview, send } from './browser.js';
import { expectDerivedTables } from './derived-tables.js';
import { readEvents } from './event-rows.js';
import { fetchAnswer, imported } from './oracle-client.js';
import { sharedService } from './shared-service.js';
import { stagedRows, websiteTables } from './stored-rows.js';
import type { TestService } from './test-service.js';

const DOMAIN = 'example.com';
const MINUTE = 60_000;
const NOW = Date.UTC(2026, 3, 20, 12);
const DAY = { from: '2026-04-20', to: '2026-04-20', limit: 'all' } as const;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  service = await sharedService({ clock: NOW });
  owner = await apiClient(service);
});

afterAll(() => service.close());

const deleteById = (id: string, visitorId: string) => owner.call('DELETE', `/websites/${id}/visitors/${visitorId}`);
const deleteByOrigin = (id: string, body: unknown) => owner.call('DELETE', `/websites/${id}/visitors`, body);

const visitorRow = z.object({ visitor: z.string() });
const findVisitors = async (table: Sql, condition: Sql) => {
  const statement = sql`SELECT DISTINCT toString(visitor_id) AS visitor FROM ${table} WHERE ${condition}`;
  const rows = await service.clickhouse.query({ name: 'test', row: visitorRow, sql: statement });
  return rows.map(({ visitor }) => visitor);
};

/** The id under which a visitor of a history is stored. */
async function storedId(websiteId: string, history: readonly PastEvent[], visitor: string): Promise<string> {
  const timesOfOthers = new Set(history.flatMap((event) => (event.visitor === visitor ? [] : [event.timestamp])));
  const own = history.find((event) => event.visitor === visitor && !timesOfOthers.has(event.timestamp));
  const time = sql`toUnixTimestamp64Milli(time) = ${{ type: 'Int64', value: Date.parse(own?.timestamp ?? '') }}`;
  const [id = ''] = await findVisitors(sql`events`, sql`website_id = ${uuid(websiteId)} AND ${time}`);
  return id;
}

/** The tables that have rows of a visitor. */
async function tablesWith(visitorId: string): Promise<readonly string[]> {
  const tables = [...(await websiteTables(service)), 'import_lines', 'import_sessions'];
  const found: string[] = [];
  for (const table of tables.filter((name) => !['daily_visitors', 'drops'].includes(name))) {
    const name: Sql = { chunks: [table], parameters: [] };
    if ((await findVisitors(name, sql`visitor_id = ${unsigned(visitorId)}`)).length > 0) found.push(table);
  }
  return found;
}

describe.each([
  ['America/New_York', '2026-03-06', 12],
  ['Australia/Lord_Howe', '2026-04-03', 13],
])('a history in %s', (timezone, from, seed) => {
  const website = { timezone, domain: DOMAIN };
  const history = randomHistory({ seed, zone: timezone, from, days: 4, visitors: 12, domain: DOMAIN });
  const whole = { from, to: '2026-04-12', limit: 'all' as const };
  let id: string;
  let other: string;

  const expectAnswers = async (websiteId: string, expected: readonly PastEvent[]) => {
    for (const endpoint of ENDPOINTS) {
      const data = await fetchAnswer(owner, websiteId, endpoint, whole);
      expect(data, endpoint).toEqual(answer(expected, website, endpoint, whole));
    }
  };

  beforeAll(async () => {
    service.clock = NOW;
    [id, other] = [(await owner.website(website)).id, (await owner.website(website)).id];
    for (const websiteId of [id, other]) await imported(owner, websiteId, history);
  });

  test('is as if the deleted visitors had never come, and that of another website is as it was', async () => {
    const names = seeded(seed).shuffled([...new Set(history.map(({ visitor }) => visitor))]);
    const rowsOfOther = await readEvents(service, other);
    let left = history;
    for (const visitor of names.slice(0, 2)) {
      const visitorId = await storedId(id, left, visitor);
      const rest = left.filter((event) => event.visitor !== visitor);
      expect(await tablesWith(visitorId)).toEqual(expect.arrayContaining(['events', 'sessions', 'visits']));
      const { status, body } = await deleteById(id, visitorId);
      expect([status, body.meta.message]).toEqual([200, 'Visitor deleted']);
      expect(body.data).toEqual({ events: left.length - rest.length });
      expect(await tablesWith(visitorId)).toEqual([]);
      await expectAnswers(id, rest);
      left = rest;
    }
    // Once more, when the visitors are counted by the day again.
    await expect
      .poll(() => service.services.reader.list(owner.accountId, { limit: 9 }), POLL_OPTIONS)
      .not.toContainEqual(expect.objectContaining({ countState: expect.stringMatching(/over|running/) }));
    await expectAnswers(id, left);
    expect(await readEvents(service, other)).toEqual(rowsOfOther);
    await expectDerivedTables(service.clickhouse);
    expect(await stagedRows(service)).toEqual({});
  });
});

describe('a visitor who is there now', () => {
  const LEAVING = { ip: '2001:db8::7', userAgent: FIREFOX };

  /** What happens at a website, with the visitor who is deleted or without. Some of it waits in the journal. */
  async function visits(id: string, apiKey: string, isThere: boolean): Promise<void> {
    const at = async (minute: number, path: string, address: string, more = {}, userAgent = CHROME) => {
      service.clock = NOW + minute * MINUTE;
      await send(service, pageview(apiKey, path, more), { address, userAgent });
    };
    const leaving = async (minute: number, path: string, more = {}) => {
      if (isThere) await at(minute, path, LEAVING.ip, more, LEAVING.userAgent);
    };
    await at(0, '/', '192.0.2.1', { referrer: 'https://www.google.com/' });
    await leaving(0, '/', { referrer: 'https://news.ycombinator.com/' });
    await at(1, '/both', LEAVING.ip);
    await service.drain();
    await leaving(2, '/private');
    await leaving(3, '/private', { type: 'leave', seconds: 55 });
    await at(3, '/next', '192.0.2.1');
    if (isThere) {
      const { body } = await deleteByOrigin(id, { ...LEAVING, ip: '2001:0DB8:0:0::7' });
      expect(body).toMatchObject({ data: { events: 2 }, meta: { message: 'Visitor deleted' } });
    }
    await at(4, '/', '192.0.2.1', { type: 'leave', seconds: 200 });
    await service.drain();
  }

  test('leaves the others as they are, in the journal and in open sessions too', async () => {
    const websites = [await owner.website({ timezone: 'UTC' }), await owner.website({ timezone: 'UTC' })] as const;
    await visits(websites[0].id, websites[0].apiKey, true);
    await visits(websites[1].id, websites[1].apiKey, false);
    for (const endpoint of ENDPOINTS) {
      const [one, other] = [
        await fetchAnswer(owner, websites[0].id, endpoint, DAY),
        await fetchAnswer(owner, websites[1].id, endpoint, DAY),
      ];
      expect(one, endpoint).toEqual(other);
    }
    await expectDerivedTables(service.clickhouse);
    const { body } = await owner.get('/account/usage');
    // The other website has collected two pageviews less.
    expect(body.data.pageviews.used).toBe(8);
    // The same browser is a new visitor from now on.
    service.clock = NOW + 5 * MINUTE;
    await send(service, pageview(websites[0].apiKey), { address: LEAVING.ip, userAgent: LEAVING.userAgent });
    await service.drain();
    const main = await fetchAnswer(owner, websites[0].id, 'main', DAY);
    expect(main).toMatchObject({ totalVisitors: 3, returningVisitors: 0, totalPageviews: 4 });
    await service.restart();
    expect((await deleteByOrigin(websites[0].id, LEAVING)).body.data).toEqual({ events: 1 });
    expect((await deleteByOrigin(websites[0].id, LEAVING)).body.data).toEqual({ events: 0 });
  });
});

describe('DELETE /websites/:id/visitors', () => {
  test('says that an unknown visitor had no events', async () => {
    const { id } = await owner.website();
    for (const visitorId of ['0', '1', '18446744073709551615']) {
      const { status, body } = await deleteById(id, visitorId);
      expect([status, body.data]).toEqual([200, { events: 0 }]);
      expect(body.meta.message).toBe('No events of this visitor are stored');
    }
    expect((await deleteByOrigin(id, { ip: '192.0.2.99', userAgent: CHROME })).body.data).toEqual({ events: 0 });
  });

  test('finds a user agent whatever its letters and however it was copied, from the tracker and from an import', async () => {
    const { id, apiKey } = await owner.website();
    const userAgent = `${FIREFOX} Café/1.0`;
    service.clock = NOW;
    await send(service, pageview(apiKey), {
      address: '192.0.2.44',
      // A header is bytes: browsers send UTF-8.
      userAgent: Buffer.from(userAgent).toString('latin1'),
    });
    const line = { timestamp: new Date(NOW - MINUTE).toISOString(), url: 'https://example.com/', ip: '192.0.2.44' };
    await owner.import(id, JSON.stringify({ ...line, userAgent: `${userAgent} ` }));
    await service.drain();
    expect((await deleteByOrigin(id, { ip: '192.0.2.44', userAgent: ` ${userAgent}\n` })).body.data).toEqual({
      events: 2,
    });
  });

  test.each(['ada', '-1', '1.5', '18446744073709551616', '9'.repeat(21), '0x10', '%00', "1'--", '1%20'])(
    'refuses the id %s',
    async (visitorId) => {
      const { id } = await owner.website();
      const rule = 'visitorId: must be a whole number from 0 to 18446744073709551615';
      expect(failureOf(await deleteById(id, visitorId))).toEqual({ status: 400, errors: [rule] });
    },
  );

  test.each([
    [{}, ['ip: is required', 'userAgent: is required']],
    [{ ip: '300.1.1.1', userAgent: CHROME }, ['ip: must be an IP address']],
    [{ ip: '192.0.2.0/24', userAgent: '' }, ['ip: must be an IP address', 'userAgent: must not be empty']],
    [{ ip: '192.0.2.1', userAgent: 7, all: true }, ['userAgent: must be a string', 'all: unknown field']],
  ])('refuses the body %j', async (body, errors) => {
    const { id } = await owner.website();
    const failure = failureOf(await deleteByOrigin(id, body));
    expect([failure.status, [...failure.errors].sort()]).toEqual([400, [...errors].sort()]);
  });

  test('is for the owner alone', async () => {
    const stranger = await apiClient(service);
    const { id } = await owner.website();
    for (const path of ['/visitors/1', '/visitors']) {
      const body = path === '/visitors' ? { ip: '192.0.2.1', userAgent: CHROME } : undefined;
      const of = (websiteId: string) => stranger.call('DELETE', `/websites/${websiteId}${path}`, body);
      expect((await of(id)).status).toBe(403);
      expect((await of(randomUUID())).status).toBe(404);
    }
  });
});
