import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { websitePlace } from '../../src/dashboard/access/place.js';
import { FiguresContent } from '../../src/dashboard/pages/stats/figures-content.js';
import { shownBy } from '../../src/dashboard/pages/stats/parse-view.js';
import { readFigures } from '../../src/dashboard/pages/stats/read-figures.js';
import { listPaths } from '../../src/dashboard/pages/stats/shown-lists.js';
import { duration, exact, percent } from '../../src/lib/number-text.js';
import { lists } from '../../src/stats/reports/lists.js';
import { visitorsNow } from '../../src/stats/reports/visitors-now.js';
import { findWebsite } from '../../src/websites/find-website.js';
import type { ApiClient } from '../service/api-client.js';
import { pageview, send } from '../service/browser.js';
import { DAY, sampleWebsite } from '../service/sample-website.js';
import type { TestService } from '../service/test-service.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText, rowsOfTable, tilesOf } from './read-page.js';
import { type SignedIn, signedIn } from './signed-in.js';

const RANGE = `from=${DAY.from}&to=${DAY.to}`;

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let id: string;
let ask: Awaited<ReturnType<typeof sampleWebsite>>['ask'];

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: Date.UTC(2026, 3, 15, 12) }));
  ({ id, ask } = await sampleWebsite(owner));
  // The days before the sample's are compared with it only if they are complete.
  await owner.history(id, [
    {
      timestamp: '2026-03-27T10:00:00.000Z',
      type: 'pageview',
      url: 'https://example.com/',
      visitor: 'emil',
      device: 'desktop',
    },
  ]);
});

afterAll(() => service.close());

const page = (query: string, websiteId = id) => person.page(`/websites/${websiteId}?${query}`);

describe.each(['', 'country=DE', 'page=%2Fpricing', 'device=desktop&channel=Paid+Search', 'city=Nowhere'])(
  'filtered by “%s”, the figures are those of the interface',
  (filters) => {
    const query = { ...DAY, ...Object.fromEntries(new URLSearchParams(filters)) };

    test('of main', async () => {
      const { data } = (await ask('main', query)).body;
      expect(tilesOf(await page(`${RANGE}&${filters}`))).toEqual({
        Visitors: exact(data.totalVisitors),
        Visits: expect.stringMatching(/^\d+$/),
        Pageviews: exact(data.totalPageviews),
        ...(data.totalVisitors === 0
          ? { 'Views per visitor': '—', 'Bounce rate': '—', 'Visit duration': '—' }
          : {
              'Views per visitor': data.viewsPerVisit.toFixed(1),
              'Bounce rate': percent(data.bounceRate * 100),
              'Visit duration': duration(data.averageSessionDurationSeconds),
            }),
        'Returning visitors': exact(data.returningVisitors),
      });
    });

    test.each(['hour', 'day'])('of the chart by %s', async (granularity) => {
      // A day alone is shown by the hour.
      const to = granularity === 'hour' ? DAY.to : '2026-03-30';
      const { data } = (await ask('visitors-chart', { ...query, to, granularity })).body.data;
      const conditions = [...new URLSearchParams(filters)].map(([dimension, value]) => ({
        dimension,
        operator: 'is',
        values: [value],
      }));
      const { rows } = (
        await owner.call('POST', `/websites/${id}/query`, {
          ...DAY,
          to,
          metrics: ['visitors', 'pageviews'],
          dimensions: [granularity],
          filters: conditions,
          comparison: { mode: 'previous' },
        })
      ).body.data;
      for (const metric of ['visitors', 'pageviews']) {
        const range = `from=${DAY.from}&to=${to}`;
        const shown = await page(`${range}&${filters}&interval=${granularity}&metric=${metric}`);
        expect(rowsOfTable(shown).map(([, now]) => now)).toEqual(data.map((each: never) => exact(each[metric])));
        expect(rowsOfTable(shown).map(([, , then]) => then)).toEqual(
          rows.map(({ comparison }: { comparison: Record<string, number> }) => exact(comparison[metric]!)),
        );
      }
    });

    test.each(listPaths)('of %s', async (list) => {
      const file = await person.page(`/websites/${id}/${list}.csv?${RANGE}&${filters}`);
      const [head = [], ...lines] = file
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','));
      const own = list === 'channels' ? lines.filter(([, source]) => source === '') : lines;
      const columns = (...names: readonly string[]) =>
        own.map((line) => names.map((name) => Number(line[head.indexOf(name)])));
      if (lists[list].endpoint || list === 'channels') {
        const { data } = (await ask(list as 'pages', { ...query, limit: 'all' })).body;
        const items = Object.values(data).find(Array.isArray) as Record<string, number>[];
        const measure = list === 'exit-links' ? 'Clicks' : 'Visitors';
        expect(columns(measure, 'Share (%)')).toEqual(
          items.map((item) => [item.visitors ?? item.clicks, item.percentage]),
        );
      }
      const { dimensions = [] } = lists[list].by;
      const hasVisits = head.includes('Visits');
      const { rows } = (
        await owner.call('POST', `/websites/${id}/query`, {
          ...DAY,
          dimensions,
          metrics: ['visitors', ...(hasVisits ? ['visits', 'bounceRate', 'averageSessionDurationSeconds'] : [])],
          filters: [...new URLSearchParams(filters)].map(([dimension, value]) => ({
            dimension,
            operator: 'is',
            values: [value],
          })),
          limit: 10_000,
        })
      ).body.data;
      // Rows without any value are not listed, but for regions and versions.
      const listed = rows.filter((row: Record<string, unknown>) => dimensions.some((name) => row[name] !== null));
      const figures = ({ visitors, visits, bounceRate, averageSessionDurationSeconds }: Record<string, number>) =>
        hasVisits ? [visitors, visits, bounceRate! * 100, averageSessionDurationSeconds] : [visitors];
      if (list === 'pages' || list === 'exit-links') return;
      expect(
        columns('Visitors', ...(hasVisits ? ['Visits', 'Bounce rate (%)', 'Visit duration (s)'] : [])).toSorted(),
      ).toEqual(listed.map(figures).toSorted());
    });
  },
);

