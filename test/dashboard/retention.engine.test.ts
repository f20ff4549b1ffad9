import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ClickHouseError, TIMEOUT_EXCEEDED } from '../../src/clickhouse/clickhouse.js';
import { createSharedLink } from '../../src/websites/shared-links.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { behaviorWebsite, DAYS, HOSTILE_VALUES, linksIn, NOW } from './behavior-website.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText, rowsOfTable } from './read-page.js';
import type { SignedIn } from './signed-in.js';

const RANGE = `from=${DAYS.from}&to=${DAYS.to}`;

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let path: string;
let id: string;
let goal: string;

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: NOW }));
  ({ id, goal } = await behaviorWebsite(owner));
  path = `/websites/${id}/retention`;
});

afterAll(() => service.close());

describe('the grid', () => {
  test.each([
    ['', {}],
    ['&country=DE', { filters: [{ dimension: 'country', operator: 'is', values: ['DE'] }] }],
    ['&exitPage=/', { filters: [{ dimension: 'exitPage', operator: 'is', values: ['/'] }] }],
    ['&returned=GOAL', { returned: 'GOAL' }],
  ])('has the figures of the API under %j', async (query, more) => {
    const body = { ...DAYS, interval: 'day', ...more, ...('returned' in more && { returned: { goal } }) };
    const { cohorts } = (await owner.call('POST', `/websites/${id}/cohorts`, body)).body.data;
    const html = await person.page(`${path}?${RANGE}${query.replace('GOAL', goal)}`);
    const text = (count: number | null, visitors: number) => {
      if (count === null) return '… not over yet';
      return count === 0 ? '0%' : `${((count / visitors) * 100).toFixed(1)}%`.replace('100.0%', '100%');
    };
    const expected = cohorts.map(({ visitors, returned }: { visitors: number; returned: (number | null)[] }) => [
      String(visitors),
      ...(visitors === 0 ? [] : returned.slice(1).map((count) => text(count, visitors))),
    ]);
    const rows = rowsOfTable(html);
    expect(rows.map(([, ...cells]) => cells)).toEqual(expected);
    expect(rows.map(([name]) => name)).toEqual(['1 Apr 2026', '2 Apr 2026', '3 Apr 2026']);
    // Anna and Cleo come back, of three.
    if (query === '') expect(expected[0].slice(0, 3)).toEqual(['3', '33.3%', '33.3%']);
  });

  test('says which period is running, and has exact numbers beside shares', async () => {
    const html = await person.page(`${path}?from=2026-04-01&to=2026-04-15&period=week`);
    expect(rowsOfTable(html).at(-1)?.[0]).toBe('13 Apr 2026 (so far)');
    expect(await person.page(`${path}?${RANGE}`)).toContain('title="1 of 3 visitors"');
    expect(plainText(html)).toContain('Dotted: the current week, still running.');
    const months = await person.page(`${path}?from=2026-03-01&to=2026-04-15&period=month`);
    expect(rowsOfTable(months).map(([name]) => name)).toEqual(['Mar 2026', 'Apr 2026 (so far)']);
  });

  test('is of the period that suits the range, and of a longer one if there are too many', async () => {
    const chosen = async (query: string) => {
      const html = await person.page(`${path}?${query}`);
      const [, current = ''] = /<ul class="segments".*?aria-current="true">(\w+)</s.exec(html) ?? [];
      return [current, /This period is too long for \w+\. Showing \w+\./.exec(html)?.[0]];
    };
    expect(await chosen('range=7d')).toEqual(['Days', undefined]);
    expect(await chosen('')).toEqual(['Weeks', undefined]);
    expect(await chosen('range=12mo')).toEqual(['Weeks', undefined]);
    expect(await chosen('range=90d&period=day')).toEqual(['Weeks', 'This period is too long for days. Showing weeks.']);
    expect(await chosen('from=2024-01-01&to=2026-04-01')).toEqual(['Months', undefined]);
    const long = await person.page(`${path}?from=2017-01-01&to=2026-04-01`);
    expect(plainText(long)).toContain('The range must have at most 60 months.');
  });
});

