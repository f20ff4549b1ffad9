import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClickHouse, ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { readSavedFilters } from '../../src/definitions/saved-filters.js';
import { changeFinder } from '../../src/notifications/find-change.js';
import { spikeBrief, spikeEmail } from '../../src/notifications/mail/traffic-alert.js';
import { summaryBrief, weeklySummaryEmail } from '../../src/notifications/mail/weekly-summary.js';
import { readWeeklySummary } from '../../src/notifications/read-weekly-summary.js';
import { describeSpike } from '../../src/notifications/traffic-alerts.js';
import { payloadFigures } from '../../src/notifications/webhooks/payload-schemas.js';
import { storedWebsite } from '../dashboard/website-pages.js';
import { dayStart } from '../oracle/zones.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { changedWebsite, day, HOUR, WEEK, ZONE } from '../service/changed-website.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';

const LINKS = { baseUrl: 'https://stats.example', unsubscribeUrl: 'https://stats.example/unsubscribe/x' };

let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  service = await sharedService({ clock: dayStart(ZONE, day(42)) + 13 * HOUR });
  owner = await apiClient(service);
});

afterAll(() => service.close());

/** Everything is answered but what changed. */
const failing = (clickhouse: ClickHouse, name = 'stats/changes'): ClickHouse => ({
  ...clickhouse,
  query: async (query) => {
    if (query.name.startsWith(name)) throw new ClickHouseError('too slow', 159, undefined);
    return clickhouse.query(query);
  },
});

test('a weekly summary has the sentence of the API, and goes out without it', async () => {
  const id = await changedWebsite(owner);
  const website = await storedWebsite(service, id);
  const { clickhouse } = service.engines;
  const { text } = (await owner.call('POST', `/websites/${id}/changes`, { ...WEEK, metric: 'visitors' })).body.data;
  const { whatChanged, ...rest } = await readWeeklySummary(clickhouse, website, WEEK, service.clock);
  expect([whatChanged, text]).toEqual([text, expect.stringContaining('campaign "<img src=x')]);
  expect(await readWeeklySummary(failing(clickhouse), website, WEEK, service.clock)).toEqual(rest);
  const summary = { ...rest, whatChanged };
  const email = await weeklySummaryEmail('ada@example.com', { website, summary, links: LINKS });
  expect(email.text).toContain(`\n\n${text}\n\nVisitors by day`);
  expect(email.html).toContain('campaign &quot;&lt;img src=x');
  expect(email.html).not.toContain('<img src=x');
  expect(summaryBrief(website, summary, LINKS.baseUrl).lines).toContain(text);
  expect(payloadFigures('week', summary)).toMatchObject({ whatChanged: text });
  const without = await weeklySummaryEmail('ada@example.com', { website, summary: rest, links: LINKS });
  expect(without.text).not.toContain('more visitors');
  // With nothing before it, a week cannot be compared.
  const first = { from: day(0), to: day(6) };
  expect(await readWeeklySummary(clickhouse, website, first, service.clock)).not.toHaveProperty('whatChanged');
});

test('that of a goal is about its conversions', async () => {
  const id = await changedWebsite(owner);
  const website = await storedWebsite(service, id);
  const match = { dimension: 'page', operator: 'is', values: ['/*'] };
  const created = (await owner.call('POST', `/websites/${id}/goals`, { name: 'Any page', match })).body.data;
  const asked = { ...WEEK, metric: 'conversions', goal: created.id };
  const { text } = (await owner.call('POST', `/websites/${id}/changes`, asked)).body.data;
  const { goals } = await readSavedFilters(service.engines.postgres.db, id);
  const { clickhouse } = service.engines;
  const found = await readWeeklySummary(clickhouse, website, WEEK, service.clock, { goal: goals[0] });
  expect([found.whatChanged, text]).toEqual([text, expect.stringContaining('conversions')]);
  expect(found.goal?.conversions.now).toBe(found.days.reduce((sum, { visitors }) => sum + visitors, 0));
});

test('an alert names what came, compared with the same half hour a week before', async () => {
  const { id } = await owner.website({ domain: 'example.com', timezone: ZONE });
  const { clickhouse } = service.engines;
  // The clocks go forward in the last week.
  const at = (days: number) => dayStart(ZONE, day(days)) + 12 * HOUR;
  const view = (days: number, number: number, more: object = {}) => ({
    type: 'pageview' as const,
    visitor: `${days} ${number}`,
    timestamp: new Date(at(days) + number * 10_000).toISOString(),
    url: 'https://example.com/',
    device: 'desktop' as const,
    ...more,
  });
  const usual = Array.from({ length: 42 }, (_, days) => Array.from({ length: 12 }, (_, number) => view(days, number)));
  const spike = Array.from({ length: 60 }, (_, number) =>
    view(41, 100 + number, { url: 'https://example.com/launch', referrer: 'https://news.ycombinator.com/' }),
  );
  await owner.history(id, [...usual.flat(), ...spike]);
  // The import has recounted its days.
  const website = await storedWebsite(service, id);
  const range = { start: at(41), end: at(41) + HOUR / 2 };
  const found = await describeSpike(clickhouse, website, range, 72, { usual: 12, times: 6 });
  expect(found.whatChanged).toMatch(/^60 more visitors \(72, 12\): .*(Hacker News|\/launch) \+60/);
  const line = `Compared with the same half hour a week before: ${found.whatChanged}`;
  expect(spikeEmail('ada@example.com', website, found, LINKS).text).toContain(line);
  expect(spikeBrief(website, found, LINKS.baseUrl).lines).toContain(line);
  expect(payloadFigures('spike', found)).toMatchObject({ whatChanged: found.whatChanged });
  const { whatChanged: _, ...rest } = found;
  for (const name of ['stats/changes', 'stats/first-event']) {
    expect(await describeSpike(failing(clickhouse, name), website, range, 72, { usual: 12, times: 6 })).toEqual(rest);
  }
  // Of a usual half hour there is nothing to say.
  const quiet = { start: at(40), end: at(40) + HOUR / 2 };
  const usualOne = await describeSpike(clickhouse, website, quiet, 12, { usual: 12, times: 1 });
  expect(usualOne).not.toHaveProperty('whatChanged');
});

test('once the sentences of a run have taken their time, the next one asks nothing', async () => {
  const { id } = await owner.website();
  const website = await storedWebsite(service, id);
  let asked = 0;
  const hanging: ClickHouse['query'] = () => {
    asked += 1;
    return new Promise(() => undefined);
  };
  const limits = { each: 20, together: 30 };
  const find = changeFinder({ ...service.engines.clickhouse, query: hanging }, limits);
  const now = service.clock;
  const range = { start: now - HOUR, end: now };
  const comparison = { mode: 'previous', range: { start: now - 2 * HOUR, end: now - HOUR } } as const;
  for (let run = 0; run < 4; run += 1) expect(await find(website, { range, comparison, now })).toBeUndefined();
  expect(asked).toBeGreaterThan(0);
  const askedInTime = asked;
  expect(await find(website, { range, comparison, now })).toBeUndefined();
  expect(asked).toBe(askedInTime);
});
