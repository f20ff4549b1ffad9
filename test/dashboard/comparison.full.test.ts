import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import {
  AFTER_LEAP_YEAR,
  type Choice,
  CLOCK_CHANGE,
  COMPARISONS,
  comparedFigures,
  comparedWebsite,
  LEAP_DAY,
  NOW,
  RUNNING,
} from './compared-figures.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText } from './read-page.js';
import type { SignedIn } from './signed-in.js';

const QUARTER = 900_000;
const WEEK = 7 * 96 * QUARTER;

let service: TestService;
let owner: ApiClient;
let person: SignedIn;

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: NOW }));
});

afterAll(() => service.close());

const RANGES = [
  LEAP_DAY,
  AFTER_LEAP_YEAR,
  CLOCK_CHANGE,
  RUNNING,
  ['from=2025-03-28&to=2025-03-29&interval=hour', { from: '2025-03-28', to: '2025-03-29' }],
  ['from=2024-10-01&to=2024-11-05&interval=week', { from: '2024-10-01', to: '2024-11-05' }],
  ['range=last-month', { range: 'lastMonth' }],
  ['range=24h', { range: '24h' }],
  ['range=7d', { range: '7d' }],
  ['range=year', { range: 'year' }],
  ['range=12mo', { range: '12mo' }],
] as const;

const ZONES = ['Europe/Berlin', 'Africa/Cairo', 'Australia/Lord_Howe'];

/** Each range with each comparison in one zone, and in each zone with some. */
const inZone = (zone: string, comparison: Choice) =>
  RANGES.filter((_, place) => (place + COMPARISONS.indexOf(comparison) + ZONES.indexOf(zone)) % ZONES.length === 0);

/** With a change of clocks at midnight, and one of half an hour. */
describe.each(ZONES)('in %s', (zone) => {
  let figures: ReturnType<typeof comparedFigures>;
  beforeAll(async () => {
    figures = comparedFigures(owner, person, await comparedWebsite(owner, zone));
  });

  describe.each(COMPARISONS.map((comparison) => [comparison[0], comparison] as const))(
    '“%s” compares as the API does',
    (_, comparison) => {
      test.each(inZone(zone, comparison))('%s', (...range) => figures.expectAll(range, comparison));
    },
  );

  test('today is compared until the same time', async () => {
    const { query } = await figures.ask({ range: 'today' });
    const until = { from: query.from, to: new Date(Math.floor(NOW / QUARTER) * QUARTER).toISOString() };
    const year = { mode: 'year' };
    await figures.expectTiles('range=today&compare=year', { ...until, comparison: year });
    const matched = { mode: 'year', matchWeekday: true };
    await figures.expectTiles('range=today&compare=year&matchWeekday=true', { ...until, comparison: matched });
    // In Berlin, this day has an hour less.
    if (zone === 'Europe/Berlin') {
      expect(plainText(await figures.page('range=today&compare=year'))).toContain(', up to the same time');
      return;
    }
    const [from, to] = [until.from, until.to].map((text) => new Date(Date.parse(text) - WEEK).toISOString());
    const day = query.from > '2025-03-30' ? '2025-03-24' : '2025-03-23';
    await figures.expectTiles(`range=today&compare=custom&compareFrom=${day}&compareTo=${day}`, {
      ...until,
      comparison: { mode: 'custom', from, to },
    });
  });
});
