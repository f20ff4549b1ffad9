import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { compile } from '../../src/clickhouse/sql.js';
import { websitePlace } from '../../src/dashboard/access/place.js';
import { shownBy } from '../../src/dashboard/pages/stats/parse-view.js';
import { readFigures } from '../../src/dashboard/pages/stats/read-figures.js';
import { dateSpan } from '../../src/lib/date-text.js';
import { createSharedLink } from '../../src/websites/shared-links.js';
import type { ApiClient } from '../service/api-client.js';
import { counted } from '../service/daily-visitors.js';
import type { TestService } from '../service/test-service.js';
import {
  AFTER_LEAP_YEAR,
  CLOCK_CHANGE,
  COMPARISONS,
  type ComparedWebsite,
  comparedFigures,
  comparedWebsite,
  FIRST,
  LEAP_DAY,
  NOW,
  RUNNING,
} from './compared-figures.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText } from './read-page.js';
import type { SignedIn } from './signed-in.js';
import { storedWebsite } from './website-pages.js';

const DAY = 86_400_000;

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let website: ComparedWebsite;
let figures: ReturnType<typeof comparedFigures>;

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: NOW }));
  website = await comparedWebsite(owner, 'Europe/Berlin');
  figures = comparedFigures(owner, person, website);
  await counted(service, website.id);
});

afterAll(() => service.close());

const page = (path: string) => person.page(`/websites/${website.id}${path}`);

describe.each(COMPARISONS)('“%s” compares as the API does', (...comparison) => {
  test.each([LEAP_DAY, AFTER_LEAP_YEAR, CLOCK_CHANGE, RUNNING])('%s', (...range) =>
    figures.expectAll(range, comparison),
  );
});

test.each([
  ['', 'Previous period, ', 'the previous period', '2025-01-31', '2025-02-28'],
  ['compare=year', 'Same period last year, ', 'the same period last year', '2024-03-01', '2024-03-29'],
  ['compare=custom&compareFrom=2024-02-29&compareTo=2024-02-01', '', '', '2024-02-01', '2024-02-29'],
])('what is compared is named: %s', async (choice, label, name, from, to) => {
  const html = await page(`?from=2025-03-01&to=2025-03-29&${choice}`);
  const span = dateSpan({ from, to });
  expect(html).toContain(`<li class="key-previous">${label}${span}</li>`);
  expect(html).toContain(`, compared with ${name || span}. Peak`);
  expect(plainText(html)).toContain(plainText(` than in ${name || span}, which is `));
});

describe('without a comparison', () => {
  test('no change is shown anywhere', async () => {
    const { goal } = website;
    for (const query of ['?compare=none', `?compare=none&goal=${goal}`]) {
      const html = await page(query);
      expect(html).not.toMatch(/key-previous|class="why"|>Change<|\bvs\.|previous period/);
      expect(plainText(html)).not.toMatch(/[↑↓]| pts|percent (more|less)/);
    }
    for (const query of ['?compare=none', `?compare=none&goal=${goal}`]) {
      expect(await page(`/countries${query}`)).not.toContain('>Change<');
      expect(await page(`/countries.csv${query}`)).not.toContain('Previous');
    }
    expect(plainText(await page('/why?compare=none'))).not.toContain('visitors');
    expect(plainText(await page('/changes?compare=none'))).toContain('Nothing to compare with: comparison is off.');
  });

  test.each(['', '&country=DE', '&page=/1&event=signup'])('nothing earlier is read: %s', async (filter) => {
    const stored = await storedWebsite(service, website.id);
    const { clickhouse } = service.engines;
    const findEarliest = async (query: string) => {
      const subject = { website: stored, place: websitePlace(stored), now: NOW, firstEvent: FIRST };
      const shown = shownBy(new URLSearchParams(query), subject);
      const instants: number[] = [];
      const spy: ClickHouse['query'] = async (statement) => {
        instants.push(...Object.values(compile(statement.sql).parameters).flatMap(readInstant));
        return clickhouse.query(statement);
      };
      await readFigures({ clickhouse: { ...clickhouse, query: spy } }, { ...shown, now: NOW });
      return Math.min(...instants) - shown.range.ranges.range.start;
    };
    expect(await findEarliest(`range=30d${filter}`)).toBeLessThan(-28 * DAY);
    expect(await findEarliest(`range=30d${filter}&compare=none`)).toBeGreaterThan(-DAY);
  });
});

