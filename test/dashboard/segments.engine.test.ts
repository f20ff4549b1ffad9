import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ClickHouseError, TIMEOUT_EXCEEDED } from '../../src/clickhouse/clickhouse.js';
import { createDefinition } from '../../src/definitions/definitions.js';
import { findKind } from '../../src/definitions/kinds.js';
import { saveEmailedViews } from '../../src/notifications/emailed-views.js';
import { createSharedLink } from '../../src/websites/shared-links.js';
import type { ApiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { behaviorWebsite, DAYS, HOSTILE_VALUES, linksIn, NOW } from './behavior-website.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText, rowsOfTable, tilesOf } from './read-page.js';
import type { SignedIn } from './signed-in.js';

const RANGE = `from=${DAYS.from}&to=${DAYS.to}`;

const is = (dimension: string, ...values: readonly string[]) => ({ dimension, operator: 'is', values });

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let id: string;
let goal: string;

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: NOW }));
  ({ id, goal } = await behaviorWebsite(owner));
});

afterEach(async () => {
  for (const { id: each } of await segments())
    await owner.call('DELETE', `/websites/${id}/segments/${each}?force=true`);
});

afterAll(() => service.close());

const made = async (name: string, filters: unknown, websiteId = id): Promise<string> => {
  const { status, body } = await owner.call('POST', `/websites/${websiteId}/segments`, { name, filters });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
};

const segments = async () => (await owner.get(`/websites/${id}/segments`)).body.data;

const ask = async (what: string, body: object) =>
  (await owner.call('POST', `/websites/${id}/${what}`, { ...DAYS, ...body })).body.data;

const page = (query: string, path = '') => person.page(`/websites/${id}${path}?${query}`);