test('the rows of panels are those of the interface, and lead to their filters', async () => {
  const shown = await page(`${RANGE}`);
  expect(shown).toContain(`href="/websites/${id}?from=2026-03-29&amp;to=2026-03-29&amp;page=%2Fpricing"`);
  expect(plainText(shown)).toMatch(/Germany 33\.3% 1 visitor United States 33\.3% 1 visitor Unknown 33\.3% 1 visitor/);
  const filtered = await page(`${RANGE}&country=DE`);
  expect(filtered).toContain('title="Country is Germany"');
  expect(plainText(filtered)).not.toContain('United States');
});

test('what filters and arrows do not apply to says so, or has none', async () => {
  const note = 'Not filtered.';
  expect(plainText(await person.page(`/websites/${id}/excluded?${RANGE}&country=DE`))).toContain(note);
  const all = await page('range=all');
  expect(plainText(all)).not.toContain(note);
  expect(all).not.toContain('aria-label="Previous period"');
  expect(await page('range=30d')).toContain('aria-label="Previous period"');
});

test('each figure can be charted, and says what it is', async () => {
  const shown = await page(RANGE);
  const links = (html: string) => [
    ...html.matchAll(/class="(?:tile|metric)-link" href="([^"]*)"([^>]*aria-description="[^"]+")/g),
  ];
  expect(shown.match(/class="tile-link"/g)).toHaveLength(5);
  expect(links(shown)).toHaveLength(7);
  for (const [, href = ''] of links(shown)) {
    const charted = await person.page(href.replaceAll('&amp;', '&'));
    expect(links(charted).filter(([, , attributes]) => attributes?.includes('aria-current'))).toHaveLength(1);
    expect(rowsOfTable(charted)).toHaveLength(23);
  }
  const rate = rowsOfTable(await page(`${RANGE}&metric=bounceRate`)).map(([, now]) => now);
  expect(new Set(rate).size).toBeGreaterThan(1);
  const durations = rowsOfTable(await page(`${RANGE}&metric=averageSessionDurationSeconds`)).map(([, now]) => now);
  expect(durations).toContainEqual(expect.stringMatching(/^\d+m \d+s$/));
});

