import { randomUUID } from 'node:crypto';
import { recordOf } from '../src/event-record.js';
import { draftOf } from '../src/ingest/collector.js';
import type { Draft } from '../src/ingest/draft.js';
import { type EventBody, eventBody } from '../src/ingest/event-body.js';
import { collecting, type Tools } from '../src/ingest/pipeline.js';
import { openPlaces } from '../src/ingest/place.js';
import type { Website } from '../src/websites/website.js';

const EVENTS = 50_000;

const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
];
const REFERRERS = [
  '',
  'https://www.google.com/',
  'https://t.co/abc',
  'https://example.com/',
  'https://blog.some-site.org/x',
];

const website: Website = {
  id: randomUUID(),
  accountId: randomUUID(),
  name: 'Bench',
  domain: 'example.com',
  timezone: 'UTC',
  trackingKey: 'site_bench',
  favicon: null,
  chartTheme: 'default',
  allowedDomains: ['shop.example.org'],
  excludedIps: ['192.0.2.0/24'],
  excludedPaths: ['/admin/*'],
  excludedHostnames: ['staging.example.com'],
  excludedCountries: ['KP'],
  excludeHosting: false,
  emailWeeklySummary: false,
  emailTrafficSpike: false,
  createdAt: new Date(),
  updatedAt: new Date(),
};

/** Microseconds that each step takes for one event. */
export async function benchSteps(): Promise<Readonly<Record<string, number>>> {
  const keys = { current: 'x'.repeat(64) };
  const tools: Tools = { places: await openPlaces(undefined, console.warn), keysAt: () => keys };
  const texts = Array.from({ length: EVENTS }, (_, index) => textOf(index));
  const costs: Record<string, number> = {};
  const bodies = timed('parse and check', costs, texts, (text) => eventBody.parse(JSON.parse(text)));
  const drafts = timed('draft', costs, bodies, draftAt);
  for (const { name, take } of collecting) timed(name, costs, drafts, (draft) => expectKept(take(draft, tools)));
  timed('write as JSON', costs, drafts, ({ event }) => recordOf(event));
  return costs;
}

function timed<From, To>(
  name: string,
  costs: Record<string, number>,
  items: readonly From[],
  step: (item: From, index: number) => To,
): readonly To[] {
  for (const [index, item] of items.slice(0, 5_000).entries()) step(item, index);
  const began = performance.now();
  const results = items.map(step);
  costs[name] = Math.round(((performance.now() - began) / items.length) * 1e5) / 100;
  return results;
}

const textOf = (index: number): string =>
  JSON.stringify({
    key: website.trackingKey,
    type: 'pageview',
    url: `https://example.com/page/${index % 500}${index % 4 === 0 ? '?utm_source=news&utm_medium=email' : ''}`,
    referrer: REFERRERS[index % REFERRERS.length],
    language: 'en-US',
    screen: '1440x900',
  });

function draftAt(body: EventBody, index: number): Draft {
  const address = `${1 + (index % 200)}.${(index >> 8) % 256}.${index % 256}.7`;
  return draftOf(body, { address, userAgent: AGENTS[index % AGENTS.length] ?? '' }, website, 0);
}

function expectKept(reason: string | undefined): void {
  if (reason !== undefined) throw new Error(`an event was dropped: ${reason}`);
}