describe.each([
  ['of a trait', () => is('country', 'de'), { visitors: 3 }],
  ['of events', () => [is('page', '/pricing'), is('country', 'DE')], { visitors: 2 }],
  ['of what visitors have done', () => ({ hasDone: { goal } }), { visitors: 2 }],
  [
    'of a tree',
    () => ({ or: [{ not: is('country', 'DE') }, { and: [is('page', '/'), { not: { hasDone: { goal } } }] }] }),
    { visitors: 3 },
  ],
])('a segment %s', (_, filters, { visitors }) => {
  let segment: string;
  let view: string;
  let body: { readonly filters: readonly unknown[] };

  beforeEach(async () => {
    segment = await made('Some', filters());
    view = `${RANGE}&segment=${segment}`;
    body = { filters: [{ segment }] };
  });

  test('has its size in the menu, under the filters of the view, and on its page', async () => {
    const both = await made('Of both', { or: [is('exitPage', '/pricing'), is('country', 'FR')] });
    const sizes = async (query: string) => {
      const parts = (await page(query, '/segment-sizes')).matchAll(
        /<span data-part="([^"]*)">(.*?visitors?)<\/span>/gs,
      );
      return Object.fromEntries([...parts].map(([, part, size = '']) => [part, plainText(size)]));
    };
    const count = async (more: readonly unknown[]) => {
      const { rows } = await ask('query', { filters: more, metrics: ['visitors'] });
      return `${rows[0].visitors} visitor${rows[0].visitors === 1 ? '' : 's'}`;
    };
    for (const [query, filters] of [
      ['', []],
      ['&device=desktop&country.is_not=FR', [is('device', 'desktop'), { ...is('country', 'FR'), operator: 'is_not' }]],
    ] as const) {
      expect(await sizes(`${view}${query}`)).toEqual({
        all: await count(filters),
        [segment]: await count([...body.filters, ...filters]),
        [both]: await count([{ segment: both }, ...filters]),
      });
    }
    expect(await page(view)).toContain(`data-load="/websites/${id}/segment-sizes?${RANGE.replaceAll('&', '&amp;')}"`);
    const [item] = new RegExp(`<li [^>]*id="${segment}".*?</li>`, 's').exec(await page('', '/segments'))!;
    expect(plainText(item)).toContain(` ${await count(body.filters)} `);
  });

  test('filters tiles, chart and lists as in the API', async () => {
    const html = await page(view);
    const { rows } = await ask('query', { ...body, metrics: ['visitors', 'pageviews', 'visits'] });
    expect(rows[0].visitors).toBe(visitors);
    expect(tilesOf(html)).toMatchObject({
      Visitors: String(rows[0].visitors),
      Visits: String(rows[0].visits),
      Pageviews: String(rows[0].pageviews),
    });
    const days = await ask('query', { ...body, metrics: ['visitors'], dimensions: ['day'] });
    expect(rowsOfTable(html).map(([, count]) => Number(count))).toEqual(
      days.rows.map((row: { visitors: number }) => row.visitors),
    );
    const countries = await ask('query', { ...body, metrics: ['visitors'], dimensions: ['country'] });
    const [head = '', ...lines] = (await page(view, '/countries.csv')).trimEnd().split('\r\n');
    const column = head.split(',').indexOf('Visitors');
    expect(lines.map((line) => Number(line.split(',')[column]))).toEqual(
      countries.rows.map((row: { visitors: number }) => row.visitors),
    );
  });

  test('composes with filters, and with a goal', async () => {
    const both = { filters: [...body.filters, is('country', 'DE')] };
    const { rows } = await ask('query', { ...both, metrics: ['visitors', 'conversions'], goal });
    expect(tilesOf(await page(`${view}&country=DE&goal=${goal}`))).toMatchObject({
      Visitors: String(rows[0].visitors),
      Conversions: String(rows[0].conversions),
    });
    const line = plainText(await page(`${view}&country=DE`, '/goal-counts'));
    expect(line).toContain(`Sign-up ${rows[0].conversions} conversion`);
  });

  test('filters funnels and journeys as in the API', async () => {
    const steps = [is('page', '/pricing'), is('event', 'signup')];
    const funnel = await ask('funnel', { ...body, steps });
    const html = await page(`${view}&step=page%3A%2Fpricing&step=event%3Asignup`, '/funnels');
    const [first, last] = funnel.steps;
    const started = first.visitors === 0 ? 'No visitors reached the first step' : `${first.visitors} started`;
    expect(plainText(html)).toContain(started);
    if (first.visitors > 0) expect(plainText(html)).toContain(`${last.visitors} finished`);
    const { root } = await ask('journey', body);
    expect(plainText(await page(view, '/journeys'))).toContain(
      root.sessions === 0 ? 'No visits match these filters.' : `${root.sessions} visit`,
    );
  });

  test('filters retention, or the page says why not', async () => {
    const answer = await owner.call('POST', `/websites/${id}/cohorts`, { ...DAYS, ...body, interval: 'day' });
    const html = await page(`${view}&period=day`, '/retention');
    if (answer.status === 200) {
      expect(rowsOfTable(html).map(([, count]) => Number(count))).toEqual(
        answer.body.data.cohorts.map((cohort: { visitors: number }) => cohort.visitors),
      );
      return;
    }
    expect(answer.status).toBe(400);
    expect(plainText(html)).toContain('not by the segment “Some”. Remove the segment');
    expect(linksIn(html)).toContain(`/websites/${id}/retention?${RANGE}&period=day`);
  });

  test('filters what changed, and suggestions', async () => {
    const days = { from: '2026-04-03', to: '2026-04-03' };
    const changed = await owner.call('POST', `/websites/${id}/changes`, { ...days, ...body, metric: 'visitors' });
    const html = await page(`from=${days.from}&to=${days.to}&segment=${segment}`, '/changes');
    expect(plainText(html)).toContain(changed.body.data.text);
    const suggested = await page(`${view}&by=country&search=`, '/suggest');
    const countries = await ask('query', { ...body, metrics: ['visitors'], dimensions: ['country'] });
    expect(suggested.includes('France')).toBe(countries.rows.some((row: { country: string }) => row.country === 'FR'));
  });
});