/** Of a parameter: days, seconds, milliseconds, or a date. */
function readInstant(value: unknown): readonly number[] {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? [Date.parse(value)] : [];
  const units = [DAY, 1000, 1].map((unit) => Number(value) * unit);
  return units.filter((instant) => instant > Date.UTC(2022, 0) && instant < Date.UTC(2026, 0));
}

test.each([
  ['compare=year&from=2023-11-01&to=2023-12-10', 'the same period last year is incomplete'],
  ['compare=year&from=2023-10-01&to=2023-11-20', 'no earlier data'],
  [
    'compare=custom&compareFrom=2025-03-20&compareTo=2025-03-30',
    `${dateSpan({ from: '2025-03-20', to: '2025-03-30' })} has not ended`,
  ],
  [
    'from=2022-11-20&to=2022-12-19&compare=custom&compareFrom=2023-01-01&compareTo=2023-01-30',
    'this period is incomplete',
  ],
])('an incomplete comparison has no change: %s', async (query, reason) => {
  const html = await page(`?${query}`);
  expect(plainText(html)).toContain(` — , ${plainText(reason)}`);
  expect(html).not.toMatch(/class="change (good|bad)"/);
  expect(html).not.toContain('class="why"');
});

test('a longer comparison has changes per day, and no sentence', async () => {
  const query = 'from=2025-03-01&to=2025-03-07&compare=custom&compareFrom=2025-01-01&compareTo=2025-01-31';
  const html = await page(`?${query}&goal=${website.goal}`);
  const span = dateSpan({ from: '2025-01-01', to: '2025-01-31' });
  expect(html).toContain(`title="Change of conversions from ${span}, per day"`);
  expect(html).toMatch(new RegExp(`title="\\d+ in ${span}">[+−]?\\d(\\.\\d)?<`));
  expect(html).not.toContain('class="why"');
  const list = await page(`/countries?${query}`);
  expect(list).toContain(`title="Change of visitors from ${span}, per day"`);
  expect(list).not.toContain('sort=change');
});

test('the sentence is that of the API for the same comparison, and says what it compares with', async () => {
  const comparison = { mode: 'year', matchWeekday: true };
  const body = { from: '2025-03-01', to: '2025-03-28', comparison, metric: 'visitors' };
  const { text } = (await owner.call('POST', `/websites/${website.id}/changes`, body)).body.data;
  const why = plainText(await page('/why?from=2025-03-01&to=2025-03-28&compare=year&matchWeekday=true'));
  expect(why.replaceAll(' ', '')).toContain(text.replaceAll(' ', ''));
  expect(why).toContain('compared with the same period last year.');
});

test('every link keeps the comparison, also that of shared links', async () => {
  const { db } = service.engines.postgres;
  const { token } = await createSharedLink(db, website.id, { name: 'Board' }, service.clock);
  const html = await (await service.app.request(`/share/${token}?compare=year&range=7d`)).text();
  expect(html).not.toContain(website.id);
  expect(plainText(html)).toContain('the same period last year');
  const links = [...html.matchAll(/href="(\/share\/[^"]*)"/g)].map(([, href = '']) => href);
  const without = links.filter((href) => !href.includes('compare=year') && !/favicon|\/now$/.test(href));
  expect(without.filter((href) => !/compare=none|range=7d(&amp;matchWeekday=true)?$/.test(href))).toEqual([]);
});

test.each(['<script>alert(1)</script>', '"onclick="x', '\0', 'x'.repeat(5_000)])(
  'a hostile comparison is reported, and escaped: %s',
  async (value) => {
    const text = encodeURIComponent(value);
    const [bad, dates] = await Promise.all([
      page(`?compare=${text}&matchWeekday=${text}`),
      page(`?compare=custom&compareFrom=${text}&compareTo=${text}`),
    ]);
    expect(plainText(bad)).toContain('; comparing with the previous period.');
    expect(plainText(dates)).toContain('The comparison dates in the link are not valid.');
    for (const html of [bad, dates]) {
      expect(html).not.toContain('<script>alert');
      expect(html).not.toContain('x'.repeat(100));
    }
  },
);
