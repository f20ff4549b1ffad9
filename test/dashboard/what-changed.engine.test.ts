import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { websitePlace } from '../../src/dashboard/access/place.js';
import type { Visit } from '../../src/dashboard/page-route.js';
import { shownBy } from '../../src/dashboard/pages/stats/parse-view.js';
import { readChange } from '../../src/dashboard/pages/stats/read-change.js';
import { Why } from '../../src/dashboard/pages/stats/why.js';
import { exact } from '../../src/lib/number-text.js';
import { createSharedLink } from '../../src/websites/shared-links.js';
import { writeSystemNote } from '../../src/websites/system-notes.js';
import { dayStart } from '../oracle/zones.js';
import type { ApiClient } from '../service/api-client.js';
import { changedWebsite, day, HOSTILE, HOUR, WEEK, ZONE } from '../service/changed-website.js';
import type { TestService } from '../service/test-service.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText, sentenceIn, tilesOf, wordsIn } from './read-page.js';
import { type SignedIn, signedIn } from './signed-in.js';
import { storedWebsite } from './website-pages.js';

const RANGE = `from=${WEEK.from}&to=${WEEK.to}`;
const QUIET = `from=${day(28)}&to=${day(34)}`;

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let id: string;

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: dayStart(ZONE, day(42)) + 13 * HOUR }));
  id = await changedWebsite(owner);
});

afterAll(() => service.close());

const why = (query: string) => person.page(`/websites/${id}/why?${query}`);

const ask = async (body: object) => (await owner.call('POST', `/websites/${id}/changes`, body)).body.data;