test('a segment of custom events has their metrics, like the filter', async () => {
  const segment = await made('Sign-ups', [is('event', 'signup')]);
  const tiles = tilesOf(await page(`${RANGE}&segment=${segment}`));
  expect(tiles).toEqual(tilesOf(await page(`${RANGE}&event=signup`)));
  expect(tiles).toMatchObject({ Visitors: '2', 'Conversion rate': '50.0%' });
  expect(tilesOf(await page(`${RANGE}&segment=${segment}&metric=pageviews`))).toEqual(tiles);
});

describe('the menu and the chip', () => {
  test('choose a segment on every page, keep it in every link, and remove it', async () => {
    const segment = await made('Visitors <b>', is('country', 'DE'));
    for (const path of ['', '/pages', '/funnels', '/journeys', '/retention']) {
      const html = await page(RANGE, path);
      const to = `/websites/${id}${path}?${RANGE}&segment=${segment}`;
      expect(
        linksIn(html).some((link) => link.startsWith(to)),
        path,
      ).toBe(true);
      const chosen = await page(`${RANGE}&segment=${segment}`, path);
      expect(plainText(chosen), path).toContain('Segment: Visitors <b>');
      expect(chosen, path).toContain('title="Country is Germany"');
      expect(chosen, path).toContain('Segment: Visitors &lt;b&gt;');
      expect(
        linksIn(chosen).some(
          (link) => link.startsWith(`/websites/${id}${path}?${RANGE}`) && !link.includes('segment='),
        ),
        path,
      ).toBe(true);
      expect(linksIn(chosen), path).toContain(`/websites/${id}/funnels?${RANGE}&segment=${segment}`);
      expect(chosen, path).toContain(`<input type="hidden" name="segment" value="${segment}"/>`);
      expect(chosen, path).not.toContain('<b>"');
    }
    const html = await page(`${RANGE}&segment=${segment}`);
    expect(html).toMatch(
      new RegExp(`segment=${segment}" aria-current="true"[^>]*><span class="one-line"><bdi>Visitors`),
    );
    expect(linksIn(html)).toContain(`/websites/${id}?${RANGE}&segment=${segment}&page=%2Fpricing`);
    const none = await page(`${RANGE}&segment=${segment}&country=FR`);
    expect(plainText(none)).toContain('No visitors match these filters. Clear filters');
    expect(linksIn(none)).toContain(`/websites/${id}?${RANGE}`);
  });

  test('are not there without segments and filters', async () => {
    expect(await page(RANGE)).not.toContain('segment-menu');
    expect(await page(`${RANGE}&country=DE`)).toContain('segment-menu');
  });
});

describe('saving', () => {
  const save = (query: string, name: string) => person.post(`/websites/${id}/segments/save?${query}`, { name });

  test('keeps what the filters select, and shows it in their place', async () => {
    const filters = 'country.contains=ger&page=%2Fpricing';
    const answer = await save(`${RANGE}&metric=visits&${filters}`, 'German prices');
    const [{ id: segment, ...saved }] = await segments();
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      `/websites/${id}?${RANGE}&metric=visits&segment=${segment}`,
    ]);
    // The API compares codes.
    expect(saved).toMatchObject({ name: 'German prices', filters: [is('page', '/pricing'), is('country', 'DE')] });
    expect(tilesOf(await page(`${RANGE}&segment=${segment}`))).toEqual(tilesOf(await page(`${RANGE}&${filters}`)));
  });

  test('with a segment has its filter, too', async () => {
    const segment = await made('Signed up', { hasDone: { goal } });
    await save(`${RANGE}&segment=${segment}&country=DE`, 'Signed up in Germany');
    const saved = (await segments()).find(({ name }: { name: string }) => name === 'Signed up in Germany');
    expect(saved.filters).toEqual([is('country', 'DE'), { hasDone: { goal } }]);
  });

  test('is refused without a filter, a name, a free name, and a value', async () => {
    await made('Taken', is('country', 'DE'));
    const refused = async (query: string, name: string) => {
      const answer = await save(query, name);
      return [answer.status, plainText(await answer.text())] as const;
    };
    expect(await refused(RANGE, 'x')).toEqual([400, expect.stringContaining('There is no filter to save.')]);
    expect(await refused('country=DE', ' ')).toEqual([400, expect.stringContaining('Must be 1 to 100 characters.')]);
    const [status, text] = await refused('country=DE&page.contains=pri', 'Taken');
    expect(status).toBe(409);
    expect(text).toContain('Another segment of this website has this name.');
    // The filters are still there to be saved.
    expect(text).toContain('Page contains pri, Country is Germany');
    expect(await refused('country.contains=xyz', 'x')).toEqual([
      400,
      expect.stringContaining('matches nothing so far'),
    ]);
    expect(await segments()).toHaveLength(1);
  });

  test.each(HOSTILE_VALUES)('stumbles over nothing: %j', async (value) => {
    for (const query of [
      new URLSearchParams({ page: value }),
      new URLSearchParams({ segment: value, country: 'DE' }),
    ].map(String)) {
      expect([303, 400, 409]).toContain((await save(query, value.slice(0, 90))).status);
      const shown = await person.get(`/websites/${id}?${query}`);
      expect([200, 303]).toContain(shown.status);
      expect(await shown.text()).not.toContain('<script>alert');
    }
    expect(await page('', '/segments')).not.toContain('<script>alert');
  });
});

