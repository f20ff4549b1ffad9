import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSharedLink } from '../../src/websites/shared-links.js';
import type { ApiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { HOSTILE_VALUES, NOW } from './behavior-website.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText, tilesOf } from './read-page.js';
import { type SignedIn, signedIn } from './signed-in.js';

const DAYS = { from: '2026-04-01', to: '2026-04-03' };
const RANGE = `from=${DAYS.from}&to=${DAYS.to}`;

/** Visitors by path; each has a country and a language. */
const PEOPLE = [
  { visitor: 'anna', country: 'DE', language: 'de-DE', paths: ['/pricing', '/'] },
  { visitor: 'ben', country: 'AT', language: 'de-AT', paths: ['/pricing', '/private'] },
  { visitor: 'cleo', country: 'US', language: 'en-US', paths: ['/pricing', '/de', '/docs/de'] },
  { visitor: 'dora', country: 'GB', language: 'en-GB', paths: ['/docs/de'] },
  { visitor: 'emil', country: 'DE', language: 'de-DE', paths: ['/docs/de'] },
];

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let id: string;

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: NOW }));
  ({ id } = await owner.website({ timezone: 'UTC' }));
  await owner.history(
    id,
    PEOPLE.flatMap(({ paths, ...person }, index) =>
      paths.map((path, minute) => ({
        ...person,
        timestamp: `2026-04-01T1${index}:0${minute}:00.000Z`,
        type: 'pageview' as const,
        url: `https://example.com${path}`,
        referrer: 'https://www.google.com/',
        device: 'mobile' as const,
      })),
    ),
  );
});

afterAll(() => service.close());

const html = (query: string) => person.page(`/websites/${id}/suggest?${RANGE}&${query}`);

/** As they are read aloud. */
async function suggested(query: string): Promise<readonly string[]> {
  const options = (await html(query)).matchAll(/<div id="suggestion-(\d+)" role="option"[^>]*>(.*?)<\/div>/gs);
  return [...options].map(([, place, option = ''], index) => {
    expect(Number(place)).toBe(index);
    return plainText(option);
  });
}

describe('suggestions', () => {
  test('are values with their visitors, and last the part itself', async () => {
    expect(await suggested('by=page&op=is&search=pri')).toEqual([
      '/pricing 3 visitors',
      '/private 1 visitor',
      'contains “pri” 3 visitors',
    ]);
    expect(await suggested('by=page&op=is&search=')).toEqual([
      '/docs/de 3 visitors',
      '/pricing 3 visitors',
      '/ 1 visitor',
      '/de 1 visitor',
      '/private 1 visitor',
    ]);
    expect(await suggested('by=page&op=is&search=nothing')).toEqual(['contains “nothing” 0 visitors']);
  });

  test('begin with the value that is the whole text', async () => {
    expect((await suggested('by=page&op=is&search=/DE'))[0]).toBe('/de 1 visitor');
    expect((await suggested('by=page&op=is&search=/'))[0]).toBe('/ 1 visitor');
    expect((await suggested('by=country&op=is&search=at'))[0]).toBe('Austria AT 1 visitor');
  });

  test('have names and codes, and are found by both', async () => {
    const german = ['German (Germany) de-DE 2 visitors', 'Austrian German de-AT 1 visitor'];
    const found = await suggested('by=language&op=is&search=german');
    expect(found.map((each) => each.replace(/^German \(Germany\)|^German/, 'German (Germany)'))).toEqual([
      german[0],
      german[1],
      'contains “german” 3 visitors',
    ]);
    for (const search of ['Germany', 'germ', 'DE']) {
      expect((await suggested(`by=country&op=is&search=${search}`))[0], search).toBe('Germany DE 2 visitors');
    }
    expect((await suggested('by=language&op=is&search=de-a'))[0]).toBe('Austrian German de-AT 1 visitor');
  });

  test('of a condition on parts begin with the text', async () => {
    expect((await suggested('by=page&op=contains&search=pri'))[0]).toBe('contains “pri” 3 visitors');
    expect((await suggested('by=page&op=contains_not&search=pri'))[0]).toBe('does not contain “pri” 3 visitors');
    expect((await suggested('by=page&op=is_not&search=pri')).at(-1)).toBe('does not contain “pri” 3 visitors');
    expect(await html('by=page&op=is_not&search=pri')).toContain('data-value="pri" data-op="contains_not"');
  });

  test('without a condition, as for steps of funnels, are values alone', async () => {
    expect(await suggested('by=page&search=pri')).toEqual(['/pricing 3 visitors', '/private 1 visitor']);
  });

  test('count under the filters and the segment of the view', async () => {
    const filters = [{ dimension: 'country', operator: 'is', values: ['DE', 'US'] }];
    const segment = (await owner.call('POST', `/websites/${id}/segments`, { name: 'Two', filters })).body.data.id;
    expect(await suggested(`by=page&op=is&search=pri&segment=${segment}`)).toEqual([
      '/pricing 2 visitors',
      'contains “pri” 2 visitors',
    ]);
    expect(await suggested(`by=page&op=is&search=pri&segment=${segment}&country=DE`)).toEqual([
      '/pricing 1 visitor',
      'contains “pri” 1 visitor',
    ]);
    expect(await suggested('by=page&op=is&search=pri&device=tv')).toEqual(['contains “pri” 0 visitors']);
  });

  test.each(['page', 'entryPage', 'country', 'language', 'referrer', 'device'])(
    'of %s count as the API does',
    async (by) => {
      const count = async (operator: string, value: string) => {
        const query = { ...DAYS, metrics: ['visitors'], filters: [{ dimension: by, operator, values: [value] }] };
        return (await owner.call('POST', `/websites/${id}/query`, query)).body.data.rows[0].visitors;
      };
      const query = { ...DAYS, metrics: ['visitors'], dimensions: [by] };
      const { rows } = (await owner.call('POST', `/websites/${id}/query`, query)).body.data;
      const found = await suggested(`by=${by}&op=is&search=`);
      expect(rows.length).toBeGreaterThan(0);
      expect(found.map((each) => Number(/(\d+) visitors?$/.exec(each)?.[1]))).toEqual(
        rows.map(({ visitors }: { visitors: number }) => visitors),
      );
      const first: string = rows[0][by];
      expect(rows[0].visitors).toBe(await count('is', first));
      // The API compares codes, and people names.
      if (by === 'country' || by === 'language') return;
      const part = first.slice(0, 3);
      const last = (await suggested(`by=${by}&op=is&search=${encodeURIComponent(part)}`)).at(-1);
      expect(last).toMatch(new RegExp(` ${await count('contains', part)} visitors?$`));
    },
  );

  test.each(HOSTILE_VALUES)('survive %j', async (value) => {
    for (const op of ['is', 'contains_not', value]) {
      const query = new URLSearchParams({ by: 'page', op, search: value });
      const answer = await person.get(`/websites/${id}/suggest?${query}`);
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toContain('<script>');
    }
  });

  test('of a shared link are of its website alone', async () => {
    const { token } = await createSharedLink(service.engines.postgres.db, id, { name: 'Board' }, service.clock);
    const shared = await service.app.request(`/share/${token}/suggest?${RANGE}&by=page&op=is&search=pri`);
    expect(await shared.text()).toBe(await html('by=page&op=is&search=pri'));
    const stranger = await signedIn(service);
    expect((await stranger.get(`/websites/${id}/suggest?by=page`)).status).toBe(403);
  });
});