test('a filter may have several values, and be edited', async () => {
  const shown = await page(`${RANGE}&country=DE&country=US&page.contains_not=pric&edit=country`);
  const text = plainText(shown);
  expect(text).toContain('Country: Germany or United States');
  expect(text).toContain('Page does not contain pric');
  const form = /<form class="[^"]*filter-form".*?<\/form>/s.exec(shown)?.[0] ?? '';
  expect(form).toContain('<option value="country" selected="">Country</option>');
  expect([...form.matchAll(/name="value" value="([^"]*)"/g)].map(([, value]) => value)).toEqual([
    'Germany',
    'United States',
    '',
  ]);
  expect(form).toContain('<input type="hidden" name="page.contains_not" value="pric"/>');
  expect(form).not.toContain('name="country"');
});

test('values are suggested, the most frequent first, under the other filters', async () => {
  const suggested = async (query: string) =>
    [...(await person.page(`/websites/${id}/suggest?${RANGE}&${query}`)).matchAll(/value="([^"]*)"/g)].map(
      ([, value]) => value,
    );
  expect(await suggested('by=page&search=PRI')).toEqual(['/pricing']);
  expect(await suggested('by=country&search=ger')).toEqual(['Germany']);
  expect(await suggested('by=country&search=&page=/pricing')).toEqual(['Germany', 'Unknown']);
  expect(await suggested('by=city&search=<script>')).toEqual([]);
  expect((await person.get(`/websites/${id}/suggest?by=nothing`)).status).toBe(400);
  const stranger = await signedIn(service);
  expect((await stranger.get(`/websites/${id}/suggest?by=page`)).status).toBe(403);
});

test('custom events are listed, and the chosen one with its properties', async () => {
  const { id: other } = await owner.website();
  const event = (name: string, visitor: string, props: Record<string, unknown>) => ({
    timestamp: `2026-04-15T08:00:0${visitor}.000Z`,
    type: 'custom' as const,
    url: 'https://example.com/',
    visitor,
    device: 'desktop',
    name,
    props,
  });
  expect(plainText(await page('from=2026-03-31&to=2026-03-31'))).toContain('No custom events in this period.');
  await owner.history(other, [
    event('signup', '1', { plan: 'pro', seats: 3 }),
    event('signup', '2', { plan: 'pro' }),
    event('signup', '3', { plan: '<b>', trial: true }),
    event('logout', '4', {}),
  ]);
  const shown = await page('range=today', other);
  expect(plainText(shown)).toContain('signup 75.0% 3 events, 3 visitors');
  expect(shown).toContain(`href="/websites/${other}?range=today&amp;event=signup"`);
  const chosen = plainText(await page('range=today&event=signup', other));
  expect(chosen).toContain('Properties of signup plan Total Visitors pro 2 2 <b> 1 1');
  expect(chosen).toContain('seats Total Visitors 3 1 1 All values seats → trial Total Visitors true 1 1');
  expect(plainText(await page('range=today&event=logout', other))).toContain('This event was sent without properties.');
  expect(await person.page(`/websites/${other}/custom-events.csv?range=today`)).toBe(
    'Event,Total,Visitors,Share (%)\r\nsignup,3,3,75\r\nlogout,1,1,25\r\n',
  );
});

