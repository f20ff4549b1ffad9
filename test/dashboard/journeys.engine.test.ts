import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ClickHouseError, TIMEOUT_EXCEEDED } from '../../src/clickhouse/clickhouse.js';
import { createSharedLink } from '../../src/websites/shared-links.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { behaviorWebsite, DAYS, HOSTILE_VALUES, linksIn, NOW } from './behavior-website.js';
import { dashboardOwner } from './dashboard-owner.js';
import { columnsIn, plainText } from './read-page.js';
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
  path = `/websites/${id}/journeys`;
});

afterAll(() => service.close());

interface Node {
  readonly value: string | null;
  readonly sessions: number;
  readonly children: readonly Node[];
}

/** The same of the API's tree along a path. */
function columnsOf(node: Node, [next, ...rest]: readonly string[], exit: string): unknown[] {
  const own = node.children.map(({ value, sessions }) => [value === '(exit)' ? exit : value, sessions]);
  const chosen = node.children.find(({ value }) => value === next);
  return [own, ...(chosen === undefined ? [] : columnsOf(chosen, rest, exit))];
}

const page = (value: string) => ({ dimension: 'page', operator: 'is', values: [value] });

describe('the columns', () => {
  test.each([
    ['', {}, ['/pricing']],
    ['&start=page:/pricing', { anchor: { from: page('/pricing') } }, ['/']],
    ['&end=event:signup', { anchor: { to: { dimension: 'event', operator: 'is', values: ['signup'] } } }, []],
    ['&end=goal:GOAL&with=events', { anchor: { to: 'GOAL' }, events: true }, ['/docs/api', '/pricing']],
    [
      '&group=section&country=FR',
      { groupBy: 'section', filters: { dimension: 'country', operator: 'is', values: ['FR'] } },
      ['/pricing'],
    ],
  ])('have the figures of the API under %j', async (query, more, chosen) => {
    const body = JSON.parse(JSON.stringify({ ...DAYS, ...more, steps: 4 }).replace('"GOAL"', `{"goal":"${goal}"}`));
    const { root } = (await owner.call('POST', `/websites/${id}/journey`, body)).body.data;
    const parameters = chosen.map((value) => `&path=${encodeURIComponent(value)}`).join('');
    const columns = columnsIn(await person.page(`${path}?${RANGE}${query.replace('GOAL', goal)}${parameters}`));
    expect(columns).toEqual(columnsOf(root, chosen, query.includes('end=') ? '(started here)' : '(left)'));
    expect(columns).toHaveLength(chosen.length + 1);
  });

  test('of a page with a star are of all pages like it', async () => {
    const text = plainText(await person.page(`${path}?${RANGE}&start=page:/do*/api`));
    expect(text).toContain('1 visit from /do*/api');
    const typed = plainText(await person.page(`${path}?${RANGE}&start=page:do*/api/`));
    expect(typed).toContain('1 visit from do*/api/');
    // Nothing else of the name is a pattern.
    expect(plainText(await person.page(`${path}?${RANGE}&start=page:/pr.c*`))).toContain('No such visits');
  });

  test('are links: a cell opens the next column, and closes it again', async () => {
    const html = await person.page(`${path}?${RANGE}&start=page:/pricing&path=/`);
    const start = `${path}?${RANGE}&start=page%3A%2Fpricing`;
    expect(linksIn(html)).toContain(`${start}&path=%2Fdocs%2Fapi#step-2`);
    expect(linksIn(html)).toContain(`${start}#step-1`);
    expect(html).toMatch(/aria-current="true"[^>]*><svg.*?<bdi>\/<\/bdi>/s);
    const steps = 'step=page%3A%2Fpricing&step=page%3A%2F';
    expect(linksIn(html)).toContain(`/websites/${id}/funnels?${RANGE}&${steps}`);
    const back = await person.page(`${path}?${RANGE}&end=goal:${goal}&path=/docs/api`);
    expect(linksIn(back)).toContain(`/websites/${id}/funnels?${RANGE}&step=page%3A%2Fdocs%2Fapi&step=goal%3A${goal}`);
  });

  test('a path that no visit has any more ends where it ends', async () => {
    const html = await person.page(`${path}?${RANGE}&path=/gone&path=/further`);
    expect(columnsIn(html)).toHaveLength(1);
  });
});

