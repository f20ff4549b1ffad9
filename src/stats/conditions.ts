import { date, instant, join, ofWebsite, type Sql, sql, string } from '../clickhouse/sql.js';
import { LONGEST_REACH_MS } from '../sessions/session.js';
import { dayOf } from '../time/index.js';
import { type Dimension, dimensions, filterNames } from './dimensions.js';
import type { Filters, Period, Question } from './question.js';

/** Instants outside of these are no stored event's, and past what ClickHouse's `Date` in the sorting key can hold. */
const EARLIEST = 0;
const LATEST = Date.UTC(2100, 0, 1);

const within = (time: number): Sql => instant(Math.min(Math.max(time, EARLIEST), LATEST));

export const since = (column: Sql, time: number): Sql => sql`${column} >= ${within(time)}`;

export const before = (column: Sql, time: number): Sql => sql`${column} < ${within(time)}`;

export const during = (column: Sql, { start, end }: Period): Sql =>
  sql`${since(column, start)} AND ${before(column, end)}`;

/**
 * The rows of `events` in a period. In their key, days of UTC come before visitors and instants: asked for instants alone, the
 * engine would read whole months.
 */
export const ofPeriod = ({ start, end }: Period): Sql =>
  sql`toDate(time) >= ${date(dayOf(start, 'UTC'))} AND toDate(time) <= ${date(dayOf(end - 1, 'UTC'))} AND ${during(sql`time`, { start, end })}`;

/** The filters of one kind as conditions: on the session's traits, or on the event itself. */
export const filtersOn = (of: Dimension['of'], filters: Filters): readonly Sql[] =>
  filterNames.flatMap((name) => {
    const value = filters[name];
    const { column, of: kind } = dimensions[name];
    return value === undefined || kind !== of ? [] : [sql`${column} = ${string(value)}`];
  });

/** All filters as conditions. */
export const filtered = (filters: Filters): readonly Sql[] => [
  ...filtersOn('session', filters),
  ...filtersOn('event', filters),
];

export const all = (conditions: readonly Sql[]): Sql => join(conditions, ' AND ');

/** Of no condition nothing passes. */
export const any = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`false` : sql`(${join(conditions, ' OR ')})`;

/** An event that counts: a leave only lengthens its session. */
export const counts: Sql = sql`type != 'leave'`;

/** Of a website's events whose sessions pass the filters: whether one is in the period, counts, and passes itself. */
export const isChosen = ({ period, filters }: Pick<Question, 'period' | 'filters'>): Sql =>
  all([during(sql`time`, period), counts, ...filtersOn('event', filters)]);

/** The rows of a period's events and of the sessions that began in it. */
export const reached = ({ start, end }: Period): Sql => ofPeriod({ start, end: end + LONGEST_REACH_MS });

/** A period with what its sessions may have before it. */
export const withBefore = ({ start, end }: Period): Period => ({ start: start - LONGEST_REACH_MS, end });

/** The chosen events: the website's, in the period, that count and pass every filter. */
export const chosen = ({ websiteId, period, filters }: Question): Sql =>
  all([ofWebsite(websiteId), ofPeriod(period), counts, ...filtered(filters)]);