test('under a filter by an event, events are counted, and the share of visitors who sent them', async () => {
  const { id: other } = await owner.website({ timezone: 'UTC' });
  const event = (day: number, visitor: string, path: string, name?: string) => ({
    timestamp: `2026-04-${day}T08:00:00.000Z`,
    url: `https://example.com${path}`,
    visitor,
    device: visitor === 'ben' ? 'mobile' : 'desktop',
    ...(name === undefined ? { type: 'pageview' as const } : { type: 'custom' as const, name }),
  });
  await owner.history(other, [
    event(12, 'anna', '/'),
    event(13, 'anna', '/'),
    event(13, 'ben', '/'),
    event(13, 'cleo', '/'),
    event(13, 'dora', '/'),
    event(13, 'ben', '/signup', 'signup'),
    event(13, 'ben', '/signup', 'signup'),
    event(14, 'anna', '/'),
    event(14, 'ben', '/'),
    event(14, 'anna', '/signup', 'signup'),
    event(14, 'anna', '/signup', 'signup'),
    event(14, 'anna', '/signup', 'signup'),
    event(14, 'ben', '/signup', 'signup_failed'),
  ]);
  const days = 'from=2026-04-14&to=2026-04-14';
  const shown = await page(`${days}&event=signup`, other);
  expect(tilesOf(shown)).toEqual({
    Visitors: '1',
    Visits: '1',
    Events: '3',
    'Conversion rate': '50.0%',
    'Visit duration': '0s',
    'Returning visitors': '1',
  });
  expect(plainText(shown)).toContain('Events 3 ↑ 50%');
  expect(plainText(shown)).toContain('Conversion rate 50.0% +25 pts , 25 percentage points more than in the previous');
  expect(plainText(shown)).toMatch(/Page Events Visitors \/signup 100% 3 events, 1 visitor/);
  const sent = tilesOf(await page(`${days}&event.contains=SIGN`, other));
  expect(sent).toMatchObject({ Visitors: '2', Events: '4', 'Conversion rate': '100.0%' });
  // The other filters are those of all visitors too.
  const ofDesktop = await page('from=2026-04-13&to=2026-04-14&event=signup&device=desktop', other);
  expect(tilesOf(ofDesktop)).toMatchObject({ Visitors: '1', 'Conversion rate': '33.3%' });
  for (const [metric, values] of [
    ['events', ['2', '3']],
    ['conversionRate', ['25.0%', '50.0%']],
    // There are no pageviews to chart.
    ['pageviews', ['1', '1']],
  ] as const) {
    const chart = await page(`from=2026-04-13&to=2026-04-14&event=signup&interval=day&metric=${metric}`, other);
    expect(
      rowsOfTable(chart).map(([, value]) => value),
      metric,
    ).toEqual(values);
  }
  expect(plainText(await person.page(`/websites/${other}/pages?${days}&event=signup`))).toContain(
    'Page Events Visitors',
  );
  expect(await person.page(`/websites/${other}/pages.csv?${days}&event=signup`)).toBe(
    'Page,Events,Visitors,Share (%)\r\n/signup,3,1,100\r\n',
  );
  // Other events than these are pageviews too.
  expect(tilesOf(await page(`${days}&event.is_not=signup`, other))).toMatchObject({ Pageviews: '2' });
});

test('a page where visitors only sent custom events is not listed as viewed', async () => {
  const { id: other } = await owner.website();
  const event = { timestamp: '2026-04-15T08:00:00.000Z', visitor: 'a', device: 'desktop' };
  await owner.history(other, [
    { ...event, type: 'pageview', url: 'https://example.com/viewed' },
    { ...event, type: 'custom', name: 'signup', url: 'https://example.com/sent' },
  ]);
  const listed = async (path: string) => plainText(await person.page(`/websites/${other}${path}`));
  for (const path of ['?range=today', '/pages?range=today']) {
    expect(await listed(path), path).toContain('/viewed');
    expect(await listed(path), path).not.toContain('/sent');
  }
  expect(await listed('/pages?range=today')).toContain('1 result');
  expect(await listed('?range=today&event=signup')).toContain('/sent');
});

test('bars are as long as their share of the largest row', async () => {
  const panel = /<section [^>]*id="content".*?<\/section>/s.exec(await page(RANGE))?.[0] ?? '';
  const widths = [...panel.matchAll(/<rect width="([\d.]+)%"/g)].map(([, width]) => Number(width));
  expect(widths[0]).toBe(100);
  expect(Math.min(...widths)).toBeLessThan(100);
});

test('every page of a website has the same tabs', async () => {
  const tabsOf = (html: string) =>
    [...(/<nav class="tabs".*?<\/nav>/s.exec(html)?.[0] ?? '').matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);
  const paths = ['', '/funnels', '/journeys', '/retention', '/snippet', '/notifications', '/settings'];
  const tabs = paths.map((path) => `/websites/${id}${path}`);
  for (const path of [...tabs, `/websites/${id}/pages`]) expect(tabsOf(await person.page(path)), path).toEqual(tabs);
});

test('tabs of figures keep the view, and others do not', async () => {
  const html = await person.page(`/websites/${id}?range=7d&country=DE`);
  const bar = /<header class="bar">.*?<\/header>/s.exec(html)?.[0] ?? '';
  expect(bar).toContain(`href="/websites/${id}?range=7d&amp;country=DE" data-view="" aria-current="page"`);
  expect(bar).toContain(`href="/websites/${id}/settings"`);
  expect(bar.match(/<h1/g)).toHaveLength(1);
});

