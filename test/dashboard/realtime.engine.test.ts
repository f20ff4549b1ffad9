import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { compile } from '../../src/clickhouse/sql.js';
import { createSharedLink } from '../../src/websites/shared-links.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { pageview, send } from '../service/browser.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';
import { untilSqlReads } from '../sql/until-sql-reads.js';
import { type EventStream, eventStream } from './event-stream.js';
import { plainText, rowsOfTable, tilesOf } from './read-page.js';
import { type SignedIn, signedIn } from './signed-in.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** In Kathmandu, 5:45 hours ahead, it is 18:19:20. */
const NOW = Date.UTC(2026, 3, 15, 12, 34, 20);

let service: TestService;
let client: ApiClient;
let owner: SignedIn;
let website: { readonly id: string; readonly apiKey: string };

beforeAll(async () => {
  service = await sharedService({ clock: NOW });
});

afterAll(() => service.close());

beforeEach(async () => {
  service.clock = NOW;
  client = await apiClient(service);
  owner = await signedIn(service, client.accountId);
  website = await client.website({ timezone: 'Asia/Kathmandu' });
});

const at = (path = '') => `/websites/${website.id}/realtime${path}`;

/** Sends an event of an address at an instant, from the past to the present. */
async function sendAt(time: number, address: string, event: object = pageview(website.apiKey)): Promise<void> {
  service.clock = time;
  const response = await send(service, { key: website.apiKey, url: 'https://example.com/', ...event }, { address });
  expect([response.status, response.headers.get('X-Footfall-Dropped')]).toEqual([202, null]);
}

const stateIn = (page: string): string => /data-state="([^"]*)"/.exec(page)?.[1] ?? '';

/** The rows of a panel as texts. */
function panel(page: string, id: string): readonly string[] {
  const section = page.slice(page.indexOf(`id="${id}"`));
  const list = section.slice(section.indexOf('<ol>'), section.indexOf('</section>'));
  return [...list.matchAll(/<li data-id.*?(?=<li data-id|<\/ol>)/gs)].map(([row]) => plainText(row));
}

describe('the realtime page', () => {
  const START = Date.UTC(2026, 3, 15, 12, 5);

  test('has the last thirty minutes by the minute, from their first instant, as queries have them', async () => {
    await sendAt(START - 1, '203.0.113.1');
    await sendAt(START, '203.0.113.2', pageview(website.apiKey, '/early'));
    await sendAt(START + MINUTE - 1, '203.0.113.2', pageview(website.apiKey, '/early'));
    await sendAt(START + MINUTE, '203.0.113.3', pageview(website.apiKey, '/', { referrer: 'https://www.google.com/' }));
    await sendAt(NOW - 5 * MINUTE, '203.0.113.4', { type: 'custom', name: 'signup' });
    await sendAt(NOW, '203.0.113.2', pageview(website.apiKey, '/late'));
    await service.drain();

    const page = await owner.page(at());
    expect(tilesOf(page)).toEqual({ 'Visitors now': '2', Visitors: '3', Pageviews: '4' });
    const rows = rowsOfTable(page);
    expect(rows).toHaveLength(30);
    expect(rows.filter(([, visitors, pageviews]) => visitors !== '0' || pageviews !== '0')).toEqual([
      ['17:50', '1', '2'],
      ['17:51', '1', '1'],
      ['18:14', '1', '0'],
      ['18:19', '1', '1'],
    ]);
    expect([rows[0]?.[0], rows[29]?.[0]]).toEqual(['17:50', '18:19']);
    expect(panel(page, 'pages')).toEqual([
      '/ 66.7% 1 view, 2 visitors',
      '/early 33.3% 2 views, 1 visitor',
      '/late 33.3% 1 view, 1 visitor',
    ]);
    expect(panel(page, 'referrers').map((row) => row.split(' ')[0])).toEqual(['Direct', 'Google']);
    expect(panel(page, 'custom-events')).toEqual([expect.stringMatching(/^signup /)]);
    expect(panel(page, 'latest-events').map((row) => row.split(' ').slice(0, 2).join(' '))).toEqual([
      '18:19 /late',
      '18:14 signup',
      '17:51 /',
      '17:50 /early',
      '17:50 /early',
    ]);
    expect(page).toContain(`href="/websites/${website.id}?range=today&amp;page=%2Fearly"`);

    const range = { from: new Date(START).toISOString(), to: new Date(START + 30 * MINUTE).toISOString() };
    const metrics = ['visitors', 'pageviews'];
    const path = `/websites/${website.id}/query`;
    const whole = await client.call('POST', path, { ...range, metrics, include: ['totals'], dimensions: ['minute'] });
    expect(whole.body.data.totals).toEqual({ visitors: 3, pageviews: 4 });
    expect(
      whole.body.data.rows.map((row: { minute: string; visitors: number; pageviews: number }) => [
        row.minute.slice(11, 16),
        String(row.visitors),
        String(row.pageviews),
      ]),
    ).toEqual(rows);
  });

  test('says what to do while there are no visitors', async () => {
    const page = plainText(await owner.page(at()));
    expect(page).toContain('0 now · Shop');
    expect(page).toContain('No visitors in the last 30 minutes.');
    expect(page).not.toContain('Latest events');
  });

  test('shows nothing that tells visitors apart', async () => {
    await sendAt(NOW - 1, '203.0.113.2');
    await service.drain();
    await untilSqlReads(client, 1);
    const query = 'SELECT toString(visitor_id) FROM bi.events WHERE website_id = {id:UUID}';
    const { body } = await client.call('POST', '/sql', { query, params: { id: website.id } });
    const page = await owner.page(at());
    for (const value of [body.data.rows[0][0], String(NOW - 1), '203.0.113.2']) expect(page).not.toContain(value);
  });

  test('is linked from the visitors now, but not for the holders of a shared link, who have none', async () => {
    const { token } = await createSharedLink(service.engines.postgres.db, website.id, { name: 'Board' }, NOW);
    const get = async (path: string) => service.app.request(`/share/${token}${path}`);
    expect(await owner.page(`/websites/${website.id}/now`)).toContain(`href="${at()}"`);
    expect(await (await get('/now')).text()).not.toContain('href="/share');
    expect([(await get('/realtime')).status, (await get('/realtime/stream')).status]).toEqual([404, 404]);
  });
});