/** The addresses of the names of a sentence. */
const linksIn = (html: string): readonly string[] =>
  [...sentenceIn(html).matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

describe('the sentence below the chart', () => {
  test.each(['visitors', 'visits', 'pageviews'])('is that of the API, of %s', async (metric) => {
    const { text } = await ask({ ...WEEK, metric });
    const shown = await why(`${RANGE}&metric=${metric}`);
    expect(wordsIn(shown)).toBe(text);
  });

  test('names a planted cause, which leads to its visits', async () => {
    const shown = await why(`${RANGE}&metric=visits&country.is_not=FR`);
    const [href = ''] = linksIn(shown);
    expect(Object.fromEntries(new URLSearchParams(href.split('?')[1]))).toEqual({
      ...WEEK,
      metric: 'visits',
      campaign: HOSTILE,
      'country.is_not': 'FR',
    });
    expect(tilesOf(await person.page(href)).Visits).toBe('175');
    expect(shown).not.toContain('<img src=x');
    expect(sentenceIn(shown)).toContain('&lt;img src=x onerror=alert(1)');
  });

  test('explains the filtered change, and visitors where the chart has what cannot be explained', async () => {
    const filters = [{ dimension: 'page', operator: 'is', values: ['/pricing'] }];
    const { now, before } = await ask({ ...WEEK, metric: 'visitors', filters });
    const figures = `(${exact(now)}, ${exact(before)})`;
    for (const more of ['', '&metric=bounceRate']) {
      expect(sentenceIn(await why(`${RANGE}&page=/pricing${more}`))).toContain(` visitors ${figures}`);
    }
    expect(sentenceIn(await why(`${RANGE}&event=signup&metric=events`))).toMatch(/ visitors \(\d+, \d+\)/);
  });

  test('explains the conversions of the goal, with the rate of each row', async () => {
    const match = { dimension: 'event', operator: 'is', values: ['signup'] };
    const { id: goal } = (await owner.call('POST', `/websites/${id}/goals`, { name: 'Sign-up', match })).body.data;
    const { text, now } = await ask({ ...WEEK, metric: 'conversions', goal });
    const shown = await why(`${RANGE}&goal=${goal}`);
    expect(wordsIn(shown)).toBe(text);
    for (const href of linksIn(shown)) expect(href).toContain(`goal=${goal}`);
    expect(tilesOf(await person.page(`/websites/${id}?${RANGE}&goal=${goal}`)).Conversions).toBe(exact(now));
    expect(plainText(shown)).toMatch(
      /= [+−]\d+ conversions ?: (0|[+−]\d+) from (more|fewer) visits, (0|[+−]\d+) from a (higher|lower) rate \([\d.]+% → [\d.]+% of visits\)/,
    );
    // The visits of values without conversions are part of it.
    const rates = [...shown.matchAll(/changes-total.*?(\d[\d.]*% → \d[\d.]*%)/gs)].map(([, rate]) => rate);
    expect(rates).toHaveLength(10);
    expect(new Set(rates).size).toBe(1);
    for (const rows of tablesIn(shown)) {
      const total = rows.at(-1)!;
      for (const column of [0, 1, 2]) {
        expect(rows.slice(0, -1).reduce((sum, row) => sum + row[column]!, 0)).toBe(total[column]);
      }
    }
    expect(wordsIn(await why(`${RANGE}&goal=${goal}&metric=visits`))).toContain(' visits (');
  });

  test('claims nothing where nothing stands out', async () => {
    const shown = await why(QUIET);
    expect(sentenceIn(shown)).toMatch(/Within the usual range\.$/);
    expect(linksIn(shown)).toEqual([]);
  });

  test('is loaded once, after the page, which has its place', async () => {
    const page = await person.page(`/websites/${id}?range=7d`);
    const [, place = ''] = /<div class="why">(.*?)<\/noscript>/s.exec(page) ?? [];
    expect(place).toContain(`data-deferred="/websites/${id}/why?range=7d"`);
    expect(place).not.toContain('data-live');
    expect(place).toContain(`<a href="/websites/${id}/changes?range=7d">What changed</a>`);
  });

  test.each([
    'range=all',
    'from=2026-02-02&to=2026-02-08',
    'from=2027-02-02&to=2027-02-08',
    'from=2024-01-01&to=2026-03-13',
  ])('is left out without a comparison: %s', async (query) => {
    expect(await person.page(`/websites/${id}?${query}`)).not.toContain('class="why"');
    expect(plainText(await why(query))).not.toContain('visitors');
    expect(plainText(await person.page(`/websites/${id}/changes?${query}`))).toMatch(/Nothing to compare with: [a-z]/);
  });

  test('gives way to a quiet line where it takes too long', async () => {
    const website = await storedWebsite(service, id);
    const place = websitePlace(website);
    const shown = shownBy(new URLSearchParams(RANGE), { website, place, now: service.clock, firstEvent: 0 });
    const { clickhouse, postgres } = service.engines;
    const query: typeof clickhouse.query = async (asked) => {
      if (asked.name.startsWith('stats/changes')) throw new ClickHouseError('too slow', 159, undefined);
      return clickhouse.query(asked);
    };
    const deps = { now: () => service.clock, db: postgres.db };
    const visit = { deps, place, clickhouse: { ...clickhouse, query } } as unknown as Visit<'figures'>;
    const found = await readChange(visit, shown);
    expect(plainText(String(Why({ shown, found })))).toBe('What changed could not be worked out in time. Try again');
  });
});

/** The rows of each dimension: before, now, change, and the total last. */
function tablesIn(html: string): readonly (readonly (readonly number[])[])[] {
  return [...html.matchAll(/<table class="table list-table changes-table">.*?<tbody>(.*?)<\/tbody>/gs)].map(
    ([, body = '']) =>
      [...body.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
        [...row.matchAll(/<td class="number[^"]*">([^<]*)<\/td>/g)].map(([, text = '']) =>
          Number(text.replaceAll(',', '').replace('−', '-')),
        ),
      ),
  );
}

describe('what changed', () => {
  test.each([
    RANGE,
    `${RANGE}&metric=pageviews`,
    `${RANGE}&country=DE&country=AT`,
    `${QUIET}&metric=visits`,
    'range=24h',
  ])('has rows of each dimension that add up to the change: %s', async (query) => {
    const shown = await person.page(`/websites/${id}/changes?${query}`);
    const tables = tablesIn(shown);
    expect(tables).toHaveLength(10);
    const totals = tables.map((rows) => rows.at(-1)!);
    for (const rows of tables) {
      expect(rows.at(-1)).toEqual(totals[0]);
      for (const column of [0, 1, 2]) {
        expect(rows.slice(0, -1).reduce((sum, row) => sum + row[column]!, 0)).toBe(totals[0]![column]);
      }
      for (const [before, now, change] of rows) expect(now! - before!).toBe(change);
    }
    const [before = 0, now = 0] = totals[0]!;
    expect(plainText(shown)).toContain(`${exact(now)} − ${exact(before)} = `);
  });

  test('begins with the dimension of the cause, whose rows filter', async () => {
    const shown = await person.page(`/websites/${id}/changes?${RANGE}&metric=visits`);
    const labels = [...shown.matchAll(/<label for="changes-\w+">([^<]*)</g)].map(([, label]) => label);
    expect(labels).toEqual([
      'Campaign',
      'Referrer',
      'Channel',
      'Entry page',
      'Country',
      'City',
      'Language',
      'Device',
      'OS',
      'Browser',
    ]);
    expect(shown).toContain(
      `href="/websites/${id}?from=${WEEK.from}&amp;to=${WEEK.to}&amp;metric=visits&amp;country=AT"`,
    );
    expect(shown).not.toContain('<img src=x');
    expect(plainText(shown)).toContain('← Dashboard What changed');
  });

  test('has what is no visitor’s doing for the owner alone, and of this website alone', async () => {
    const { db } = service.engines.postgres;
    const { id: other } = await owner.website();
    await writeSystemNote(db, other, { at: day(36), text: 'A note of another website' }, service.clock);
    await writeSystemNote(db, id, { at: day(36), text: 'Changed the excluded countries.' }, service.clock);
    const fact = `${day(36)}: Changed the excluded countries.`;
    for (const html of [await why(RANGE), await person.page(`/websites/${id}/changes?${RANGE}`)]) {
      expect(wordsIn(html)).toMatch(new RegExp(`^${fact} \\d+ more visitors \\(`));
      const shown = plainText(html);
      expect(shown).toMatch(
        new RegExp(`Tracking and data ${fact} ${day(-1)}: Imported 2,906 events .* = \\+\\d+ visitors`),
      );
      expect(shown).not.toContain('another website');
    }
    const { token } = await createSharedLink(db, id, { name: 'Board' }, service.clock);
    for (const path of ['why', 'changes']) {
      const response = await service.app.request(`/share/${token}/${path}?${RANGE}&embed=1`);
      const html = await response.text();
      const shared = plainText(html);
      expect(shared).toContain('more visitors (');
      expect(shared).not.toMatch(/Imported|Changed the|Tracking and data/);
      expect(html).not.toContain(id);
      for (const href of linksIn(html)) expect(href).toMatch(/^\/share\/.*embed=1/);
    }
    const stranger = await signedIn(service);
    for (const path of ['why', 'changes']) expect((await stranger.get(`/websites/${id}/${path}`)).status).toBe(403);
  });

  test('of a shared link is worked out for one holder at a time, and for all', async () => {
    const { token } = await createSharedLink(service.engines.postgres.db, id, { name: 'Board' }, service.clock);
    const asked = Array.from({ length: 5 }, async () =>
      (await service.app.request(`/share/${token}/why?${RANGE}`)).text(),
    );
    for (const html of await Promise.all(asked)) expect(plainText(html)).toContain('more visitors (');
  });
});
