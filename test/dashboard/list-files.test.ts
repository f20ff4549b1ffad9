import { describe, expect, test } from 'vitest';
import { csvText, fileName } from '../../src/dashboard/pages/stats/csv.js';
import { listColumns } from '../../src/dashboard/pages/stats/list-columns.js';
import { listPage, searched } from '../../src/dashboard/pages/stats/list-part.js';
import { shownBy } from '../../src/dashboard/pages/stats/parse-view.js';
import { shownLists } from '../../src/dashboard/pages/stats/shown-lists.js';
import type { ShownRow } from '../../src/dashboard/pages/stats/shown-row.js';
import { duration, formatShare, percent, shortened } from '../../src/lib/number-text.js';
import { type Facts, NO_FACTS } from '../../src/stats/metrics.js';
import { linkName } from '../../src/stats/names.js';
import type { List } from '../../src/stats/reports/list.js';
import { checkRows } from '../rows.js';
import { sampleWebsite } from '../websites/sample-website.js';

type Given = Partial<Omit<ShownRow, 'now'>> & { readonly now?: Partial<Facts> };

const row = (name: string, { now, ...more }: Given = {}): ShownRow => ({
  name,
  now: { ...NO_FACTS, visitors: 1, clicks: 1, sessions: 2, bounces: 1, duration: 3_000, ...now },
  before: NO_FACTS,
  percentage: 50,
  ...more,
});

const place = { path: '/websites/1', embedded: false, own: true };
const shown = shownBy(new URLSearchParams(), { website: sampleWebsite(), place, now: Date.UTC(2026, 2, 15) });

const OF_VISITS = 'Pageviews,Visits,Bounce rate (%),Visit duration (s)\r\n';

/** A file of rows that come in batches of two. */
async function csvOf(list: List, rows: readonly ShownRow[]): Promise<string> {
  async function* batches() {
    for (let start = 0; start === 0 || start < rows.length; start += 2) yield rows.slice(start, start + 2);
  }
  let text = '';
  for await (const piece of csvText({ ...list, columns: listColumns(list, shown) }, batches())) text += piece;
  return text;
}

describe('a list as a file', () => {
  test('is as RFC 4180 has it', async () => {
    const rows = [
      row('/a,b', { now: { visitors: 12, pageviews: 34 } }),
      row('/"q"', { now: { pageviews: 1 } }),
      row('/line\nbreak'),
    ];
    expect(await csvOf(shownLists.pages, rows)).toBe(
      'Page,Pageviews,Visitors,Share (%)\r\n"/a,b",34,12,50\r\n"/""q""",1,1,50\r\n"/line\nbreak",0,1,50\r\n',
    );
  });

  test('makes formulas harmless', () =>
    checkRows(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'], async (name) => {
      const line = (await csvOf(shownLists.referrers, [row(name)])).split('\r\n').slice(1).join('\r\n');
      expect(line.replace(/^"/, '')).toMatch(/^'/);
    }));

  test('has the sources of channels, and what tells rows apart', async () => {
    const channel = row('Social', { sources: [row('X', { percentage: 2.5 })] });
    expect(await csvOf(shownLists.channels, [channel])).toBe(
      `Channel,Source,Visitors,Share (%),${OF_VISITS}Social,,1,50,0,2,50,1.5\r\nSocial,X,1,2.5,0,2,50,1.5\r\n`,
    );
    expect(await csvOf(shownLists.cities, [row('Paris', { detail: 'France' })])).toContain('City,Country,Visitors');
  });

  test('has whole links, and a campaign in cells of its own', async () => {
    const links = [row('docs.example/', { cells: ['https://docs.example/'] })];
    expect(await csvOf(shownLists['exit-links'], links)).toBe(
      'Link,Clicks,Share (%)\r\nhttps://docs.example/,1,50\r\n',
    );
    const campaign = row('May', { detail: 'news / email', cells: ['May', 'news', '=email', ''] });
    expect(await csvOf(shownLists.campaigns, [campaign])).toBe(
      `Campaign,Source,Medium,Ref,Visitors,Share (%),${OF_VISITS}May,news,'=email,,1,50,0,2,50,1.5\r\n`,
    );
  });

  test('is called after what is in it', () => {
    const month = { from: '2026-03-01', to: '2026-03-31' };
    expect(fileName('example.com', month, 'entry-pages')).toBe('example.com-entry-pages-2026-03-01-to-2026-03-31');
    expect(fileName('example.com', { from: month.from, to: month.from })).toBe('example.com-2026-03-01');
  });
});

describe('a list', () => {
  const many = Array.from({ length: 250 }, (_, index) => row(`/page-${index}`));

  test('is shown a hundred rows at a time', async () => {
    expect(await listPage(many, 3)).toEqual({ rows: many.slice(200), found: 250, part: 3, parts: 3 });
    expect((await listPage(many, 99)).part).toBe(3);
    expect((await listPage(many, -1)).part).toBe(1);
    expect((await listPage(many.slice(0, 100), 2)).part).toBe(1);
    expect(await listPage([], 1)).toEqual({ rows: [], found: 0, part: 1, parts: 1 });
  });

  test('is searched in names, details and sources, in whatever case', () => {
    const rows = [row('Paris', { detail: 'France' }), row('Social', { sources: [row('Reddit')] }), row('Berlin')];
    const found = (text: string) => searched(rows, text).map(({ name }) => name);
    expect(found(' FRANCE ')).toEqual(['Paris']);
    expect(found('redd')).toEqual(['Social']);
    expect(found('')).toHaveLength(3);
    expect(found('.*')).toEqual([]);
  });
});

test('exit links to one place by http and by https have names of their own', () => {
  const nameOf = linkName;
  expect(nameOf('https://partner.example/a')).toBe('partner.example/a');
  expect(nameOf('http://partner.example/a')).toBe('http://partner.example/a');
});

describe('an amount', () => {
  test('numbers are shortened', () =>
    checkRows(
      [
        [0, '0'],
        [999, '999'],
        [1000, '1k'],
        [1299, '1.2k'],
        [12_345, '12.3k'],
        [123_456, '123k'],
        [999_999, '999k'],
        [3_400_000, '3.4M'],
        [2_000_000_000, '2B'],
      ],
      ([value, text]) => {
        expect(shortened(value)).toBe(text);
      },
    ));

  test('percentages of 100', () =>
    checkRows(
      [
        [0, '0%'],
        [0.04, '<1%'],
        [7.25, '7%'],
        [9.99, '10%'],
        [33.33, '33%'],
        [100, '100%'],
      ],
      ([value, text]) => {
        expect(percent(value)).toBe(text);
      },
    ));

  test('the share of a row', () =>
    checkRows(
      [
        [{ value: 1, percentage: 0 }, '<0.1%'],
        [{ value: 0, percentage: 0 }, '0%'],
        [{ value: 3, percentage: 12.5 }, '12.5%'],
        [{ value: 3, percentage: 5 }, '5.0%'],
        [{ value: 3, percentage: 100 }, '100%'],
      ],
      ([row, text]) => {
        expect(formatShare(row)).toBe(text);
      },
    ));

  test('durations are in seconds', () =>
    checkRows(
      [
        [0, '0s'],
        [59.4, '59s'],
        [59.6, '1m 0s'],
        [134, '2m 14s'],
        [3_780, '1h 3m'],
      ],
      ([value, text]) => {
        expect(duration(value)).toBe(text);
      },
    ));
});
