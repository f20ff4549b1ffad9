import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agrees, BREAKDOWNS, type Breakdown, namedRows } from '../oracle/agreement.js';
import { keysOf } from '../oracle/keys.js';
import { type ApiClient, apiClient } from './api-client.js';
import { DAY, sampleWebsite } from './sample-website.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 3, 15) });
  owner = await apiClient(service);
});

afterAll(() => service.close());

describe('a filter in another spelling', () => {
  let sample: Awaited<ReturnType<typeof sampleWebsite>>;

  beforeAll(async () => {
    sample = await sampleWebsite(owner);
  });

  test.each([
    ['country', 'de', 'DE'],
    ['country', 'Germany', 'DE'],
    ['city', 'bERLIN', 'Berlin'],
    ['device', 'DESKTOP', 'desktop'],
    ['channel', 'paid search', 'Paid Search'],
    ['browser', 'firefox', 'Firefox'],
    ['os', 'windows', 'Windows'],
    ['os', 'MACOS', 'macOS'],
    ['language', 'DE-de', 'de-DE'],
    ['page', '/pricing/', '/pricing'],
    ['page', '/pric%69ng', '/pricing'],
    ['entryPage', '/blog/', '/blog'],
    ['referrer', 'chatgpt.com', 'ChatGPT'],
    ['referrer', 'https://news.ycombinator.com/', 'Hacker News'],
  ])('%s=%s is %s', async (filter, typed, stored) => {
    for (const endpoint of ['main', 'countries', 'channels', 'visitors-chart']) {
      const answer = (await sample.ask(endpoint, { ...DAY, [filter]: typed })).body.data;
      expect(answer).toEqual((await sample.ask(endpoint, { ...DAY, [filter]: stored })).body.data);
      if (endpoint === 'main') expect(answer.totalVisitors).toBeGreaterThan(0);
    }
  });

  test('chooses what is deleted as it chooses what is counted', async () => {
    const query = new URLSearchParams({ ...DAY, country: 'de', dryRun: 'true' });
    const { body } = await owner.call('DELETE', `/websites/${sample.id}/events?${query}`);
    expect(body.data).toEqual({ events: 3, visitors: 1, dryRun: true, deletionId: null });
  });
});

/** Spellings of one value that an import can hold beside each other. */
const TRAITS = [
  { browser: 'Firefox', os: 'Windows', country: 'DE', city: 'Berlin', device: 'desktop' },
  { browser: 'firefox', os: 'windows', country: 'DE', city: 'berlin', device: 'mobile' },
  { browser: 'FIREFOX', os: 'macos', country: 'FR', city: 'BERLIN', device: 'tv' },
  { browser: 'Firefox ', os: 'Mac OS', country: 'FR', city: 'Unknown', device: 'other' },
];

const URLS = [
  'https://example.com/café',
  'https://example.com/caf%25C3%25A9',
  'https://example.com/Caf%C3%A9/',
  'https://example.com/%2Fcaf%C3%A9',
  'https://example.com//café',
  'https://example.com/a?utm_source=Google&utm_campaign=May',
  'https://example.com/a?utm_source=google.com&utm_campaign=may',
  'https://example.com/a?utm_source=WWW.Blog.example&utm_campaign=MAY',
  'https://example.com/a?utm_source=www.blog.example',
  'https://example.com/a?utm_source=blog.example',
  'https://example.com/a?ref=http%3A%2F%2Fblog.example',
];

describe('spellings that an import has beside each other', () => {
  let id: string;
  const ask = async (endpoint: string, query: Readonly<Record<string, string>> = {}) =>
    (await owner.get(`/websites/${id}/stats/${endpoint}`, { ...DAY, ...query })).body.data;

  beforeAll(async () => {
    ({ id } = await owner.website());
    // Each spelling has another number of visitors.
    const lines = URLS.flatMap((url, kind) =>
      Array.from({ length: 1 + kind }, (_, visitor) => ({
        timestamp: `2026-03-29T10:00:${String(kind).padStart(2, '0')}Z`,
        url,
        visitor: `${kind} ${visitor}`,
        ...TRAITS[visitor % TRAITS.length],
      })),
    );
    const { body } = await owner.import(id, lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(body.data).toMatchObject({ imported: lines.length, rejected: 0 });
  });

  test('are rows of their own', async () => {
    expect((await ask('browsers')).data).toHaveLength(4);
    expect((await ask('os')).operatingSystems).toHaveLength(4);
    expect((await ask('pages')).data.length).toBeGreaterThanOrEqual(5);
  });

  test.each(keysOf(BREAKDOWNS))(
    'each row of %s has the visitors of main under its name',
    async (breakdown: Breakdown) => {
      for (const named of namedRows(breakdown, await ask(breakdown, { limit: 'all' }))) {
        expect(agrees(named, await ask('main', { [named.filter]: named.value })), JSON.stringify(named)).toBe(true);
      }
    },
  );

  test('and one that no event has is that of the collector', async () => {
    const visitors = async (query: Readonly<Record<string, string>>) => (await ask('main', query)).totalVisitors;
    expect(await visitors({ browser: 'fireFox' })).toBe(await visitors({ browser: 'Firefox' }));
    expect(await visitors({ browser: 'fireFox' })).not.toBe(await visitors({ browser: 'firefox' }));
    // Of several spellings, the most frequent one.
    expect(await visitors({ city: 'bErLiN' })).toBe(await visitors({ city: 'Berlin' }));
    expect(await visitors({ city: 'berlin' })).not.toBe(await visitors({ city: 'Berlin' }));
    expect(await visitors({ page: '/café/' })).toBe(await visitors({ page: '/café' }));
    expect(await visitors({ page: '/caf%C3%A9' })).not.toBe(await visitors({ page: '/café' }));
  });
});
