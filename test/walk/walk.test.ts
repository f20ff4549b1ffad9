import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Query } from '../oracle/answers.js';
import { answer, ENDPOINTS } from '../oracle/oracle.js';
import { describeInBrowser } from '../tracker/chromium.js';
import { MONDAY, MORNING, SATURDAY, SUNDAY, saturday, sundayInTheApp, sundayInTheShop } from './story.js';
import { openTown, type Town } from './town.js';
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
  let town: Town;

  beforeAll(async () => {
    town = await openTown(MORNING);
    await saturday(town);
    await town.sleeps(`${SUNDAY}T08:00:00.000Z`);
    await unnoticed(town);
    await sundayInTheShop(town);
    await sundayInTheApp(town);
    // A day that is over is compared with all of the day before.
    await town.sleeps(`${MONDAY}T08:00:00.000Z`);
  });

  afterAll(() => town?.close());

  const ask = async (
    domain: keyof Websites,
    statistic: string,
    { filters, now: _, ...range }: Question,
  ): Promise<unknown> => {
    const { id } = town.websites[domain];
    const { body } = await town.owner.get(`/websites/${id}/stats/${statistic}`, { limit: 'all', ...range, ...filters });
    return body.data;
  };

  // Counted by hand, so that a diary that nobody wrote in would be noticed.
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
      const history = town.diary.counted(domain);
      for (const question of QUESTIONS) {
        const right = answer(history, town.websites[domain], endpoint, { ...question, limit: 'all' });
        await expect.poll(() => ask(domain, endpoint, question), { message: JSON.stringify(question) }).toEqual(right);
      }
    },
  );

  test.each(DOMAINS)('what is not counted of %s is told by its reasons', async (domain) => {
    await expect.poll(() => ask(domain, 'drops', ON_SUNDAY)).toEqual(town.diary.dropped(domain));
  });

  test('no browser told anything else, asked before it told, or complained', () => {
    expect(town.requests).toEqual(Array(town.diary.posts).fill('POST'));
    expect(town.complaints).toEqual([]);
  });
});
