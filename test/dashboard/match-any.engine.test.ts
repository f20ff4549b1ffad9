import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSharedLink } from '../../src/websites/shared-links.js';
import type { ApiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { linksIn, NOW } from './behavior-website.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText, tilesOf } from './read-page.js';
import type { SignedIn } from './signed-in.js';

const DAYS = { from: '2026-04-01', to: '2026-04-01' };
const RANGE = `from=${DAYS.from}&to=${DAYS.to}`;

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let id: string;

const PEOPLE = [
  { visitor: 'anna', country: 'DE', browser: 'Chrome', os: 'Linux', path: '/' },
  { visitor: 'ben', country: 'AT', browser: 'Firefox', os: 'Linux', path: '/pricing' },
  { visitor: 'cleo', country: 'US', browser: 'Firefox', os: 'macOS', path: '/' },
  { visitor: 'dora', country: 'DE', browser: 'Firefox', os: 'macOS', path: '/docs' },
  { visitor: 'emil', country: 'FR', browser: 'Safari', os: 'macOS', path: '/docs' },
] as const;

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: NOW }));
  ({ id } = await owner.website({ timezone: 'UTC' }));
  const sent = (visitor: string, name: string, props: Readonly<Record<string, unknown>>) => ({
    visitor,
    timestamp: '2026-04-01T10:06:00.000Z',
    type: 'custom' as const,
    url: 'https://example.com/thanks',
    device: 'desktop' as const,
    name,
    props,
  });
  await owner.history(id, [
    ...PEOPLE.flatMap(({ path, ...traits }, minute) =>
      ['/', path].map((each, second) => ({
        ...traits,
        timestamp: `2026-04-01T10:0${minute}:0${second}.000Z`,
        type: 'pageview' as const,
        url: `https://example.com${each}`,
        device: 'desktop' as const,
      })),
    ),
    sent('anna', 'signup', { plan: 'pro' }),
    sent('ben', 'contact', { seats: 5 }),
  ]);
});

afterAll(() => service.close());

const page = (query: string, path = '') => person.page(`/websites/${id}${path}?${RANGE}&${query}`);

const is = (dimension: string, ...values: readonly string[]) => ({ dimension, operator: 'is', values });

async function count(filters: unknown) {
  const { body } = await owner.call('POST', `/websites/${id}/query`, { ...DAYS, metrics: ['visitors'], filters });
  return String(body.data.rows[0].visitors);
}

const EITHER = 'any.country=DE&any.browser=Firefox';
const GERMAN_OR_FIREFOX = { or: [is('country', 'DE'), is('browser', 'Firefox')] };