test('the time zone of days and hours is named', async () => {
  const shown = plainText(await page(RANGE));
  expect(shown).toContain('29 Mar 2026 (Europe/Berlin)');
  expect(shown).toContain('Dates are in Europe/Berlin');
  expect(plainText(await person.page(`/websites/${id}/pages`))).toContain('Dates are in Europe/Berlin');
});

test('on a day on which clocks change, hours have their offset, so that no two have one name', async () => {
  const { id: old } = await owner.website({ timezone: 'Europe/Berlin' });
  await owner.history(old, [
    {
      timestamp: '2025-10-25T10:00:00.000Z',
      type: 'pageview',
      url: 'https://example.com/',
      visitor: 'emil',
      device: 'tv',
    },
  ]);
  const hours = rowsOfTable(await page('from=2025-10-26&to=2025-10-26', old)).map(([name]) => name);
  expect(hours).toHaveLength(25);
  expect(new Set(hours).size).toBe(25);
  expect(hours[2]).toMatch(/26 October 2025, 02:00 \+02:00$/);
  expect(hours[3]).toMatch(/26 October 2025, 02:00 \+01:00$/);
  const dayAfter = await page('from=2025-10-27&to=2025-10-27', old);
  expect(rowsOfTable(dayAfter)[2]?.[0]).toMatch(/27 October 2025, 02:00$/);
  expect(dayAfter).toMatch(/title="[^"]*26 October 2025, 02:00 \+02:00"/);
});

test('the title has the filters, for the tab and for who listens', async () => {
  const filters = 'country=DE&browser=Firefox';
  const shown = await page(`${RANGE}&${filters}`);
  const title = 'Shop: 29 Mar 2026, Country is Germany, Browser is Firefox';
  expect(shown).toContain(`<title>${title} · Footfall</title>`);
  expect(shown).toContain(`data-title="${title}"`);
  const list = await person.page(`/websites/${id}/pages?range=7d&${filters}`);
  expect(list).toContain('<title>Pages · Shop: Last 7 days, Country is Germany, Browser is Firefox · Footfall</title>');
});

test('a filter is named as its panel names it', async () => {
  const shown = plainText(await page(`${RANGE}&device=desktop&os=Windows&campaign=Unknown`));
  for (const chip of ['Device: Desktop', 'OS: Windows', 'Campaign: (not set)']) expect(shown).toContain(chip);
});

test('a change is said in words, and a bounce rate that falls is good', async () => {
  const shown = plainText(await page(RANGE));
  expect(shown).toContain('Visitors 3 ↑ 200% , 200 percent more than in the previous period, which is better');
  expect(shown).toContain(
    'Bounce rate 33% −66.7 pts , 66.7 percentage points less than in the previous period, which is better',
  );
});

test('a day under way is compared with the same time of the day before', async () => {
  const { clock } = service;
  service.clock = Date.UTC(2026, 2, 29, 20);
  const shown = plainText(await page(RANGE));
  service.clock = clock;
  expect(shown).toMatch(/(than|as) in the previous period, up to the same time/);
});

test('beside a period without visitors nothing is better or worse', async () => {
  const shown = await page('range=today');
  expect(plainText(shown)).toMatch(/Visitors 0 — , no visitors in the previous period/);
  expect(shown).not.toMatch(/class="change (good|bad)"/);
});

test('of a range without visitors no rate is better or worse', async () => {
  const shown = plainText(await page('from=2026-03-31&to=2026-03-31'));
  expect(shown).toMatch(/Visitors 0 ↓ 100%/);
  expect(shown).toMatch(/Views per visitor —/);
  expect(shown).toMatch(/Visit duration — — , no visits/);
  expect(shown).toMatch(/Bounce rate — — , no visits/);
  expect(shown).toMatch(/Visit duration — — , no visits/);
});

