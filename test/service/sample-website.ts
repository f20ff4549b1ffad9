import type { PastEvent } from '../oracle/past-event.js';
import type { Answer, ApiClient } from './api-client.js';

/** Clocks in Berlin go from 02:00 to 03:00 on this day, which has 23 hours: from 23:00 to 22:00 in UTC. */
export const DAY = { from: '2026-03-29', to: '2026-03-29' };

const anna = { visitor: 'anna', country: 'DE', city: 'Berlin', browser: 'Firefox', os: 'Windows', device: 'desktop' };
const ben = { visitor: 'ben', country: 'US', city: 'New York', browser: 'Chrome', os: 'macOS', device: 'desktop' };
const dora = { visitor: 'dora', device: 'tablet' };

const HISTORY: readonly PastEvent[] = [
  {
    ...anna,
    timestamp: '2026-03-28T10:00:00.000Z',
    type: 'pageview',
    url: 'https://example.com/',
    referrer: 'https://www.google.com/',
  },
  {
    ...anna,
    timestamp: '2026-03-29T08:00:00.000Z',
    type: 'pageview',
    url: 'https://example.com/?utm_source=google&utm_medium=cpc&utm_campaign=May%20sale',
    language: 'de-DE',
  },
  { ...anna, timestamp: '2026-03-29T08:05:00.000Z', type: 'pageview', url: 'https://example.com/pricing/' },
  {
    ...anna,
    timestamp: '2026-03-29T08:06:30.000Z',
    type: 'exit',
    url: 'https://example.com/pricing',
    link: 'https://partner.example/a?b=1#c',
  },
  {
    ...ben,
    timestamp: '2026-03-29T08:30:00.000Z',
    type: 'pageview',
    url: 'https://example.com/blog',
    referrer: 'https://news.ycombinator.com/',
    language: 'en-US',
  },
  {
    ...dora,
    timestamp: '2026-03-29T20:00:00.000Z',
    type: 'custom',
    name: 'signup',
    url: 'https://example.com/pricing',
    referrer: 'https://chatgpt.com/',
  },
  // The next day in Berlin.
  { ...dora, timestamp: '2026-03-29T22:00:00.000Z', type: 'pageview', url: 'https://example.com/late' },
];

/** Asks a statistic of a website in Berlin that has a few events on `DAY`, and around it. */
export async function sampleWebsite(owner: ApiClient) {
  const { id } = await owner.website({ timezone: 'Europe/Berlin' });
  await owner.history(id, HISTORY);
  const ask = (endpoint: string, query: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    owner.get(`/websites/${id}/stats/${endpoint}`, query);
  return { id, ask };
}