describe('filters of which any may match', () => {
  test.each([
    [EITHER, [GERMAN_OR_FIREFOX], '4'],
    [`${EITHER}&os=Linux`, [GERMAN_OR_FIREFOX, is('os', 'Linux')], '2'],
    // Also of the same dimension as one that must match.
    [`${EITHER}&country=DE`, [GERMAN_OR_FIREFOX, is('country', 'DE')], '2'],
    [
      'any.country=DE&any.country=FR&any.page=/pricing',
      [{ or: [is('country', 'DE', 'FR'), is('page', '/pricing')] }],
      '4',
    ],
    [
      'any.browser.is_not=Firefox&any.os=Linux',
      [{ or: [{ ...is('browser', 'Firefox'), operator: 'is_not' }, is('os', 'Linux')] }],
      '3',
    ],
    // One alone is like any other filter, beside one of the same kind too.
    ['any.country=DE', [is('country', 'DE')], '2'],
    ['any.country=DE&country=AT', [is('country', 'DE'), is('country', 'AT')], '0'],
    // No country has such a name.
    ['any.country.contains=zz&any.browser=Firefox', [is('browser', 'Firefox')], '3'],
  ])('%s selects as in the API', async (query, filters, visitors) => {
    expect(await count(filters)).toBe(visitors);
    expect(tilesOf(await page(query)).Visitors).toBe(visitors);
  });

  test('are chips with their words between, and the name of the page says the same', async () => {
    const text = plainText(await page(`${EITHER}&os=Linux`));
    expect(text).toMatch(
      /\( Edit filter Country: Germany Remove .* × or Edit filter Browser: Firefox .* × \) and Edit filter OS: Linux/,
    );
    expect(text).toContain('(Country is Germany or Browser is Firefox), OS is Linux');
    expect(plainText(await page(EITHER))).toContain('1 Apr 2026, Country is Germany or Browser is Firefox');
  });

  test('are made of all filters, and back', async () => {
    const link = async (query: string, label: string) => {
      const html = await page(query);
      const [, href = ''] = new RegExp(`href="([^"]*)"[^>]*>${label}</a>`).exec(html) ?? [];
      return href.slice(href.indexOf('?') + 1).replaceAll('&amp;', '&');
    };
    expect(await link('country=DE', 'Match any')).toBe('');
    expect(await link('country=DE&browser=Firefox', 'Match any')).toBe(`${RANGE}&${EITHER}`);
    expect(await link(EITHER, 'Match all')).toBe(`${RANGE}&country=DE&browser=Firefox`);
    expect(await link(`${EITHER}&os=Linux`, 'Match all')).toBe(`${RANGE}&country=DE&browser=Firefox&os=Linux`);
    // Germany or Austria would be more than either.
    expect(await link(`${EITHER}&country=AT`, 'Match all')).toBe('');
    // Removing all but one leaves an ordinary filter.
    expect(linksIn(await page(EITHER))).toContain(`/websites/${id}?${RANGE}&any.browser=Firefox`);
    expect(plainText(await page('any.browser=Firefox'))).not.toContain('Match all');
  });

  test('are added to by the form, edited by it, and suggested without each other', async () => {
    const typed = async (query: string) => {
      const { headers } = await person.get(`/websites/${id}?${RANGE}&${query}`);
      return decodeURIComponent(headers.get('Location') ?? '').split(`${RANGE}&`)[1];
    };
    expect(await page(EITHER)).toContain('<input type="hidden" name="any" value="1"/>');
    expect(await page(`${EITHER}&os=Linux`)).not.toContain('name="any"');
    expect(await typed(`${EITHER}&any=1&by=country&value=Fra`)).toBe(
      'any.browser=Firefox&any.country=DE&any.country=FR&changed=any.country',
    );
    expect(await typed(`${EITHER}&by=os&value=Linux`)).toBe(`${EITHER}&os=Linux`);
    // The edited one is not in the address.
    expect(await typed('any.browser=Firefox&any=1&by=country&value=FR')).toBe('any.browser=Firefox&any.country=FR');
    expect(await typed('any.country=DE&by=country&value=FR')).toBe('any.country=DE&country=FR');
    expect(await page(`${EITHER}&os=Linux&edit=any.country`)).toContain('name="any" value="1"');
    const suggested = async (query: string) => plainText(await page(`${EITHER}&${query}`, '/suggest'));
    expect(await suggested('any=1&by=os&op=is&search=macos')).toMatch(/macOS 3/);
    expect(await suggested('by=os&op=is&search=macos')).toMatch(/macOS 2/);
    const edited = await page('any.browser=Firefox&any=1&by=os&op=is&search=macos', '/suggest');
    expect(plainText(edited)).toMatch(/macOS 3/);
  });

  test('of custom events are like one of them', async () => {
    for (const [query, visitors, share] of [
      ['any.event=signup&any.property:seats=5', '2', '40.0%'],
      ['any.event=signup&any.event.contains=CONT', '2', '40.0%'],
      ['event=signup&any.property:plan=pro&any.property:seats=5', '1', '20.0%'],
    ] as const) {
      const html = await page(query);
      expect(tilesOf(html)).toMatchObject({ Visitors: visitors, Events: visitors, 'Conversion rate': share });
      expect(plainText(await page(query, '/pages'))).toContain('/thanks');
    }
  });

  test('are left out together, since the others alone would select less', async () => {
    const { token } = await createSharedLink(service.engines.postgres.db, id, { name: 'Board' }, NOW);
    const address = `/share/${token}?${RANGE}&any.country=DE&any.property:plan=pro`;
    const shared = await (await service.app.request(address)).text();
    expect(tilesOf(shared).Visitors).toBe('5');
    expect(plainText(shared)).toContain(
      'Shared dashboards have no filters by property. Filters joined by “or” with a filter by property were left out, too.',
    );
    // But what is deleted is never more.
    const deleting = plainText(await page('any.exitPage=/docs&any.country=DE&os=Linux', '/delete-events'));
    expect(deleting).toContain('The filter “Exit page is /docs” was left out');
    expect(deleting).toContain('from 1 visitor.');
    const cohorts = plainText(await page('any.page=/docs&any.country=DE', '/retention'));
    expect(cohorts).toContain('not by page. Remove these filters');
  });

  test('are saved in a segment, and apply on every page of figures', async () => {
    await person.post(`/websites/${id}/segments/save?${RANGE}&${EITHER}&os=Linux`, { name: 'Either' });
    const [segment] = (await owner.get(`/websites/${id}/segments`)).body.data;
    expect(segment.filters).toEqual([GERMAN_OR_FIREFOX, is('os', 'Linux')]);
    expect(tilesOf(await page(`segment=${segment.id}`)).Visitors).toBe('2');
    const beside = plainText(await page(`segment=${segment.id}&${EITHER}`));
    expect(beside).toMatch(/Remove segment Either × and \( Edit filter Country: Germany .* Firefox × \) Match all/);
    expect(beside).toContain('Segment: Either, (Country is Germany or Browser is Firefox)');
    await owner.call('DELETE', `/websites/${id}/segments/${segment.id}`);

    const unknown = 'any.country.contains=zz&any.browser=Firefox';
    for (const [query, visitors] of [
      [EITHER, 4],
      [unknown, 3],
    ] as const) {
      expect(plainText(await page(`${query}&step=page%3A%2F&step=page%3A%2Fdocs`, '/funnels'))).toContain(
        `${visitors} started`,
      );
      expect(plainText(await page(query, '/delete-events'))).toContain(`from ${visitors} visitors.`);
    }
    expect(plainText(await page(EITHER, '/retention'))).toContain('1 Apr 2026 4');
    const { token } = await createSharedLink(service.engines.postgres.db, id, { name: 'Board' }, NOW);
    const shared = await service.app.request(`/share/${token}?${RANGE}&${EITHER}`);
    expect(tilesOf(await shared.text()).Visitors).toBe('4');
  });
});