test('of a day in which no visit began, there are no averages of visits, nor changes from it', async () => {
  const { id: night } = await owner.website({ timezone: 'UTC' });
  const view = (timestamp: string, visitor: string) =>
    ({ timestamp, type: 'pageview', url: 'https://example.com/', visitor, device: 'desktop' }) as const;
  await owner.history(night, [
    view('2026-03-27T23:50:00.000Z', 'ada'),
    view('2026-03-28T00:05:00.000Z', 'ada'),
    view('2026-03-29T10:00:00.000Z', 'emil'),
  ]);
  const during = plainText(await page('from=2026-03-28&to=2026-03-28', night));
  expect(during).toMatch(/Visitors 1 /);
  expect(during).toMatch(/Views per visitor 1\.0/);
  expect(during).toMatch(/Bounce rate — — , no visits/);
  expect(during).toMatch(/Visit duration — — , no visits/);
  const file = await (await person.get(`/websites/${night}/countries.csv?from=2026-03-28&to=2026-03-28`)).text();
  expect(file.split('\r\n')[1]).toBe('Unknown,1,100,1,0,,');
  const after = plainText(await page('from=2026-03-29&to=2026-03-29', night));
  expect(after).toMatch(/Bounce rate 100% — , no visits in the previous period/);
});

test('what runs is fetched again, and what is over is not', async () => {
  expect(await page('range=today')).toContain('data-live="true"');
  expect(await page('range=yesterday')).not.toMatch(/id="figures"[^>]*data-live/);
  expect(await person.page(`/websites/${id}/pages?range=today`)).toContain('data-live="true"');
  expect(await person.page(`/websites/${id}/pages?range=yesterday`)).not.toContain('data-live');
  expect(await page('range=today&interval=hour')).toContain('(so far)');
});

test('a script is given what changes, without the page around it', async () => {
  const path = `/websites/${id}?${RANGE}`;
  const fragment = await (await person.get(path, { 'X-Footfall-Fragment': '1' })).text();
  expect(fragment).toMatch(/^<!doctype html><div id="figures"/);
  expect(await person.page(path)).toContain(fragment.slice('<!doctype html>'.length));
});

test('a filter that was typed in has an address like every other', async () => {
  const answer = await person.get(`/websites/${id}?${RANGE}&by=country&value=germany&embed=`);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('Location')).toBe(`/websites/${id}?${RANGE}&country=DE`);
});

test('addresses that make no sense are answered, with a word about it', async () => {
  for (const [query, word] of [
    ['range=x', 'Unknown date range “x”; showing the last 30 days.'],
    ['from=2026-02-30&to=1', 'The dates in the link are not valid.'],
    ['from=1990-01-01&to=2026-01-01', 'A date range can be at most 10 years long.'],
    ['interval=%00', 'Unknown interval “'],
    ['interval=month&range=24h', 'This period is too short for months. Showing hours.'],
  ] as const) {
    expect(plainText(await page(query)), query).toContain(word);
  }
  expect((await person.get(`/websites/${id}?page=/%F0%9F`)).status).toBe(200);
  expect((await person.get(`/websites/${id}/pages?part=-7.5e300&search=%00`)).status).toBe(200);
});

test('the first visitor to a website is waited for, whatever the range', async () => {
  const { id: empty } = await owner.website();
  expect(await page('range=yesterday', empty)).toContain('data-live="true"');
});

test.each(['stats/referrers', 'stats/currencies'])('a page is shown without %s, and loaded again', async (name) => {
  const { clickhouse } = service.engines;
  const query: typeof clickhouse.query = async (asked) => {
    if (asked.name.includes(name)) throw new ClickHouseError('too slow', 159, undefined);
    return clickhouse.query(asked);
  };
  const website = (await findWebsite(service.engines.postgres.db, id))!;
  const about = { website, place: websitePlace(website), now: service.clock, firstEvent: Date.UTC(2026, 0, 1) };
  const shown = shownBy(new URLSearchParams('range=yesterday'), about);
  const goal = {
    kind: 'goal',
    id: 'any',
    name: 'Any',
    filter: { dimension: 'event', operator: 'is', values: ['buy'] },
  } as const;
  const figures = await readFigures({ clickhouse: { ...clickhouse, query } }, { ...shown, goal, now: service.clock });
  expect(String(FiguresContent({ shown, figures, notes: undefined }))).toMatch(/id="figures"[^>]*data-live="true"/);
});