test('every link keeps range, filters, period and goal', async () => {
  const html = await person.page(`${path}?${RANGE}&country=DE&period=week&returned=${goal}`);
  const own = linksIn(html).filter((href) => href.startsWith(`${path}?`));
  expect(own).toContain(`${path}?${RANGE}&country=DE&period=day&returned=${goal}`);
  expect(own).toContain(`${path}?${RANGE}&country=DE&period=week`);
  expect(own).toContain(`${path}?range=7d&country=DE&period=week&returned=${goal}`);
  expect(own).toContain(`${path}?${RANGE}&period=week&returned=${goal}`);
  expect(html).toContain(`<input type="hidden" name="returned" value="${goal}"/>`);
  const typed = await person.get(`${path}?${RANGE}&period=week&returned=${goal}&by=country&value=France`);
  expect(typed.headers.get('Location')).toBe(`${path}?${RANGE}&country=FR&period=week&returned=${goal}`);
});

describe('instead of a grid', () => {
  test('a filter of single events is named, with a link without it', async () => {
    const html = await person.page(`${path}?${RANGE}&page=/pricing&country=DE`);
    expect(plainText(html)).toContain('not by page. Remove this filter');
    expect(linksIn(html)).toContain(`${path}?${RANGE}&country=DE`);
    expect(html).not.toContain('retention-grid');
  });

  test('IDs that change daily are explained, and a note says when they change monthly', async () => {
    const find = vi.spyOn(service.services, 'findVisitorIdRotation');
    find.mockResolvedValueOnce('daily');
    expect(plainText(await person.page(`${path}?${RANGE}`))).toContain('Visitor IDs change every day');
    find.mockResolvedValueOnce('monthly');
    expect(plainText(await person.page(`${path}?${RANGE}`))).toContain('Visitor IDs change each month (UTC)');
    find.mockRestore();
    expect(plainText(await person.page(`${path}?${RANGE}`))).not.toContain('Visitor IDs change');
  });

  test('a range without new visitors says so, and a website without events waits for them', async () => {
    expect(plainText(await person.page(`${path}?range=yesterday`))).toContain('No new visitors in this period.');
    expect(plainText(await person.page(`${path}?${RANGE}&country=JP`))).toContain(
      'No new visitors match these filters. Clear filters',
    );
    const { id: empty } = await owner.website();
    expect(plainText(await person.page(`/websites/${empty}/retention`))).toContain('Waiting for the first visitor');
  });

  test('a statement that takes too long is a notice with another try', async () => {
    const { clickhouse } = service.services;
    const { query } = clickhouse;
    vi.spyOn(clickhouse, 'query').mockImplementation(async (each) => {
      if (each.name === 'stats/cohorts') throw new ClickHouseError('too slow', TIMEOUT_EXCEEDED, undefined);
      return query(each);
    });
    const html = await person.page(`${path}?${RANGE}`);
    vi.restoreAllMocks();
    expect(plainText(html)).toContain('It took longer than it may: ask for less at once. Try again');
    expect(linksIn(html)).toContain(`${path}?${RANGE}`);
  });
});

test.each(HOSTILE_VALUES)('no parameter stumbles over %j', async (value) => {
  for (const name of ['period', 'returned', 'range', 'country', 'from', 'by', 'edit']) {
    const response = await person.get(`${path}?${new URLSearchParams({ [name]: value })}`);
    expect([200, 303], name).toContain(response.status);
    expect(await response.text()).not.toContain('<script>alert');
  }
});

test("another website's goal is no goal, and its name is not shown", async () => {
  const other = await behaviorWebsite(await apiClient(service));
  const html = await person.page(`${path}?${RANGE}&returned=${other.goal}`);
  expect(plainText(html)).toContain('This goal no longer exists. Any visit counts as a return.');
  expect(linksIn(html).some((href) => href.includes(other.goal))).toBe(false);
});

test('is no page of a shared link', async () => {
  const { token } = await createSharedLink(service.engines.postgres.db, id, { name: 'Board' }, service.clock);
  expect((await service.app.request(`/share/${token}/retention`)).status).toBe(404);
  expect(await (await service.app.request(`/share/${token}`)).text()).not.toContain('/retention');
});
