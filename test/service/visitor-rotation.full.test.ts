import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { sql, uuid } from '../../src/clickhouse/sql.js';
import { installationSettings, visitorSalts } from '../../src/postgres/schema.js';
import { leadsTo, person } from '../dashboard/person.js';
import { type ApiClient, apiClient } from './api-client.js';
import { CHROME, pageview, send } from './browser.js';
import { filesWith } from './stored-rows.js';
import { type TestService, testService } from './test-service.js';

const ADDRESS = '203.0.113.7';

let service: TestService;
let owner: ApiClient;
let website: { readonly id: string; readonly apiKey: string };

const at = (time: string) => Date.parse(`2026-${time}Z`);

/** A service whose ids rotate, and that was started at a time. */
function startsAt(time: string, rotation: string): void {
  beforeAll(async () => {
    service = await testService({ clock: at(time), environment: { VISITOR_ID_ROTATION: rotation } });
    owner = await apiClient(service);
  });

  beforeEach(async () => {
    website = await owner.website();
  });

  afterAll(() => service.close());
}

/** What the visitor sends at a time. */
async function arrives(time: string, path = '/', more: object = {}): Promise<void> {
  service.clock = at(time);
  const response = await send(service, pageview(website.apiKey, path, more), { address: ADDRESS });
  expect([response.status, response.headers.get('X-Footfall-Dropped')]).toEqual([202, null]);
}

const main = async (from: string, to = from) => {
  await service.drain();
  const range = { from: `2026-${from}`, to: `2026-${to}` };
  return (await owner.get(`/websites/${website.id}/stats/main`, range)).body.data;
};

/** The website's rows as ClickHouse has them, every column. */
async function storedEvents(): Promise<readonly string[]> {
  await service.drain();
  const rows = await service.clickhouse.query({
    name: 'test',
    sql: sql`SELECT formatRow('JSONEachRow', *) AS line FROM events WHERE website_id = ${uuid(website.id)}`,
    row: z.object({ line: z.string() }),
  });
  return rows.map(({ line }) => line);
}

const salts = () => service.engines.postgres.db.select().from(visitorSalts);

const ONE_SESSION = {
  totalVisitors: 1,
  totalPageviews: 2,
  returningVisitors: 0,
  bounceRate: 0,
  averageSessionDurationSeconds: 20 * 60,
};

describe('with daily ids', () => {
  startsAt('03-29T12:00', 'daily');

  test('a session across midnight stays one, of one visitor', async () => {
    await arrives('03-29T23:50', '/', { referrer: 'https://www.google.com/' });
    await service.drain();
    await arrives('03-30T00:10', '/pricing');
    expect(await main('03-29', '03-30')).toMatchObject(ONE_SESSION);
    expect(await main('03-30')).toMatchObject({ totalVisitors: 1, totalPageviews: 1, returningVisitors: 1 });
  });

  test('both halves of a session in one block stay one', async () => {
    await arrives('03-29T23:50');
    await arrives('03-30T00:10', '/pricing');
    expect(await main('03-29', '03-30')).toMatchObject(ONE_SESSION);
  });

  test('a page that is left after midnight gives its visit the duration', async () => {
    await arrives('03-29T23:50');
    await service.drain();
    await arrives('03-30T00:10', '/', { type: 'leave', seconds: 20 * 60 });
    expect(await main('03-29')).toMatchObject({ bounceRate: 1, averageSessionDurationSeconds: 20 * 60 });
    expect(await main('03-30')).toMatchObject({ totalVisitors: 0 });
  });

  test('a visitor who comes back is known that day, and a new one the next', async () => {
    await arrives('03-29T13:00');
    await arrives('03-29T23:00');
    expect(await main('03-29')).toMatchObject({ totalVisitors: 1, totalPageviews: 2, bounceRate: 1 });
    await arrives('03-30T12:00');
    expect(await main('03-30')).toMatchObject({ totalVisitors: 1, returningVisitors: 0 });
    expect(await main('03-29', '03-30')).toMatchObject({ totalVisitors: 2 });
  });

  test('so is one whose session went across midnight and is over', async () => {
    await arrives('03-29T23:50');
    await arrives('03-30T00:10');
    await arrives('03-30T00:40');
    await arrives('03-30T00:50');
    expect(await main('03-29', '03-30')).toMatchObject({
      totalVisitors: 2,
      totalPageviews: 4,
      averageSessionDurationSeconds: 15 * 60,
    });
  });

  test('an imported address is the visitor of the time of the import, and a name is one for ever', async () => {
    service.clock = at('03-29T23:00');
    const line = { timestamp: '2026-03-29T22:00:00Z', url: 'https://example.com/' };
    const lines = [
      { ...line, ip: ADDRESS, userAgent: CHROME },
      { ...line, visitor: 'one' },
    ];
    const imported = () => owner.import(website.id, lines.map((each) => JSON.stringify(each)).join('\n'));
    expect((await imported()).body.data).toMatchObject({ imported: 2, rejected: 0 });
    await arrives('03-29T23:10');
    expect(await main('03-29')).toMatchObject({ totalVisitors: 2 });
    service.clock = at('03-30T12:00');
    expect((await imported()).body.data).toMatchObject({ imported: 2, rejected: 0 });
    expect(await main('03-29')).toMatchObject({ totalVisitors: 3 });
  });

  test('no address and no user agent is stored, on the disk or in a database, and a row has one id', async () => {
    await arrives('03-29T23:50');
    await service.drain();
    await arrives('03-30T00:10');
    for (const text of [ADDRESS, CHROME]) expect(await filesWith(service, text)).toEqual([]);
    const events = await storedEvents();
    expect(events).toHaveLength(2);
    const stored = [...events, ...(await salts()).map((row) => JSON.stringify(row))].join('\n');
    for (const text of [ADDRESS, 'Mozilla', 'AppleWebKit', 'former']) expect(stored).not.toContain(text);
    expect(new Set(events.map((line) => JSON.parse(line).visitor_id)).size).toBe(1);
  });

  test('a visitor is deleted by address and user agent, until the id of the day before can no longer be derived', async () => {
    const remove = async (address = ADDRESS) => {
      const body = { ip: address, userAgent: CHROME };
      return (await owner.call('DELETE', `/websites/${website.id}/visitors`, body)).body.data;
    };
    await arrives('03-29T12:00');
    await arrives('03-30T12:00');
    await arrives('03-30T12:01');
    expect(await remove('192.0.2.1')).toEqual({ events: 0 });
    expect(await remove()).toEqual({ events: 3 });
    expect(await main('03-29', '03-30')).toMatchObject({ totalVisitors: 0, totalPageviews: 0 });
    await arrives('03-29T12:00');
    await arrives('03-30T12:00');
    service.clock = at('03-31T00:00');
    expect(await remove()).toEqual({ events: 1 });
    expect(await main('03-29', '03-30')).toMatchObject({ totalVisitors: 1, totalPageviews: 1 });
    service.clock = at('03-30T12:00');
  });

  // The last of this service: a restart takes it into the next day.
  test('a restart after midnight splits no session, and one a day later deletes the old salt', async () => {
    await arrives('03-29T23:50');
    service.clock = at('03-30T00:05');
    await service.restart();
    await arrives('03-30T00:10');
    expect(await main('03-29', '03-30')).toMatchObject(ONE_SESSION);
    await arrives('03-30T12:00');
    expect(await main('03-29', '03-30')).toMatchObject({ totalVisitors: 2 });

    const saltOfDay = async (day: string) => (await salts()).filter((row) => row.periodStart.getTime() === at(day));
    expect(await saltOfDay('03-29T00:00')).toHaveLength(1);
    service.clock = at('03-31T00:00');
    await service.restart();
    expect(await saltOfDay('03-29T00:00')).toEqual([]);
    expect(await saltOfDay('03-30T00:00')).toHaveLength(1);
  });
});

