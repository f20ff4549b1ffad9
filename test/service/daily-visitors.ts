import { expect, vi } from 'vitest';
import { z } from 'zod';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { integer, sql, trusted, uuid } from '../../src/clickhouse/sql.js';
import { type Count, countedColumns, countedDimensions } from '../../src/daily-visitors/dimensions.js';
import { completeCount } from '../../src/websites/count.js';
import { findWebsite } from '../../src/websites/find-website.js';
import { localDate } from '../oracle/zones.js';
import { POLL_OPTIONS } from '../poll-options.js';
import type { TestService } from './test-service.js';

/** Waits until the visitors of a website's stored events are counted by the day, and does not wait for the next turn of the job. */
export async function counted(
  { engines, jobs }: Pick<TestService, 'engines' | 'jobs'>,
  websiteId: string,
): Promise<Count> {
  return vi.waitFor(async () => {
    await jobs.run('daily visitors');
    const website = await findWebsite(engines.postgres.db, websiteId);
    const count = website && completeCount(website);
    if (count === undefined) throw new Error('the count is not complete');
    return count;
  }, POLL_OPTIONS);
}

const FIGURES = ['visitors', 'pageviews', 'events', 'sessions', 'bounces', 'duration'] as const;

type Figures = Record<(typeof FIGURES)[number], number>;

const eventRow = z.object({
  visitor_id: z.string(),
  time: z.coerce.number(),
  type: z.string(),
  session_start: z.coerce.number(),
  sessions: z.coerce.number(),
  bounces: z.coerce.number(),
  duration: z.coerce.number(),
  path: z.string(),
  name: z.string(),
  values: z.array(z.string()),
});

const dayRow = z.object({ key: z.string(), figures: z.array(z.coerce.number()) });

/** Expects `daily_visitors` to say of a website what its events do, and says how many rows it has. */
export async function expectDailyVisitors(clickhouse: ClickHouse, websiteId: string, count: Count): Promise<number> {
  const sums = FIGURES.map((name) => `sum(${name})`).join(', ');
  const rows = await clickhouse.query({
    name: 'test',
    row: dayRow,
    sql: sql`SELECT toString((dimension, value, day, previous_day, first_day)) AS key, [${trusted(sums)}] AS figures
FROM daily_visitors WHERE website_id = ${uuid(websiteId)} AND generation = ${integer(count.generation)}
GROUP BY dimension, value, day, previous_day, first_day HAVING arrayExists(each -> each != 0, figures)`,
  });
  const found = Object.fromEntries(rows.map(({ key, figures }) => [key, figures]));
  expect(found).toEqual(keyed(await daysOfEvents(clickhouse, websiteId, count)));
  return rows.length;
}

interface DayRow {
  readonly dimension: string;
  readonly value: string;
  readonly day: number;
  readonly previous: number;
  readonly first: number;
  readonly figures: Figures;
}

/** The keys as ClickHouse writes them. */
function keyed(rows: readonly DayRow[]): Record<string, readonly number[]> {
  const text = (value: string) =>
    `'${value.replace(/[\\'\t]/g, (character) => (character === '\t' ? '\\t' : `\\${character}`))}'`;
  return Object.fromEntries(
    rows.map(({ dimension, value, day, previous, first, figures }) => [
      `(${text(dimension)},${text(value)},${day},${previous},${first})`,
      FIGURES.map((name) => figures[name]),
    ]),
  );
}

const QUARTER_MS = 15 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const NO_FIRST = 65_535;