test('who looks is asked to sign in, and sees no website of others', async () => {
  const anonymous = await service.app.request(`/websites/${id}/pages.csv`);
  expect(anonymous.headers.get('Location')).toBe(`/login?next=%2Fwebsites%2F${id}%2Fpages.csv`);
  const stranger = await signedIn(service);
  for (const path of ['', '/now', '/excluded', '/pages', '/pages.csv']) {
    expect((await stranger.get(`/websites/${id}${path}`)).status).toBe(403);
  }
  expect((await person.get(`/websites/${crypto.randomUUID()}`)).status).toBe(404);
  expect((await person.get(`/websites/${id}/nothing`)).status).toBe(404);
  expect((await person.get(`/websites/${id}/nothing.csv`)).status).toBe(404);
});

test('a website without events says what to do', async () => {
  const { id: other } = await owner.website();
  const shown = await page('', other);
  expect(plainText(shown)).toContain('Waiting for the first visitor to example.com');
  expect(shown).toContain(`href="/websites/${other}/snippet"`);
  const list = await person.page(`/websites/${other}/pages`);
  expect(plainText(list)).toContain('Waiting for the first visitor to example.com');
  expect(list).toContain(`href="/websites/${other}/snippet"`);
});

test('a range without visitors says so, and where there are some', async () => {
  const shown = plainText(await page('range=yesterday'));
  expect(shown).toContain('No visitors in this period. Show all time');
  const filtered = plainText(await page('range=12mo&city=Nowhere&content=exit-links'));
  expect(filtered).toContain('No visitors match these filters.');
  expect(filtered).not.toContain('No visitors in this period. ');
  expect(filtered).toContain('No outbound clicks match these filters.');
  expect(plainText(await person.page(`/websites/${id}/pages?range=yesterday`))).toContain(
    'No visitors in this period.',
  );
  const list = await person.page(`/websites/${id}/pages?range=12mo&city=Nowhere`);
  expect(plainText(list)).toContain('No visitors match these filters. Clear filters');
  expect(list).toContain(`<a href="/websites/${id}/pages?range=12mo">Clear filters</a>`);
});

test('names of any kind are shown as they are, and do nothing', async () => {
  const { id: other } = await owner.website();
  const strange = `/<script>alert(1)</script>"'&amp;=${'long-'.repeat(300)}`;
  await owner.history(other, [
    {
      timestamp: '2026-04-15T08:00:00.000Z',
      type: 'pageview',
      url: `https://example.com${strange}`,
      visitor: 'a',
      device: 'desktop',
    },
  ]);
  const shown = await page('range=today', other);
  expect(shown).not.toContain('<script>alert');
  expect(plainText(shown)).toContain('long-'.repeat(300));
});

