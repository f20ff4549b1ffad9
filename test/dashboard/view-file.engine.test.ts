import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPaths } from '../../src/dashboard/pages/stats/shown-lists.js';
import type { ApiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { dashboardOwner } from './dashboard-owner.js';
import { type SignedIn, signedIn } from './signed-in.js';

const NOW = Date.UTC(2026, 3, 15, 12);
const MARCH = 'from=2026-03-01&to=2026-03-31';

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let id: string;

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: NOW }));
  ({ id } = await owner.website({ domain: 'bücher.example' }));
  const view = (day: string, visitor: string, country: string, path: string) => ({
    ...{ timestamp: `${day}T15:00:00.000Z`, type: 'pageview' as const, url: `https://bücher.example${path}` },
    ...{ visitor, country, device: 'desktop' as const, browser: '=HYPERLINK("x")' },
  });
  await owner.history(id, [
    view('2026-02-05', 'anna', 'DE', '/before'),
    ...Array.from({ length: 1_200 }, (_, at) => view('2026-03-05', `v${at % 7}`, 'DE', `/page-${at}`)),
    view('2026-03-06', 'carl', 'FR', '/other'),
  ]);
});

afterAll(() => service.close());

/** The texts of the files, by name. */
async function read(query: string) {
  const response = await person.get(`/websites/${id}/view.zip?${query}`);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/zip']);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const texts = Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)] as const);
  return { texts: new Map(texts), disposition: response.headers.get('Content-Disposition') };
}

test('a view is a file of each list as it is alone, of its figures and its chart', async () => {
  const query = `${MARCH}&country=DE`;
  const { texts, disposition } = await read(query);
  expect(disposition).toBe('attachment; filename="xn--bcher-kva.example-2026-03-01-to-2026-03-31.zip"');
  expect([...texts.keys()].toSorted()).toEqual(
    [...listPaths.map((path) => `${path}.csv`), 'view.json', 'figures.csv', 'chart.csv'].toSorted(),
  );
  for (const path of listPaths) {
    const alone = await (await person.get(`/websites/${id}/${path}.csv?${query}`)).text();
    expect(texts.get(`${path}.csv`), path).toBe(alone);
  }
  expect(texts.get('pages.csv')?.split('\r\n')).toHaveLength(1_202);
  expect(texts.get('browsers.csv')).toContain(`"'=HYPERLINK(""x"")"`);
  expect(texts.get('figures.csv')).toMatch(/^Figure,Value,Compared\r\nVisitors,7,\r\nVisits,7,\r\nPageviews,1200,\r\n/);
  expect(texts.get('chart.csv')?.split('\r\n').slice(0, 6)).toEqual([
    'day,Visitors,Compared day,Compared visitors,Complete',
    ...['2026-03-01,0,', '2026-03-02,0,', '2026-03-03,0,', '2026-03-04,0,', '2026-03-05,7,'].map((text) =>
      expect.stringMatching(new RegExp(`^${text}.*,yes$`)),
    ),
  ]);
  const both = (await read(`${query}&metric2=pageviews`)).texts.get('chart.csv')?.split('\r\n') ?? [];
  expect([both[0], both[1], both[5]]).toEqual([
    'day,Visitors,Pageviews,Complete',
    '2026-03-01,0,0,yes',
    '2026-03-05,7,1200,yes',
  ]);
  expect(JSON.parse(texts.get('view.json') ?? '')).toMatchObject({
    website: { domain: 'xn--bcher-kva.example' },
    view: expect.stringContaining('Country is Germany'),
    from: '2026-03-01',
    to: '2026-03-31',
    address: expect.stringContaining(`/websites/${id}?${query}`),
  });
});

test('has the units of the lists, and compared figures where the page has a change', async () => {
  const { texts } = await read(
    'from=2026-03-06&to=2026-03-06&compare=custom&compareFrom=2026-03-05&compareTo=2026-03-05',
  );
  const lines = texts.get('figures.csv')?.split('\r\n') ?? [];
  expect(lines).toContain('Visitors,1,7');
  expect(lines).toContain('Bounce rate (%),100,0');
  expect(lines.some((line) => line.startsWith('Visit duration (s),0,'))).toBe(true);
  expect(texts.get('devices.csv')).toContain('Bounce rate (%)');
  expect(JSON.parse(texts.get('view.json') ?? '').compared.with).toBe('5 Mar 2026');
});

test('of nothing has no rows, and without a comparison no compared figures', async () => {
  const { texts } = await read('from=2025-01-01&to=2025-01-31&compare=none');
  expect(texts.get('figures.csv')).toContain('Visitors,0,\r\n');
  expect(texts.get('pages.csv')?.split('\r\n')).toHaveLength(2);
});

test("is for the website's owner alone", async () => {
  expect((await (await signedIn(service)).get(`/websites/${id}/view.zip`)).status).toBe(403);
  expect((await service.app.request(`/websites/${id}/view.zip`)).status).toBe(303);
});