/** Counted plainly: each visitor's days with each value, from all events at once. */
async function daysOfEvents(clickhouse: ClickHouse, websiteId: string, { zone }: Count): Promise<readonly DayRow[]> {
  const columns = countedColumns.map((name) => `toString(${name})`).join(', ');
  const events = await clickhouse.query({
    name: 'test',
    row: eventRow,
    sql: sql`SELECT toString(visitor_id) AS visitor_id, toUnixTimestamp64Milli(events.time) AS time, type,
  toUnixTimestamp64Milli(events.session_start) AS session_start, sessions, bounces, duration, path, name, [${trusted(columns)}] AS values
FROM events WHERE website_id = ${uuid(websiteId)}`,
  });
  const dayOf = (instant: number) => Date.parse(localDate(zone, instant)) / DAY_MS + 1;
  const quarterOf = (instant: number) => String(Math.floor(instant / QUARTER_MS)).padStart(7, '0');
  const coming = events.filter(({ type }) => type !== 'leave').sort((one, other) => one.time - other.time);
  const firstDays = new Map<string, number>();
  for (const { visitor_id, time } of coming) {
    if (!firstDays.has(visitor_id)) firstDays.set(visitor_id, dayOf(time));
  }
  const rows = new Map<string, DayRow>();
  const add = (
    dimension: string,
    value: string,
    [day, previous, first]: readonly [day: number, previous: number, first: number],
    added: Partial<Figures>,
  ) => {
    const key = JSON.stringify([dimension, value, day, previous, first]);
    const none = { visitors: 0, pageviews: 0, events: 0, sessions: 0, bounces: 0, duration: 0 };
    const row = rows.get(key) ?? { dimension, value, day, previous, first, figures: none };
    for (const name of FIGURES) row.figures[name] += added[name] ?? 0;
    rows.set(key, row);
  };
  type Event = (typeof events)[number];
  /** Counts visitors by the values that `findValue` finds in events, and the facts of the events. */
  const countBy = (dimension: string, findValue: (event: Event) => string | undefined, saysFirst: boolean) => {
    const days = new Map<string, { first: Event; days: Set<number> }>();
    for (const event of coming) {
      const value = findValue(event);
      if (value === undefined) continue;
      const key = JSON.stringify([event.visitor_id, value]);
      const found = days.get(key) ?? { first: event, days: new Set() };
      found.days.add(dayOf(event.time));
      days.set(key, found);
      add(dimension, value, [dayOf(event.time), 0, NO_FIRST], {
        pageviews: event.type === 'pageview' ? 1 : 0,
        events: 1,
      });
    }
    for (const [key, { days: set }] of days) {
      const [visitor, value] = JSON.parse(key) as [string, string];
      [...set].forEach((day, index, sorted) => {
        const previous = sorted[index - 1] ?? 0;
        const first = firstDays.get(visitor)!;
        add(dimension, value, [day, previous, saysFirst && previous === 0 && first < day ? first : NO_FIRST], {
          visitors: 1,
        });
      });
    }
  };
  for (const columns of countedDimensions) {
    const isCampaign = columns.length === 4;
    const dimension = columns.join(',');
    const findValue = ({ values }: Event) => {
      const own = columns.map((column) => values[countedColumns.indexOf(column)]!);
      if (own.length === 1) return own[0]!;
      if (!isCampaign) return own.map((each) => each.replaceAll('%', '%25').replaceAll('\t', '%09')).join('\t');
      const parameters = own.flatMap((each, place) =>
        each === '' ? [] : [`${columns[place]}=${encodeURIComponent(each)}`],
      );
      return parameters.length === 0 ? '' : `?${parameters.join('&')}`;
    };
    countBy(dimension, findValue, true);
    for (const event of events) {
      const { sessions, bounces, duration, session_start } = event;
      add(dimension, findValue(event), [dayOf(session_start), 0, NO_FIRST], { sessions, bounces, duration });
    }
  }
  countBy('path', ({ path }) => path, false);
  countBy('name', ({ type, name }) => (type === 'custom' ? name : undefined), false);
  const lastDay = new Map<string, number>();
  for (const { visitor_id, time } of coming) {
    const [day, previous = 0] = [dayOf(time), lastDay.get(visitor_id)];
    if (previous < day) add('quarter', quarterOf(time), [day, previous, NO_FIRST], { visitors: 1 });
    lastDay.set(visitor_id, day);
  }
  for (const { type, time, session_start, sessions, bounces, duration } of events) {
    const isView = type === 'pageview' ? 1 : 0;
    if (type !== 'leave') add('quarter', quarterOf(time), [dayOf(time), 0, NO_FIRST], { pageviews: isView, events: 1 });
    add('quarter', quarterOf(session_start), [dayOf(session_start), 0, NO_FIRST], { sessions, bounces, duration });
  }
  return [...rows.values()].filter(({ figures }) => Object.values(figures).some((each) => each !== 0));
}