describe('the page of segments', () => {
  const path = (rest = '') => `/websites/${id}/segments${rest}`;

  test('says in words what each selects, renames and deletes', async () => {
    const tree = { or: [is('country', 'DE', 'AT'), { not: { hasDone: { goal } } }] };
    const segment = await made('DACH', [is('page', '/pricing'), tree]);
    const shown = await person.page(path());
    expect(plainText(shown)).toContain(
      'DACH Page is /pricing and (Country is Germany or Austria or not (visitor has done (Sign-up)))',
    );
    expect(linksIn(shown)).toContain(`/websites/${id}?segment=${segment}`);
    await person.post(path('/rename'), { id: segment, name: 'German' });
    expect(await segments()).toMatchObject([{ id: segment, name: 'German' }]);
    const deleted = await person.post(path('/delete'), { id: segment });
    expect(deleted.headers.get('Location')).toBe(`${path()}?done=deleted`);
    expect(plainText(await person.page(path('?done=deleted')))).toContain('Segment deleted. ');
    expect((await person.post(path('/delete'), { id: segment })).status).toBe(404);
  });

  test('deletes what a funnel or an email uses only when the person insists', async () => {
    const segment = await made('Used', is('country', 'DE'));
    const steps = [{ and: [{ segment }, is('page', '/')] }, is('event', 'signup')];
    await owner.call('POST', `/websites/${id}/funnels`, { name: 'Checkout', steps });
    await saveEmailedViews(service.engines.postgres.db, id, [segment], []);
    const refused = await person.post(path('/delete'), { id: segment });
    expect(refused.status).toBe(409);
    const text = await refused.text();
    expect(plainText(text)).toContain(
      'The segment Used is used by the weekly summary (deletion ends the emails of this segment), funnel Checkout',
    );
    expect(plainText(text)).toContain('Delete anyway');
    await person.post(path('/delete'), { id: segment, force: 'true' });
    expect(await segments()).toEqual([]);
  });

  test('shows and deletes a segment whose goal is gone', async () => {
    const match = is('event', 'signup');
    const gone = (await owner.call('POST', `/websites/${id}/goals`, { name: 'Gone', match })).body.data.id;
    const segment = await made('Broken', { hasDone: { goal: gone } });
    await owner.call('DELETE', `/websites/${id}/goals/${gone}?force=true`);
    expect(plainText(await person.page(path()))).toContain(
      'Broken visitor has done (Unknown goal) Cannot be used: it refers to a goal that no longer exists.',
    );
    expect(plainText(await page(`${RANGE}&segment=${segment}`))).toContain('This segment, or a goal that it uses,');
    await person.post(path('/delete'), { id: segment });
    expect(await segments()).toEqual([]);
  });

  test('needs no ClickHouse', async () => {
    const segment = await made('Slow', is('country', 'DE'));
    const tooSlow = new ClickHouseError('too slow', TIMEOUT_EXCEEDED, undefined);
    vi.spyOn(service.services.clickhouse, 'query').mockRejectedValue(tooSlow);
    const shown = await person.page(path('?country=Germany'));
    await person.post(path('/rename'), { id: segment, name: 'Slower' });
    vi.restoreAllMocks();
    expect(plainText(shown)).toContain('Slow Country is Germany');
    expect(await segments()).toMatchObject([{ name: 'Slower' }]);
  });
});