test('a typed start becomes the address, and keeps what else is chosen', async () => {
  const typed = async (query: string) => (await person.get(`${path}?${RANGE}&${query}`)).headers.get('Location');
  expect(await typed('anchor=end&kind=event&match=signup&group=section')).toBe(
    `${path}?${RANGE}&end=event%3Asignup&group=section`,
  );
  expect(await typed(`anchor=start&kind=goal:${goal}&match=ignored`)).toBe(`${path}?${RANGE}&start=goal%3A${goal}`);
  expect(await typed('anchor=start&kind=page&match=')).toBe(`${path}?${RANGE}`);
});

test('every link keeps range, filters and choices', async () => {
  const own = `end=goal%3A${goal}&with=events&group=section&path=%2Fdocs%2F*`;
  const links = linksIn(await person.page(`${path}?${RANGE}&country=FR&${own}`));
  expect(links).toContain(`${path}?range=7d&country=FR&${own}`);
  expect(links).toContain(`${path}?${RANGE}&${own}`);
  // Other steps have other paths.
  expect(links).toContain(`${path}?${RANGE}&country=FR&end=goal%3A${goal}&group=section`);
});

describe('instead of columns', () => {
  test('nothing found is said, with a way back', async () => {
    const html = await person.page(`${path}?${RANGE}&start=page:/nowhere`);
    expect(plainText(html)).toContain('No such visits in this period. Show all entry pages');
    expect(linksIn(html)).toContain(`${path}?${RANGE}`);
    const { id: empty } = await owner.website();
    expect(plainText(await person.page(`/websites/${empty}/journeys`))).toContain('Waiting for the first visitor');
  });

  test('a statement that takes too long is a notice with another try', async () => {
    const { clickhouse } = service.services;
    const { query } = clickhouse;
    vi.spyOn(clickhouse, 'query').mockImplementation(async (each) => {
      if (each.name === 'stats/journey') throw new ClickHouseError('too slow', TIMEOUT_EXCEEDED, undefined);
      return query(each);
    });
    const html = await person.page(`${path}?${RANGE}`);
    vi.restoreAllMocks();
    expect(plainText(html)).toContain('It took longer than it may: ask for less at once. Try again');
  });
});

test.each(HOSTILE_VALUES)('no parameter stumbles over %j', async (value) => {
  const names = ['start', 'end', 'path', 'with', 'group', 'anchor', 'kind', 'match', 'range'];
  const queries: string[][][] = [
    ...names.map((name) => [[name, value]]),
    ...['page', 'event', 'goal'].map((kind) => [['start', `${kind}:${value}`]]),
    [
      ['anchor', 'start'],
      ['kind', `goal:${value}`],
    ],
    Array.from({ length: 300 }, () => ['path', value]),
  ];
  for (const query of queries) {
    const response = await person.get(`${path}?${new URLSearchParams(query as [string, string][])}`);
    expect([200, 303], JSON.stringify(query.slice(0, 2))).toContain(response.status);
    expect(await response.text()).not.toContain('<script>alert');
  }
});

test("another website's goal is no start, and its name is not shown", async () => {
  const other = await behaviorWebsite(await apiClient(service));
  const html = await person.page(`${path}?${RANGE}&start=goal:${other.goal}`);
  expect(plainText(html)).toContain('This goal no longer exists. Showing entry pages.');
  expect(linksIn(html).some((href) => href.includes(other.goal))).toBe(false);
});

test('is no page of a shared link', async () => {
  const { token } = await createSharedLink(service.engines.postgres.db, id, { name: 'Board' }, service.clock);
  expect((await service.app.request(`/share/${token}/journeys`)).status).toBe(404);
});
