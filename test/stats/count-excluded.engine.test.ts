import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Exclusions,
  isExcludedCountry,
  isExcludedHostname,
  isExcludedPath,
} from '../../src/collect/steps/exclusions.js';
import { countExcluded } from '../../src/stats/reports/count-excluded.js';
import type { PastEvent } from '../oracle/past-event.js';
import { apiClient } from '../service/api-client.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';

const DAY = { start: Date.UTC(2026, 2, 1), end: Date.UTC(2026, 2, 2) };

const paths = ['/', '/admin', '/admin/users', '/administer', '/a.b', '/axb', '/x/y/preview', '/Straße', '/a_c', '/a|b'];
const hosts = [
  'example.com',
  'www.example.com',
  'shop-1.example.com',
  'a.shop-2.example.com',
  'xn--bcher-kva.example.com',
];
const countries = ['DE', 'FR', undefined];

/** Each path on each host, by one of seven visitors, who are each in one country. */
const events = paths.flatMap((path, which) =>
  hosts.map((host, place): PastEvent & { readonly path: string; readonly host: string } => {
    const index = which * hosts.length + place;
    const country = countries[(index % 7) % 3];
    return {
      timestamp: new Date(DAY.start + index * 60_000).toISOString(),
      type: index % 4 === 0 ? 'custom' : 'pageview',
      ...(index % 4 === 0 && { name: 'signup' }),
      url: `https://${host}${path}`,
      visitor: `visitor-${index % 7}`,
      device: 'desktop',
      ...(country && { country }),
      path,
      host,
    };
  }),
);

const none: Exclusions = { excludedIps: [], excludedPaths: [], excludedHostnames: [], excludedCountries: [] };

const cases: readonly Partial<Exclusions>[] = [
  {},
  ...[
    '/admin',
    '/admin/',
    '/admin/*',
    '/admin*',
    '*',
    '/*',
    '/a.b',
    '/A.B',
    '*/preview',
    '/x/*/preview/',
    '/x/**',
    '/',
  ].map((path) => ({ excludedPaths: [path] })),
  ...['/Stra%C3%9Fe', '/a_c', '/a|b', '/a[bc]', '*^$.(?+)\\', '/admin/*/'].map((path) => ({ excludedPaths: [path] })),
  ...[
    'example.com',
    '*.example.com',
    'shop-*.example.com',
    '*.shop-*.example.com',
    'EXAMPLE.com',
    'bücher.example.com',
  ].map((host) => ({ excludedHostnames: [host] })),
  { excludedCountries: ['de'] },
  { excludedPaths: ['/admin', '/x/*'], excludedHostnames: ['www.example.com'], excludedCountries: ['FR', 'XX'] },
];

let service: TestService;
let websiteId: string;

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 2, 3) });
  const owner = await apiClient(service);
  ({ id: websiteId } = await owner.website());
  await owner.history(
    websiteId,
    events.map(({ path, host, ...event }) => event),
  );
});

afterAll(() => service.close());

test.each(cases)('%o keeps out what is counted', async (given) => {
  const website = { ...none, ...given };
  const out = events.filter(
    ({ path, host, country }) =>
      isExcludedPath(website, path) || isExcludedHostname(website, host) || isExcludedCountry(website, country ?? ''),
  );
  const scope = { websiteId, range: DAY, filter: undefined };
  expect(await countExcluded(service.engines.clickhouse, scope, website)).toEqual({
    events: out.length,
    visitors: new Set(out.map(({ visitor }) => visitor)).size,
    share: out.length / events.length,
  });
});