test('a segment with a broken pattern is refused on every page, and can be deleted', async () => {
  // As the command stores it, which has no ClickHouse to ask.
  const filters = [{ dimension: 'page', operator: 'matches', values: ['('] }, is('event', 'signup')];
  const { db } = service.engines.postgres;
  const website = { id, timezone: 'UTC' };
  const { id: broken } = await createDefinition(db, findKind('segment'), website, { name: 'Broken', filters }, NOW);
  const paths = [
    '',
    '/pages',
    '/pages.csv',
    '/goal-counts',
    '/segment-sizes',
    '/why',
    '/changes',
    '/funnels',
    '/journeys',
    '/retention',
  ];
  for (const path of [...paths, '/suggest?by=page&op=is&search=x', '?by=page&value=x']) {
    const address = `/websites/${id}${path}${path.includes('?') ? '&' : '?'}${RANGE}&segment=${broken}`;
    expect([200, 400], address).toContain((await person.get(address)).status);
  }
  expect(plainText(await page('', '/segments'))).toContain('Broken Page matches ( and Custom event is signup');
});

test('a segment that is gone, or of another website, is a notice and no name', async () => {
  const { id: other } = await owner.website();
  const foreign = await made('Secret segment', is('country', 'DE'), other);
  for (const each of [foreign, 'no-id', `${foreign}'`]) {
    const shown = await page(`${RANGE}&segment=${encodeURIComponent(each)}`);
    expect(plainText(shown)).toContain('This segment, or a goal that it uses, no longer exists, so it was left out.');
    expect(shown).not.toContain('Secret segment');
    expect(tilesOf(shown)).toMatchObject({ Visitors: '4' });
  }
});

test('a shared link has no segments, and says so', async () => {
  const segment = await made('Secret customers', [is('country', 'DE')]);
  const { token } = await createSharedLink(service.engines.postgres.db, id, { name: 'Board' }, service.clock);
  for (const path of ['', '/pages', '/changes', '/goal-counts', '/why']) {
    for (const query of ['', `&segment=${segment}`, `&segment=${segment}&country=DE`]) {
      const shown = await (await service.app.request(`/share/${token}${path}?${RANGE}${query}`)).text();
      expect(shown).not.toMatch(/Secret customers|segment-menu|\/segments/);
      expect(shown).not.toContain(segment);
    }
  }
  const shown = await (await service.app.request(`/share/${token}?${RANGE}&segment=${segment}`)).text();
  expect(plainText(shown)).toContain('Shared dashboards have no segments: the one in the link was left out.');
  expect(tilesOf(shown)).toMatchObject({ Visitors: '4' });
  const file = async (query: string) => (await service.app.request(`/share/${token}/countries.csv?${query}`)).text();
  expect(await file(`${RANGE}&segment=${segment}`)).toBe(await file(RANGE));
  for (const path of ['segments', 'segment-sizes'])
    expect((await service.app.request(`/share/${token}/${path}`)).status).toBe(404);
});

test('events are never deleted by a segment', async () => {
  const segment = await made('DACH', is('country', 'DE'));
  const path = `/websites/${id}/delete-events?${RANGE}&country=FR&segment=${segment}`;
  const shown = await person.page(path);
  expect(plainText(shown)).toContain('Events are deleted by filters. The segment “DACH” was left out.');
  expect(plainText(shown)).toContain('3 events from 1 visitor.');
  expect(shown).not.toContain(`segment=${segment}`);
  const refused = await person.post(path, {});
  expect(refused.status).toBe(400);
  expect(plainText(await refused.text())).toContain('Nothing was deleted');
  expect(tilesOf(await page(`${RANGE}&country=FR`))).toMatchObject({ Visitors: '1' });
});