test('marks that turn the direction of a name are shown, and obeyed by nothing', async () => {
  const { id: other } = await owner.website();
  const event = { timestamp: '2026-04-15T08:00:00.000Z', type: 'pageview' as const, visitor: 'a' };
  await owner.history(other, [{ ...event, device: 'desktop', url: 'https://example.com/%E2%80%AEtxt.exe' }]);
  const filtered = await page('range=today&page=%2F%E2%80%AEtxt.exe', other);
  const list = await person.page(`/websites/${other}/pages?range=today`);
  for (const shown of [filtered, list]) {
    expect(shown).toContain('<bdi>/[U+202E]txt.exe</bdi>');
    // What nobody reads has it as it is.
    expect(shown.replaceAll(/<input[^>]*>| data-id="[^"]*"/g, '')).not.toContain('\u202E');
  }
  expect(filtered).toContain('title="Page is /[U+202E]txt.exe"');
  expect(await person.page(`/websites/${other}/pages.csv?range=today`)).toContain('/\u202Etxt.exe,1,1,100');
});

test('all rows of a list are searched and shown a hundred at a time', async () => {
  const { id: other } = await owner.website();
  const events = Array.from({ length: 230 }, (_, index) => ({
    timestamp: '2026-04-15T08:00:00.000Z',
    type: 'pageview' as const,
    url: `https://example.com/page-${String(index).padStart(3, '0')}`,
    visitor: `visitor-${index}`,
    device: 'desktop',
  }));
  await owner.history(other, events);
  const list = (query: string) => person.page(`/websites/${other}/pages?range=today&${query}`);
  expect(plainText(await list(''))).toContain('230 results Page 1 of 3 Next');
  const last = plainText(await list('part=3'));
  expect(last).toContain('/page-229');
  expect(last).not.toContain('/page-199');
  const found = await list('search=PAGE-11');
  expect(plainText(found)).toContain('10 results');
  expect(found).toContain(`href="/websites/${other}/pages.csv?range=today&amp;search=PAGE-11"`);
  expect(plainText(await list('search=nothing'))).toContain('No results for “nothing”.');
  const file = await person.get(`/websites/${other}/pages.csv?range=today&search=page-11`);
  expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="example.com-pages-2026-04-15.csv"');
  expect((await file.text()).split('\r\n')).toHaveLength(12);
});

test('visitors now are those of the last five minutes', async () => {
  const { id: other, apiKey } = await owner.website();
  await send(service, pageview(apiKey), { address: '203.0.113.1' });
  await send(service, pageview(apiKey, '/b'), { address: '203.0.113.1' });
  await send(service, pageview(apiKey), { address: '203.0.113.2' });
  await service.drain();
  const now = (ms: number) => visitorsNow(service.clickhouse, other, service.clock + ms);
  expect(await now(0)).toBe(2);
  expect(await now(5 * 60_000)).toBe(2);
  expect(await now(5 * 60_000 + 1)).toBe(0);
  expect(await now(-1)).toBe(0);
  expect(await page('', other)).toContain(`data-deferred="/websites/${other}/now"`);
  expect(plainText(await person.page(`/websites/${other}/now`))).toContain('2 visitors now');
});

test('what was not counted is shown by reason, to the owner', async () => {
  const { id: other, apiKey } = await owner.website();
  await send(service, pageview(apiKey));
  await send(service, { key: apiKey, type: 'pageview', url: 'https://elsewhere.example/' });
  await service.drain();
  await expect
    .poll(async () => plainText(await person.page(`/websites/${other}/excluded?range=today`)))
    .toMatch(
      /1 event excluded Unrecognized domain .* 1 event 1 pageview from elsewhere.example was ignored. Allow this domain/,
    );
});

test('excluded traffic has known bots by name, and its days where there are several', async () => {
  const { id: other, apiKey } = await owner.website();
  for (const name of ['GPTBot/1.3', 'GPTBot/1.4', 'Unheard-of-bot/1.0'])
    await send(service, pageview(apiKey), { userAgent: name });
  await service.drain();
  const excluded = (range: string) => person.page(`/websites/${other}/excluded?range=${range}`);
  await expect
    .poll(async () => plainText(await excluded('7d')))
    .toMatch(/3 events excluded Peak: 3 on 15 Apr 2026\. Bots .* GPTBot 2 · All others 1 3 events/);
  expect(await excluded('7d')).toContain('aria-label="Excluded events by day"');
  expect(await excluded('today')).not.toContain('Peak');
  // Its days so far, of which there are six, without those to come.
  const sixDays = await excluded('custom&from=2026-04-10&to=2026-04-30');
  const points = (html: string) => /<svg class="sparkline.*?<\/svg>/s.exec(html)?.[0];
  expect(points(sixDays)).toBeDefined();
  expect(points(sixDays)).toBe(points(await excluded('custom&from=2026-04-10&to=2026-04-15')));
  expect(plainText(await excluded('custom&from=2026-05-10&to=2026-05-20'))).not.toContain('Peak');
});

test('events that count without a part are not among those excluded', async () => {
  const { id: other, apiKey } = await owner.website();
  const props = { text: 'x'.repeat(501) };
  for (const path of ['/', '/a', '/b']) await send(service, { ...pageview(apiKey, path), props });
  await service.drain();
  const excluded = async () => plainText(await person.page(`/websites/${other}/excluded?range=today`));
  await expect.poll(excluded).toMatch(/3 events incomplete Properties left out Events that count without .* 3 events/);
  expect(await excluded()).not.toMatch(/events? excluded/);
  await send(service, { key: apiKey, type: 'pageview', url: 'https://elsewhere.example/' });
  await service.drain();
  await expect
    .poll(excluded)
    .toMatch(/1 event excluded · 3 events incomplete Unrecognized domain .* 1 event Properties left out .* 3 events/);
});
