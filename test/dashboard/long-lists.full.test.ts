import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { createSharedLink } from '../../src/websites/shared-links.js';
import type { ApiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText } from './read-page.js';
import type { SignedIn } from './signed-in.js';

const PAGES = 2_600;
const CSV = 'text/csv; charset=utf-8; header=present';
const RANGE = 'from=2026-04-01&to=2026-04-02';

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let id: string;

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: Date.UTC(2026, 4, 1) }));
  ({ id } = await owner.website());
  const cities = [
    { country: 'DE', city: 'Köln' },
    { country: 'FR', city: 'Lyon' },
    { country: 'ZZ', city: 'Unknown' },
  ];
  const lines = Array.from({ length: PAGES }, (_, index) =>
    JSON.stringify({
      timestamp: '2026-04-01T08:00:00.000Z',
      url: `https://example.com/page-${index}?utm_source=s${index % 7}&utm_campaign=c${index % 40}!'()*`,
      visitor: `visitor-${index % 50}`,
      ...cities[(index % 50) % 3],
    }),
  );
  expect((await owner.import(id, lines.join('\n'))).body.data.imported).toBe(PAGES);
});

afterAll(() => service.close());

const statistic = async (name: string, limit: string) =>
  (await owner.get(`/websites/${id}/stats/${name}`, { from: '2026-04-01', to: '2026-04-02', limit })).body.data;

test('all rows are those of a long limit, whether they come at once or while they are read', async () => {
  const all = await statistic('pages', 'all');
  expect(all.data).toHaveLength(PAGES);
  expect(new Set(all.data.map(({ page }: { page: string }) => page)).size).toBe(PAGES);
  expect(await statistic('pages', '999999')).toEqual(all);
  expect((await statistic('pages', '1000')).data).toEqual(all.data.slice(0, 1_000));
  expect((await statistic('pages', '1001')).data).toEqual(all.data.slice(0, 1_001));
  for (const name of ['campaigns', 'os', 'cities', 'exit-links', 'languages']) {
    expect(await statistic(name, 'all'), name).toEqual(await statistic(name, '1000'));
  }
});

test('of nothing, all rows are none', async () => {
  const { id: empty } = await owner.website();
  const asked = { from: '2026-04-01', to: '2026-04-02', limit: 'all' };
  expect((await owner.get(`/websites/${empty}/stats/pages`, asked)).body.data).toEqual({ data: [], total: 0 });
});

test('a file has all rows, or those with a text in their name or detail', async () => {
  const file = async (list: string, search: string) =>
    (await person.page(`/websites/${id}/${list}.csv?${RANGE}&search=${encodeURIComponent(search)}`))
      .trimEnd()
      .split('\r\n')
      .slice(1);
  expect(await file('pages', '')).toHaveLength(PAGES);
  expect(await file('pages', 'PAGE-25')).toHaveLength(111);
  expect((await file('cities', 'germ')).map((line) => line.split(',').slice(0, 2))).toEqual([['Köln', 'Germany']]);
  expect((await file('cities', 'KÖL')).map((line) => line.split(',')[0])).toEqual(['Köln']);
  expect((await file('countries', 'rance')).map((line) => line.split(',')[0])).toEqual(['France']);
  expect(await file('campaigns', 'C39')).toHaveLength(1);
  expect(await file('languages', 'nothing')).toEqual([]);
});

test('a client that leaves amid a long answer leaves its place to others', async () => {
  for (let round = 0; round < 5; round += 1) {
    const response = await person.get(`/websites/${id}/pages.csv?${RANGE}`);
    const reader = response.body!.getReader();
    expect((await reader.read()).done).toBe(false);
    await reader.cancel();
  }
  expect((await statistic('pages', 'all')).data).toHaveLength(PAGES);
});

test('a client that asks for nothing but headers, or leaves before the first row, leaves its place too', async () => {
  for (let round = 0; round < 5; round += 1) {
    const path = `/websites/${id}/pages.csv?${RANGE}`;
    const headers = { Cookie: person.cookie };
    const head = await service.app.request(path, { method: 'HEAD', headers });
    expect([head.status, head.headers.get('Content-Type'), await head.text()]).toEqual([200, CSV, '']);
    await (await person.get(path)).body!.cancel();
    const api = { method: 'HEAD', headers: { 'X-API-Key': owner.key } };
    expect((await service.app.request(`/api/v1/websites/${id}/stats/pages?limit=all&${RANGE}`, api)).status).toBe(200);
  }
  expect((await statistic('pages', 'all')).data).toHaveLength(PAGES);
});

test.each(['1e300', 'Infinity', '-1e300', 'NaN', '999999999'])('part %s is one of the list', async (part) => {
  expect(plainText(await person.page(`/websites/${id}/pages?${RANGE}&part=${part}`))).toContain('2,600 results Page ');
});

test('the files of a shared link are made one at a time', async () => {
  const { token } = await createSharedLink(
    service.engines.postgres.db,
    id,
    { name: 'All', password: undefined },
    service.clock,
  );
  const ask = () => person.get(`/share/${token}/pages.csv?${RANGE}`);
  const first = await ask();
  const others = [ask(), ask(), ask()];
  const refused = await ask();
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '2']);
  await first.text();
  for (const other of others) expect((await (await other).text()).split('\r\n')).toHaveLength(PAGES + 2);
});

test('a list over its limits is told for its panel alone, and by the interface with a time to try again', async () => {
  const { query } = service.clickhouse;
  const refusing = vi
    .spyOn(service.clickhouse, 'query')
    .mockImplementation((each) =>
      each.name === 'stats/browsers'
        ? Promise.reject(new ClickHouseError('Memory limit exceeded: would use 1 GiB', 241, undefined))
        : query(each),
    );
  onTestFinished(() => refusing.mockRestore());
  const response = await service.app.request(`/api/v1/websites/${id}/stats/browsers?${RANGE}`, {
    headers: { 'X-API-Key': owner.key },
  });
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '30']);
  expect(await response.text()).not.toContain('GiB');
  // Under a filter, each list is a statement of its own.
  const shown = plainText(await person.page(`/websites/${id}?${RANGE}&page.contains=/`));
  expect(shown).toContain('It needs more memory than it may take: ask for less at once.');
  expect(shown).toContain('/page-1000');
});