describe('the stream of the realtime page', () => {
  let leaving: AbortController;

  beforeEach(() => {
    leaving = new AbortController();
    return () => {
      leaving.abort();
      vi.restoreAllMocks();
    };
  });

  async function listen({ cookie } = owner, signal = leaving.signal): Promise<EventStream> {
    return eventStream(await service.app.request(at('/stream'), { headers: { Cookie: cookie }, signal }));
  }

  /** The state of the page when it has these visitors. An event may come between the queries of an earlier reading. */
  async function stateFor(visitors: string): Promise<string> {
    let page = '';
    await expect
      .poll(async () => {
        page = await owner.page(at(), { 'X-Footfall-Fragment': '1' });
        const { 'Visitors now': now, Visitors: all } = tilesOf(page);
        return [now, all, String(panel(page, 'latest-events').length)];
      })
      .toEqual([visitors, visitors, visitors]);
    return stateIn(page);
  }

  /** Counts readings of the figures in ClickHouse, which may fail. */
  function watchReadings(fails: () => boolean = () => false) {
    const { query } = service.clickhouse;
    const readings: string[] = [];
    vi.spyOn(service.clickhouse, 'query').mockImplementation(async (each) => {
      if (fails()) throw new ClickHouseError('away', undefined, undefined);
      if (each.name === 'stats/latest-events') readings.push(JSON.stringify(compile(each.sql).parameters));
      return query(each);
    });
    return readings;
  }

  test('begins with the state of the page, and has another one after each event', async () => {
    const stream = await listen();
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(stream.response.headers.get('Content-Encoding')).toBeNull();
    const states = [stateIn(await owner.page(at()))];
    expect(await stream.next()).toBe(states[0]);
    for (const visitors of ['1', '2']) {
      await sendAt(NOW, `203.0.113.${visitors}`);
      const state = await stateFor(visitors);
      await stream.until(state);
      states.push(state);
    }
    expect(new Set(states).size).toBe(3);
  });

  test('costs one reading for all viewers', async () => {
    const readings = watchReadings();
    const streams = await Promise.all(Array.from({ length: 20 }, () => listen()));
    const first = await Promise.all(streams.map((stream) => stream.next()));
    expect(new Set(first).size).toBe(1);
    await sendAt(NOW, '203.0.113.1');
    const state = await stateFor('1');
    await Promise.all(streams.map((stream) => stream.until(state)));
    // Before the event, perhaps while it was being written, and after it; other events of the process may come between.
    expect(readings.filter((parameters) => parameters.includes(website.id)).length).toBeLessThan(10);
  });

  test('says that the figures are unavailable, and goes on when they are there again', async () => {
    let isAway = false;
    watchReadings(() => isAway);
    const stream = await listen();
    const before = await stream.next();
    isAway = true;
    // Equal queries are cached.
    service.clock += 1_000;
    expect(await stream.next()).toBe('unavailable');
    expect((await owner.get(at())).status).toBe(503);
    isAway = false;
    expect(await stream.next()).toBe(before);
    await sendAt(NOW, '203.0.113.1');
    await stream.until(await stateFor('1'));
  });

  test('ends after signing out, also elsewhere, and after the website was deleted', async () => {
    const [signedOut, stays] = [await listen(), await listen(await signedIn(service, client.accountId))];
    await Promise.all([signedOut.next(), stays.next()]);
    await owner.post('/logout');
    expect(await signedOut.next()).toBeUndefined();
    await service.services.deleteWebsite((await service.services.reader.find(website.id))!);
    expect(await stays.next()).toBeUndefined();
    const again = await signedIn(service, client.accountId);
    expect((await again.get(at('/stream'))).status).toBe(404);
    expect((await owner.get(at('/stream'))).status).toBe(303);
  });

  test('is one of 25 of an account', async () => {
    const first = new AbortController();
    const streams = [await listen(owner, first.signal)];
    for (let count = 1; count < 25; count += 1) streams.push(await listen());
    await Promise.all(streams.map((stream) => stream.next()));
    const refused = await owner.get(at('/stream'));
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '2']);
    expect(plainText(await refused.text())).toContain('Too many of your realtime pages are open');
    first.abort();
    expect(await streams[0]?.next()).toBeUndefined();
    expect((await listen()).response.status).toBe(200);
  });
});