test('a field needs no script', async () => {
  const page = await person.page(`/websites/${id}?${RANGE}`);
  expect(page).toMatch(/<input name="value" value="" required=""[^>]*data-suggestions="filter-suggestions"/);
  expect(page).not.toMatch(/role="combobox"|<datalist/);
  expect(page).toMatch(/<div class="suggestions" id="filter-suggestions"[^>]*hidden/);
});

describe('the visitors that match what is typed', () => {
  const matching = async (query: string) => plainText(await person.page(`/websites/${id}/matching?${RANGE}&${query}`));
  const visitors = async (filters: readonly unknown[]) => {
    const body = { ...DAYS, metrics: ['visitors'], filters };
    return (await owner.call('POST', `/websites/${id}/query`, body)).body.data.rows[0].visitors;
  };
  const condition = (dimension: string, operator: string, ...values: readonly string[]) => ({
    dimension,
    operator,
    values,
  });
  const german = condition('country', 'is', 'DE');

  test.each([
    ['by=page&op=is&value=/pricing&value=', [condition('page', 'is', '/pricing')]],
    ['by=page&op=is&value=/private&value=/docs/de', [condition('page', 'is', '/private', '/docs/de')]],
    ['by=page&op=is_not&value=/pricing', [condition('page', 'is_not', '/pricing')]],
    ['by=page&op=is&value=pri', [condition('page', 'contains', 'pri')]],
    ['by=page&op=contains&value=de&country=DE', [condition('page', 'contains', 'de'), german]],
    ['by=country&op=is_not&value=germany', [condition('country', 'is_not', 'DE')]],
    ['by=country&op=is&value=austria&country=DE', [condition('country', 'is', 'DE', 'AT')]],
    ['by=page&op=is&value=/private&any=1&any.country=DE', [{ or: [condition('page', 'is', '/private'), german] }]],
    ['by=page&op=is&value=/nothing', [condition('page', 'contains', '/nothing')]],
  ])('are those of the API: %s', async (query, filters) => {
    const count = await visitors(filters);
    expect(await matching(query)).toBe(`${count} ${count === 1 ? 'visitor matches' : 'visitors match'}`);
    // As it is applied.
    const { headers } = await person.get(`/websites/${id}?${RANGE}&${query}`);
    expect(tilesOf(await person.page(headers.get('Location')!)).Visitors).toBe(String(count));
  });

  test.each(['by=page&op=is&value=', 'by=nothing&op=is&value=x', 'country=de', ''])(
    'are not counted without a filter: %s',
    async (query) => expect(await matching(query)).toBe(''),
  );

  test.each(HOSTILE_VALUES)('are counted of any text: %j', async (text) => {
    for (const operator of ['is', 'contains_not', text]) {
      const query = new URLSearchParams({ ...DAYS, by: 'page', op: operator, value: text });
      expect((await person.get(`/websites/${id}/matching?${query}`)).status).toBe(200);
    }
  });

  test('are counted on shared links', async () => {
    const { token } = await createSharedLink(service.engines.postgres.db, id, { name: 'Board' }, service.clock);
    const address = `/share/${token}/matching?${RANGE}&by=page&op=is&value=/pricing`;
    expect(plainText(await (await service.app.request(address)).text())).toBe('3 visitors match');
  });
});