describe('with monthly ids', () => {
  startsAt('03-31T12:00', 'monthly');

  test('a visitor who comes back is known that month, and a new one the next', async () => {
    await arrives('03-10T12:00');
    await arrives('03-31T12:00');
    expect(await main('03-31')).toMatchObject({ totalVisitors: 1, returningVisitors: 1 });
    await arrives('04-01T12:00');
    expect(await main('04-01')).toMatchObject({ totalVisitors: 1, returningVisitors: 0 });
    expect(await main('03-01', '04-01')).toMatchObject({ totalVisitors: 2 });
  });

  test('a session across the end of the month stays one, of one visitor, also with a restart in it', async () => {
    await arrives('03-31T23:50');
    await arrives('04-01T00:00');
    service.clock = at('04-01T00:05');
    await service.restart();
    await arrives('04-01T00:10');
    expect(await main('03-31', '04-01')).toMatchObject({ ...ONE_SESSION, totalPageviews: 3 });
  });
});

describe('chosen on the welcome page', () => {
  const welcome = async (environment: Readonly<Record<string, string>>) => {
    service = await testService({ clock: at('03-29T12:00'), environment });
    onTestFinished(() => service.close());
    const first = person(service);
    const page = await (await first.get('/welcome')).text();
    const choice = { email: 'first@example.com', password: 'correct horse', visitorIdRotation: 'daily' };
    expect(leadsTo(await first.post('/welcome', choice))).toBe('/');
    owner = await apiClient(service);
    website = await owner.website();
    return page;
  };

  test('the rotation holds at once, and after a restart', async () => {
    expect(await welcome({})).toContain('For a day');
    await arrives('03-29T13:00');
    await arrives('03-30T13:00');
    await service.restart();
    await arrives('03-31T13:00');
    expect(await main('03-29', '03-31')).toMatchObject({ totalVisitors: 3 });
    expect(new Set((await salts()).map(({ rotation }) => rotation))).toEqual(new Set(['daily']));
  });

  test('it is not asked for, and not stored, where the environment has it', async () => {
    const page = await welcome({ VISITOR_ID_ROTATION: 'never' });
    expect(page).not.toContain('For a day');
    expect(page).toContain('Visitor IDs stay the same permanently');
    expect(page).toContain('VISITOR_ID_ROTATION=never');
    // Only the rotation in use is, so that another one is noticed.
    const settings = await service.engines.postgres.db.select().from(installationSettings);
    expect(settings).toEqual([{ id: 1, visitorIdRotation: null, usedRotation: 'never' }]);
    expect(await salts()).toEqual([]);
  });
});

describe('with ids that never change', () => {
  startsAt('03-29T12:00', 'never');

  test('a visitor who comes back is known, however long ago', async () => {
    await arrives('03-29T12:00');
    await arrives('03-30T12:00');
    expect(await main('03-30')).toMatchObject({ totalVisitors: 1, returningVisitors: 1 });
    await arrives('06-15T12:00');
    expect(await main('06-15')).toMatchObject({ totalVisitors: 1, returningVisitors: 1 });
    expect(await main('03-29', '06-15')).toMatchObject({ totalVisitors: 1 });
  });

  test('there is no salt', async () => {
    expect(await salts()).toEqual([]);
  });
});
