import { expect } from 'vitest';
import { exact } from '../../src/lib/number-text.js';
import { change } from '../../src/lib/rounding.js';
import type { PastEvent } from '../oracle/past-event.js';
import type { ApiClient } from '../service/api-client.js';
import { plainText, rowsOfTable } from './read-page.js';
import type { SignedIn } from './signed-in.js';

const HOUR = 3_600_000;
export const FIRST = Date.UTC(2022, 11, 1);

/** The day on which clocks in Berlin go forward, at 15:37. */
export const NOW = Date.UTC(2025, 2, 30, 13, 37);

export interface ComparedWebsite {
  readonly id: string;
  readonly goal: string;
}

/** Two years of visits, more of them in some months, some of which convert. */
export async function comparedWebsite(owner: ApiClient, timezone: string): Promise<ComparedWebsite> {
  const { id } = await owner.website({ timezone });
  expect((await owner.history(id, history())).body.data.rejected).toBe(0);
  const match = { dimension: 'event', operator: 'is', values: ['signup'] };
  const { body } = await owner.call('POST', `/websites/${id}/goals`, { name: 'Sign-up', match });
  return { id, goal: body.data.id };
}

function history(): readonly PastEvent[] {
  const events: PastEvent[] = [];
  let number = 0;
  for (let at = FIRST; at < NOW; at += (5 + (number % 3)) * HOUR - (number % 5) * 7 * 60_000) {
    number += 1 + (new Date(at).getUTCMonth() % 2);
    const event = (minutes: number) => ({
      timestamp: new Date(at + minutes * 60_000).toISOString(),
      visitor: `v${(number * 7) % 50}`,
      url: `https://example.com/${number % 4}`,
      country: ['DE', 'FR', 'US', 'JP', 'BR'][number % 5]!,
      device: 'desktop',
    });
    events.push({ ...event(0), type: 'pageview' });
    if (number % 2 === 0) events.push({ ...event(3), type: 'pageview' });
    if (number % 3 === 0) events.push({ ...event(4), type: 'custom', name: 'signup' });
  }
  return events;
}

/** Parameters of the dashboard, and fields of the API's query. */
export type Choice = readonly [address: string, body: Readonly<Record<string, string>>];

export const LEAP_DAY: Choice = ['from=2024-02-27&to=2024-03-02', { from: '2024-02-27', to: '2024-03-02' }];
export const AFTER_LEAP_YEAR: Choice = ['from=2025-02-25&to=2025-03-03', { from: '2025-02-25', to: '2025-03-03' }];
export const CLOCK_CHANGE: Choice = ['from=2024-10-27&to=2024-10-27', { from: '2024-10-27', to: '2024-10-27' }];
export const RUNNING: Choice = ['range=30d', { range: '30d' }];

export const COMPARISONS: readonly Choice[] = [
  ['', { mode: 'previous' }],
  ['matchWeekday=true', { mode: 'previous', matchWeekday: true } as never],
  ['compare=year', { mode: 'year' }],
  ['compare=year&matchWeekday=true', { mode: 'year', matchWeekday: true } as never],
  [
    'compare=custom&compareFrom=2024-02-20&compareTo=2024-03-05',
    { mode: 'custom', from: '2024-02-20', to: '2024-03-05' },
  ],
];

interface Row {
  readonly visitors: number;
  readonly conversions: number;
  readonly comparison: { readonly visitors: number | null; readonly conversions: number | null };
}

