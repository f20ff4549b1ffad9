import { expect, vi } from 'vitest';
import { z } from 'zod';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { integer, sql, trusted, uuid } from '../../src/clickhouse/sql.js';
import { type Count, countedColumns, countedDimensions } from '../../src/daily-visitors/dimensions.js';
import { completeCount } from '../../src/websites/count.js';
import { findWebsite } from '../../src/websites/find-website.js';
import { dayStart, localDate } from '../oracle/zones.js';
import { POLL_OPTIONS } from '../poll-options.js';
import type { TestService } from './test-service.js';

/** Waits until the visitors of a website's stored events are counted by the day. */
export async function counted({ engines }: Pick<TestService, 'engines'>, websiteId: string): Promise<Count> {
  return vi.waitFor(async () => {
    const website = await findWebsite(engines.postgres.db, websiteId);
    const count = website && completeCount(website);
    if (count === undefined) throw new Error('the count is not complete');
    return count;
  }, POLL_OPTIONS);
}

const FIGURES = ['visitors', 'pageviews', 'sessions', 'bounces', 'duration'] as const;

type Figures = Record<(typeof FIGURES)[number], number>;

const eventRow = z.object({
  visitor_id: z.string(),
  time: z.coerce.number(),
  type: z.string(),
  session_start: z.coerce.number(),
  sessions: z.coerce.number(),
  bounces: z.coerce.number(),
  duration: z.coerce.number(),
  values: z.array(z.string()),
});

const dayRow = z.object({ key: z.string(), figures: z.array(z.coerce.number()) });

/** Expects `daily_visitors` to say of a website what its events do, and says how many rows it has. */
export async function expectDailyVisitors(clickhouse: ClickHouse, websiteId: string, count: Count): Promise<number> {
  const sums = FIGURES.map((name) => `sum(${name})`).join(', ');
  const rows = await clickhouse.query({
    name: 'test',
    row: dayRow,
    sql: sql`SELECT toString((dimension, value, toUnixTimestamp(day), seen, toUnixTimestamp(previous_day))) AS key, [${trusted(sums)}] AS figures
FROM daily_visitors WHERE website_id = ${uuid(websiteId)} AND generation = ${integer(count.generation)}
GROUP BY dimension, value, day, seen, previous_day HAVING arrayExists(each -> each != 0, figures)`,
  });
  const found = Object.fromEntries(rows.map(({ key, figures }) => [key, figures]));
  expect(found).toEqual(keyed(await daysOfEvents(clickhouse, websiteId, count)));
  return rows.length;
}

interface DayRow {
  readonly dimension: string;
  readonly value: readonly string[];
  readonly day: number;
  readonly seen: string;
  readonly previous: number;
  readonly figures: Figures;
}

/** The keys as ClickHouse writes them. */
function keyed(rows: readonly DayRow[]): Record<string, readonly number[]> {
  const text = (value: string) => `'${value.replace(/[\\']/g, (character) => `\\${character}`)}'`;
  return Object.fromEntries(
    rows.map(({ dimension, value, day, seen, previous, figures }) => [
      `(${text(dimension)},[${value.map(text).join(',')}],${day / 1000},${text(seen)},${previous / 1000})`,
      FIGURES.map((name) => figures[name]),
    ]),
  );
}

/** Counted plainly: each visitor's days with each value, from all events at once. */
async function daysOfEvents(clickhouse: ClickHouse, websiteId: string, { zone }: Count): Promise<readonly DayRow[]> {
  const columns = countedColumns.map((name) => `toString(${name})`).join(', ');
  const events = await clickhouse.query({
    name: 'test',
    row: eventRow,
    sql: sql`SELECT toString(visitor_id) AS visitor_id, toUnixTimestamp64Milli(events.time) AS time, type,
  toUnixTimestamp64Milli(events.session_start) AS session_start, sessions, bounces, duration, [${trusted(columns)}] AS values
FROM events WHERE website_id = ${uuid(websiteId)}`,
  });
  const startOf = (instant: number) => dayStart(zone, localDate(zone, instant));
  const firstDays = new Map<string, number>();
  const coming = events.filter(({ type }) => type !== 'leave');
  for (const { visitor_id, time } of coming) {
    firstDays.set(visitor_id, Math.min(firstDays.get(visitor_id) ?? Number.POSITIVE_INFINITY, startOf(time)));
  }
  const rows = new Map<string, DayRow>();
  for (const wanted of countedDimensions) {
    const dimension = wanted.join(',');
    const wantedOf = (values: readonly string[]) => wanted.map((column) => values[countedColumns.indexOf(column)]!);
    const add = (value: readonly string[], day: number, seen: string, previous: number, added: Partial<Figures>) => {
      const key = JSON.stringify([dimension, value, day, seen, previous]);
      const none = { visitors: 0, pageviews: 0, sessions: 0, bounces: 0, duration: 0 };
      const row = rows.get(key) ?? { dimension, value, day, seen, previous, figures: none };
      for (const name of FIGURES) row.figures[name] += added[name] ?? 0;
      rows.set(key, row);
    };
    const days = new Map<string, Set<number>>();
    for (const { visitor_id, time, values } of coming) {
      const key = JSON.stringify([visitor_id, wantedOf(values)]);
      days.set(key, (days.get(key) ?? new Set()).add(startOf(time)));
    }
    for (const [key, set] of days) {
      const [visitor, value] = JSON.parse(key) as [string, string[]];
      const first = firstDays.get(visitor)!;
      [...set]
        .sort((a, b) => a - b)
        .forEach((day, index, sorted) => {
          const previous = sorted[index - 1];
          if (previous !== undefined) add(value, day, 'again', previous, { visitors: 1 });
          else if (first < day) add(value, day, 'elsewhere', first, { visitors: 1 });
          else add(value, day, 'new', 0, { visitors: 1 });
        });
    }
    for (const { time, type, session_start, values, ...facts } of events) {
      const { sessions, bounces, duration } = facts;
      if (type === 'pageview') add(wantedOf(values), startOf(time), 'new', 0, { pageviews: 1 });
      add(wantedOf(values), startOf(session_start), 'new', 0, { sessions, bounces, duration });
    }
  }
  return [...rows.values()].filter(({ figures }) => Object.values(figures).some((each) => each !== 0));
}
