import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Query } from '../oracle/answers.js';
import { answer, ENDPOINTS } from '../oracle/oracle.js';
import { describeInBrowser } from '../tracker/chromium.js';
import { type FixtureSites, openFixtureSites } from './fixture-sites.js';
import { MONDAY, MORNING, SATURDAY, SUNDAY, saturday, sundayInTheApp, sundayInTheShop } from './story.js';
import { unnoticed } from './unnoticed.js';
import type { Websites } from './websites.js';

const DOMAINS: readonly (keyof Websites)[] = ['shop.test', 'app.test', 'quiet.test'];

const ON_SUNDAY = { from: SUNDAY, to: SUNDAY };
const ON_BOTH_DAYS = { from: SATURDAY, to: SUNDAY };

/** Of all rows. */
type Question = Omit<Query, 'limit'>;

const QUESTIONS: readonly Question[] = [
  { from: SATURDAY, to: SATURDAY },
  ON_SUNDAY,
  { ...ON_BOTH_DAYS, granularity: 'day' },
  { ...ON_BOTH_DAYS, filters: { page: '/tents' } },
  { ...ON_BOTH_DAYS, filters: { referrer: 'Google' } },
  { ...ON_SUNDAY, filters: { device: 'mobile' } },
  { ...ON_SUNDAY, filters: { os: 'macOS' } },
  { ...ON_SUNDAY, filters: { entryPage: '/notes#/first' } },
];

describeInBrowser('two days of people with browsers', () => {
  let fixture: FixtureSites;

  beforeAll(async () => {
    fixture = await openFixtureSites(MORNING);
    await saturday(fixture);
    await fixture.sleeps(`${SUNDAY}T08:00:00.000Z`);
    await unnoticed(fixture);
    await sundayInTheShop(fixture);
    await sundayInTheApp(fixture);
    // A day that is over is compared with all of the day before.
    await fixture.sleeps(`${MONDAY}T08:00:00.000Z`);
  });

  afterAll(() => fixture?.close());

  const ask = async (
    domain: keyof Websites,
    statistic: string,
    { filters, now: _, ...range }: Question,
  ): Promise<unknown> => {
    const { id } = fixture.websites[domain];
    const { body } = await fixture.owner.get(`/websites/${id}/stats/${statistic}`, {
      limit: 'all',
      ...range,
      ...filters,
    });
    return body.data;
  };

  // Counted by hand, so that a timeline that nobody wrote in would be noticed.
  test.each([
    [
      'shop.test',
      {
        totalVisitors: 7,
        returningVisitors: 3,
        totalPageviews: 12,
        bounceRate: 0.4286,
        averageSessionDurationSeconds: 33.29,
        previousTotalVisitors: 3,
        previousTotalPageviews: 5,
        previousBounceRate: 0.3333,
        previousAverageSessionDurationSeconds: 353.33,
      },
    ],
    [
      'app.test',
      {
        totalVisitors: 3,
        returningVisitors: 0,
        totalPageviews: 9,
        bounceRate: 0.3333,
        averageSessionDurationSeconds: 55.33,
        previousTotalVisitors: 1,
        previousTotalPageviews: 1,
        previousBounceRate: 1,
        previousAverageSessionDurationSeconds: 0,
      },
    ],
  ] as const)('the Sunday of %s at a glance', async (domain, figures) => {
    await expect.poll(() => ask(domain, 'main', ON_SUNDAY)).toMatchObject(figures);
  });

  test.each(ENDPOINTS.flatMap((endpoint) => DOMAINS.map((domain) => [endpoint, domain] as const)))(
    '%s of %s says exactly what they did',
    async (endpoint, domain) => {
      const history = fixture.timeline.counted(domain);
      for (const question of QUESTIONS) {
        const right = answer(history, fixture.websites[domain], endpoint, { ...question, limit: 'all' });
        await expect.poll(() => ask(domain, endpoint, question), { message: JSON.stringify(question) }).toEqual(right);
      }
    },
  );

  test.each(DOMAINS)('what is not counted of %s is told by its reasons', async (domain) => {
    await expect.poll(() => ask(domain, 'drops', ON_SUNDAY)).toMatchObject(fixture.timeline.dropped(domain));
  });

  test('no browser told anything else, asked before it told, or complained', () => {
    expect(fixture.requests).toEqual(Array(fixture.timeline.posts).fill('POST'));
    expect(fixture.complaints).toEqual([]);
  });
});