/** Holds the dashboard against the API's query of the same range and comparison. */
export function comparedFigures(owner: ApiClient, person: SignedIn, { id, goal }: ComparedWebsite) {
  const ask = async (body: object) => (await owner.call('POST', `/websites/${id}/query`, body)).body.data;
  const page = (query: string) => person.page(`/websites/${id}?${query}`);

  async function expectTiles(query: string, body: object): Promise<void> {
    const html = await page(query);
    const metrics = ['visitors', 'visits', 'pageviews'];
    const { totals, totalsPerDay } = await ask({ ...body, metrics, include: ['totals'] });
    for (const metric of metrics) {
      const found = changeOf(html, metric.replace('v', 'V').replace('pageV', 'Pagev'));
      if (totalsPerDay === undefined) {
        expect(found).toBe(changeText(totals[metric], totals.comparison[metric]));
      } else {
        // The API's means are rounded.
        const mean = (totalsPerDay[metric] / totalsPerDay.comparison[metric] - 1) * 100;
        const percent = Number(found?.replace(/[↑↓, %]/g, '')) * (found?.startsWith('↓') ? -1 : 1);
        expect(Math.abs(percent - mean)).toBeLessThan(2);
        expect(plainText(html)).toContain(', per day, which is ');
      }
    }
  }

  return {
    page,
    ask,
    expectTiles,
    async expectAll([range, body]: Choice, [choice, comparison]: Choice): Promise<void> {
      const [query, compared] = [`${range}&${choice}`, { ...body, comparison }];
      await expectTiles(query, compared);

      // The chart's line goes on where the range is still running, and the totals end.
      const html = await page(query);
      const interval = /aria-label="Visitors by (\w+)"/.exec(html)?.[1];
      const { rows, query: parsed } = await ask({ ...compared, dimensions: [interval], limit: 1000 });
      const shown = rowsOfTable(html);
      const isCut = Date.parse(parsed.to) > NOW && comparison.mode === 'previous';
      const ended = isCut ? shown.findIndex(([name]) => name?.endsWith('(so far)')) : shown.length;
      expect(shown).toHaveLength(rows.length);
      expect(shown.slice(0, ended).map(([, , before]) => before)).toEqual(
        rows.slice(0, ended).map(({ comparison: { visitors } }: Row) => (visitors === null ? '' : exact(visitors))),
      );

      for (const [path, dimension, place] of [
        ['countries', 'country', 1],
        ['pages', 'page', 2],
      ] as const) {
        const list = await person.page(`/websites/${id}/${path}?${query}`);
        const before = [...list.matchAll(/<span class="change[^"]*"(?: title="([\d,]+) in )?/g)].map(
          ([, count]) => count,
        );
        const { rows: counted } = await ask({
          ...compared,
          metrics: ['visitors'],
          dimensions: [dimension],
          limit: 1000,
        });
        expect(rowsOfTable(list).map((cells, row) => [cells[place], before[row]])).toEqual(
          counted.map(({ visitors, comparison }: Row) => [
            exact(visitors),
            comparison.visitors === null ? undefined : exact(comparison.visitors),
          ]),
        );
      }

      const file = await person.page(`/websites/${id}/countries.csv?${query}&goal=${goal}`);
      const metrics = ['visitors', 'conversions'];
      const countries: readonly Row[] = (await ask({ ...compared, metrics, dimensions: ['country'], goal })).rows;
      const lines = file.trimEnd().split('\r\n').slice(1);
      const listed = lines
        .map((line) => line.split(','))
        .map(([, visitors, count, , before]) => [visitors, count, before]);
      expect(listed.map(String).sort()).toEqual(
        countries
          .map(({ visitors, conversions, comparison: before }) => [visitors, conversions, before.conversions ?? ''])
          .map(String)
          .sort(),
      );
    },
  };
}

/** The text of a tile's change. */
const changeOf = (html: string, label: string): string | undefined =>
  new RegExp(
    `tile-label">${label}</span>.*?<span class="change[^"]*"[^>]*><span aria-hidden="true">([^<]*)<`,
    's',
  ).exec(html)?.[1];

/** As the API's figures make it. */
function changeText(now: number, before: number): string {
  if (before === 0) return '—';
  const by = change({ part: now, of: 1 }, { part: before, of: 1 });
  const size = Math.round(Math.abs(by));
  return size === 0 ? '0%' : `${by > 0 ? '↑ ' : '↓ '}${exact(size)}%`;
}
