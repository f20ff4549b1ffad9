import type { ApiClient } from '../service/api-client.js';

/** The clock of the service. */
export const NOW = Date.UTC(2026, 3, 15, 12);

/** Days with events of {@link behaviorWebsite}. */
export const DAYS = { from: '2026-04-01', to: '2026-04-03' };

const view = (visitor: string, at: string, path: string, more: object = {}) => ({
  visitor,
  timestamp: `2026-04-${at}:00Z`,
  url: `https://example.com${path}`,
  country: visitor === 'ben' ? 'FR' : 'DE',
  ...more,
});

const signup = (visitor: string, at: string, path: string) =>
  view(visitor, at, path, { type: 'custom', name: 'signup' });

/** Anna signs up a day later, Ben reads the docs first, Cleo leaves, and Dora comes on the next day. */
const LINES = [
  view('anna', '01T22:00', '/', { referrer: 'https://www.google.com/' }),
  view('anna', '01T22:01', '/pricing', { referrer: 'https://www.google.com/' }),
  view('anna', '02T10:00', '/pricing'),
  signup('anna', '02T10:02', '/pricing'),
  view('ben', '01T10:00', '/pricing'),
  view('ben', '01T10:01', '/docs/api'),
  signup('ben', '01T10:03', '/docs/api'),
  view('cleo', '01T11:00', '/pricing'),
  view('cleo', '01T11:01', '/'),
  view('cleo', '03T11:00', '/'),
  view('dora', '02T09:00', '/'),
];

/** A website with a few visitors in UTC, and a goal. */
export async function behaviorWebsite(owner: ApiClient) {
  const { id } = await owner.website({ domain: 'example.com', timezone: 'UTC' });
  await owner.import(id, LINES.map((line) => JSON.stringify(line)).join('\n'));
  const match = { dimension: 'event', operator: 'is', values: ['signup'] };
  const goal = (await owner.call('POST', `/websites/${id}/goals`, { name: 'Sign-up', match })).body.data.id as string;
  return { id, goal };
}

/** Values that no link of ours has. */
export const HOSTILE_VALUES = [
  '',
  '\0',
  '\ud800',
  '"><script>alert(1)</script>',
  "'; DROP TABLE events; --",
  '../../etc/passwd',
  '__proto__',
  'x'.repeat(3_000),
  '00000000-0000-4000-8000-000000000000',
  '-1',
  '1e999',
];

/** The addresses that a page links to. */
export const linksIn = (html: string): readonly string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
