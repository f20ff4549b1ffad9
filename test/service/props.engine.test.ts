import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { sql, uuid } from '../../src/clickhouse/sql.js';
import { MAX_PROP_NAMES } from '../../src/collect/prop-names.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { type ApiClient, apiClient } from './api-client.js';
import { CHROME } from './browser.js';
import { type TestService, testService } from './test-service.js';

const NOW = Date.UTC(2026, 2, 29, 12);
const DAY = '2026-03-29';
const timestamp = new Date(NOW).toISOString();
const url = 'https://example.com/';

let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  service = await testService({ clock: NOW });
  owner = await apiClient(service);
});

afterAll(() => service.close());

type Website = Awaited<ReturnType<ApiClient['website']>>;

const numbered = (count: number, name = 'p') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, index]));

async function collect({ apiKey }: Website, event: object): Promise<void> {
  const { status } = await service.app.request('/api/event', {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', 'User-Agent': CHROME },
    body: JSON.stringify({ key: apiKey, url, ...event }),
  });
  expect(status).toBe(202);
}

async function sendFromServer({ id }: Website, event: object): Promise<void> {
  const events = [{ timestamp, url, visitor: 'ada', ...event }];
  const { body } = await owner.call('POST', `/websites/${id}/events`, { events });
  expect(body.data.results).toEqual([{ status: 'accepted' }]);
}

const linesOf = (events: readonly object[]) =>
  events.map((event) => JSON.stringify({ timestamp, url, visitor: 'ada', ...event })).join('\n');

async function importEvents({ id }: Website, ...events: readonly object[]): Promise<void> {
  const { body } = await owner.import(id, linesOf(events));
  expect(body.data).toEqual({ imported: events.length, rejected: 0, errors: [] });
}

async function storedProps({ id }: Website): Promise<readonly string[]> {
  await service.drain();
  const rows = await service.clickhouse.query({
    name: 'test',
    sql: sql`SELECT props FROM events WHERE website_id = ${uuid(id)} ORDER BY time, type, props`,
    row: z.object({ props: z.string() }),
  });
  return rows.map(({ props }) => props);
}

async function drops({ id }: Website, day = DAY) {
  await service.drain();
  return (await owner.get(`/websites/${id}/stats/drops`, { from: day, to: day })).body.data.drops;
}

/** In no order. */
async function propNames(website: Website): Promise<ReadonlySet<string>> {
  const props = await storedProps(website);
  return new Set(props.flatMap((json) => (json === '' ? [] : Object.keys(JSON.parse(json)))));
}

describe('every way in', () => {
  const custom = { type: 'custom', name: 'signup' };
  const CASES: readonly (readonly [what: string, event: object, props: string, drops: readonly string[]])[] = [
    [
      'properties of a pageview',
      { type: 'pageview', props: { plan: 'pro', seats: 3 } },
      '{"plan":"pro","seats":3}',
      [],
    ],
    ['properties of a custom event', { ...custom, props: { trial: true } }, '{"trial":true}', []],
    ['a pageview without properties', { type: 'pageview' }, '', []],
    ['thirty properties', { ...custom, props: numbered(30) }, JSON.stringify(numbered(30)), []],
    ['more than thirty', { ...custom, props: numbered(50) }, JSON.stringify(numbered(30)), ['property_limit']],
    ['a name of 64 characters', { ...custom, props: { ['n'.repeat(64)]: 1 } }, `{"${'n'.repeat(64)}":1}`, []],
    ['a longer name', { ...custom, props: { ['n'.repeat(65)]: 1, b: 2 } }, '{"b":2}', ['property_limit']],
    ['a text of 500 characters', { ...custom, props: { a: 'v'.repeat(500) } }, `{"a":"${'v'.repeat(500)}"}`, []],
    ['a longer text', { type: 'pageview', props: { a: 'v'.repeat(501), b: 2 } }, '{"b":2}', ['property_limit']],
    [
      'a revenue that does not count',
      { ...custom, props: { revenue: 'much', currency: 'EUR' } },
      '{"revenue":"much","currency":"EUR"}',
      ['invalid_revenue'],
    ],
  ];

  test.each(CASES)('keeps and counts the same of %s', async (_what, event, props, reasons) => {
    for (const send of [collect, sendFromServer, importEvents]) {
      const website = await owner.website();
      await send(website, event);
      expect(await storedProps(website), send.name).toEqual([props]);
      expect(await drops(website), send.name).toEqual(reasons.map((reason) => ({ reason, events: 1 })));
    }
  });

  test('keeps a thousand names of a website, which all share', async () => {
    const website = await owner.website();
    const names = Array.from({ length: MAX_PROP_NAMES - 2 }, (_, index) => ({
      ...custom,
      props: { [`p${index}`]: 1 },
    }));
    await importEvents(website, ...names);
    await collect(website, { ...custom, props: { collected: 1 } });
    await sendFromServer(website, { ...custom, props: { sent: 1 } });
    for (const send of [collect, sendFromServer, importEvents]) {
      await send(website, { ...custom, props: { [send.name]: 1, collected: 2, sent: 2, p7: 2 } });
    }
    const found = await propNames(website);
    expect([found.size, found.has('collected'), found.has('sent')]).toEqual([MAX_PROP_NAMES, true, true]);
    expect(await drops(website)).toEqual([{ reason: 'property_limit', events: 3 }]);
  });
});

describe('an import', () => {
  const long = { type: 'custom', name: 'signup', props: { a: 'v'.repeat(501) } };

  test('counts on the local day of each event', async () => {
    const website = await owner.website({ timezone: 'America/New_York' });
    await importEvents(
      website,
      { ...long, timestamp: '2026-03-02T04:59:59.999Z' },
      { ...long, timestamp: '2026-03-02T05:00:00.000Z' },
      { ...long, timestamp: '2026-03-03T04:59:59.999Z' },
      { ...long, timestamp: '2026-03-02T12:00:00.000Z', props: { revenue: 'much', currency: 'EUR' } },
    );
    expect(await drops(website, '2026-03-01')).toEqual([{ reason: 'property_limit', events: 1 }]);
    expect(await drops(website, '2026-03-02')).toEqual([
      { reason: 'property_limit', events: 2 },
      { reason: 'invalid_revenue', events: 1 },
    ]);
    expect(await drops(website)).toEqual([]);
  });

  test('counts the invalid revenue of exported lines, too', async () => {
    const website = await owner.website();
    const stored = {
      ...{ hostname: 'example.com', path: '/', referrer: 'Direct', channel: 'Direct', country: 'ZZ', city: 'Unknown' },
      ...{ browser: 'Unknown', os: 'Unknown', device: 'desktop', language: 'und', name: 'signup' },
      props: '{"revenue":"much","currency":"EUR"}',
    };
    await importEvents(website, { type: 'custom', stored });
    expect(await drops(website)).toEqual([{ reason: 'invalid_revenue', events: 1 }]);
  });

  test('counts once, however often it is repeated under its key', async () => {
    const website = await owner.website();
    for (let time = 0; time < 3; time += 1) {
      await owner.import(website.id, linesOf([long]), { 'Idempotency-Key': 'move-1' });
    }
    expect(await drops(website)).toEqual([{ reason: 'property_limit', events: 1 }]);
  });

  test('that fails counts nothing, and leaves all names to others', async () => {
    const website = await owner.website();
    const junk = Array.from({ length: MAX_PROP_NAMES }, (_, index) => ({ ...long, props: { [`junk${index}`]: 1 } }));
    const pieces = [Buffer.from(`${linesOf([long, ...junk])}\n`)];
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const piece = pieces.shift();
        if (piece === undefined) controller.error(new Error('connection reset'));
        else controller.enqueue(piece);
      },
    });
    expect((await owner.import(website.id, body)).status).toBe(400);
    await collect(website, { type: 'custom', name: 'signup', props: { plan: 'pro' } });
    expect(await storedProps(website)).toEqual(['{"plan":"pro"}']);
    expect(await drops(website)).toEqual([]);
  });

  test('of an export stores the same properties', async () => {
    const [website, other] = [await owner.website(), await owner.website()];
    const props = {
      ['n'.repeat(64)]: 'v'.repeat(500),
      2: -1.5,
      1: true,
      empty: '',
      'a"b\\': 'ü\n\u2028',
      ...numbered(25),
    };
    await collect(website, { type: 'custom', name: 'signup', props });
    await collect(website, { type: 'pageview', props: { section: 'docs' } });
    const stored = await storedProps(website);
    expect(stored).toEqual(['{"section":"docs"}', JSON.stringify(props)]);
    const { body } = await owner.get(`/websites/${website.id}/export`, { from: DAY, to: DAY });
    expect((await owner.import(other.id, body.data)).body.data).toMatchObject({ imported: 2, rejected: 0 });
    expect(await storedProps(other)).toEqual(stored);
    expect(await drops(other)).toEqual([]);
  });

  test('of an export leaves nothing out that was stored under earlier limits', async () => {
    const [website, other] = [await owner.website(), await owner.website()];
    await collect(website, { type: 'custom', name: 'signup', props: { plan: 'pro' } });
    await service.drain();
    const { body } = await owner.get(`/websites/${website.id}/export`, { from: DAY, to: DAY });
    const line = JSON.parse(body.data) as { readonly stored: object };
    const earlier = JSON.stringify({ ['n'.repeat(65)]: 1, plan: 'pro', text: 'v'.repeat(501) });
    await importEvents(other, { ...line, stored: { ...line.stored, props: earlier } });
    expect(await storedProps(other)).toEqual([earlier]);
    expect(await drops(other)).toEqual([]);
  });
});

test('after a restart, the stored names keep their places', async () => {
  const website = await owner.website();
  const custom = { type: 'custom', name: 'signup' };
  const stored = numbered(MAX_PROP_NAMES);
  await importEvents(website, ...Object.keys(stored).map((name) => ({ ...custom, props: { [name]: 1 } })));
  await service.restart();
  await collect(website, { ...custom, props: { early: 1 } });
  // The stored names are known soon, and until then new ones are kept.
  await vi.waitFor(async () => {
    await collect(website, { ...custom, props: { [`late${Math.random()}`]: 1 } });
    expect(await drops(website)).toEqual([{ reason: 'property_limit', events: 1 }]);
  }, POLL_OPTIONS);
  await collect(website, { ...custom, props: { p7: 'seven', [`late${Math.random()}`]: 1 } });
  expect(await storedProps(website)).toContain('{"p7":"seven"}');
  expect(await drops(website)).toEqual([{ reason: 'property_limit', events: 2 }]);
});
