import { z } from 'zod';
import { type ClickHouse, insertRows } from './clickhouse.js';
import { sessionTraits } from './session-traits.js';
import { instant, integer, join, ofWebsite, type Sql, sql, trusted } from './sql.js';

const traitColumns = trusted(sessionTraits.join(', '));

const traitValues = join(
  sessionTraits.map((trait) => trusted(`any(stored.${trait}) AS ${trait}`)),
  ', ',
);

/** Must select the same rows as the view `visits_from_events`. */
const selectVisits = (chosen: Sql): Sql => sql`SELECT
  website_id, toStartOfFifteenMinutes(toDateTime(time)) AS quarter, visitor_id, session_start, import_id,
  counted_in, countIf(type != 'leave') AS events, countIf(type = 'pageview') AS pageviews,
  sum(stored.sessions) AS sessions, sum(stored.bounces) AS bounces, sum(stored.duration) AS duration,
  ${traitValues}
FROM events AS stored
WHERE ${chosen}
GROUP BY website_id, quarter, visitor_id, session_start, import_id, counted_in`;

const visitsColumns = sql`visits (
  website_id, quarter, visitor_id, session_start, import_id, counted_in, events, pageviews, sessions, bounces, duration, ${traitColumns}
)`;

/** Must select the same rows as the view `sessions_from_events`. */
const selectSessions = (chosen: Sql): Sql => sql`SELECT
  website_id, visitor_id, session_start, import_id, max(time) AS last_event,
  maxMap(
    if(type = 'custom', [CRC32(path), CRC32(concat('event ', name))], [CRC32(path)]),
    arrayWithConstant(
      if(type = 'custom', 2, 1),
      toUInt16(greatest(0, intDiv(toUnixTimestamp64Milli(time), 900000) - intDiv(toUnixTimestamp64Milli(stored.session_start), 900000)))
    )
  ) AS pages, ${traitValues}
FROM events AS stored
WHERE ${chosen} AND type != 'leave'
GROUP BY website_id, visitor_id, session_start, import_id`;

const sessionsColumns = sql`sessions (website_id, visitor_id, session_start, import_id, last_event, pages, ${traitColumns})`;

/**
 * Rebuilds rows of `visits` from the current `events`. Safe to repeat; the matching rows are missing while it runs.
 *
 * @param chosen a condition on `visits`; rows of events that are inserted meanwhile may be counted twice
 * @param events the same condition on `events`, if it differs
 */
async function remakeVisits(clickhouse: ClickHouse, chosen: Sql, events = chosen): Promise<void> {
  await clickhouse.delete('visits', chosen);
  await insertRows(clickhouse, visitsColumns, selectVisits(events));
}

/** Like `remakeVisits`, but events may be inserted meanwhile. */
async function remakeSessions(clickhouse: ClickHouse, chosen: Sql): Promise<void> {
  await clickhouse.delete('sessions', chosen);
  await insertRows(clickhouse, sessionsColumns, selectSessions(chosen));
}

/**
 * Rebuilds the rows that views derive from `events`. Safe to repeat; the matching rows are missing while it runs.
 *
 * @param sessions a condition on columns of `events`, `visits` and `sessions`; no events of these sessions may be
 *   inserted meanwhile
 */
export async function remakeDerived(clickhouse: ClickHouse, sessions: Sql): Promise<void> {
  await remakeVisits(clickhouse, sessions);
  await remakeSessions(clickhouse, sessions);
}

const websiteRow = z.object({ website_id: z.string() });

export interface Rebuild {
  readonly clickhouse: ClickHouse;
  /** Undefined for all websites. */
  readonly websiteId: string | undefined;
  /**
   * Start of a quarter of an hour, in epoch milliseconds. Later visits are left unchanged, because events for them may
   * still arrive. Undefined when no events arrive.
   */
  readonly before: number | undefined;
  /** Runs a task while nothing else changes the website's stored events. */
  readonly alone: <T>(websiteId: string, task: () => Promise<T>) => Promise<T>;
}

/**
 * Rebuilds one website at a time, and returns the websites. Visits are rebuilt month by month; those of the month in
 * progress are missing meanwhile. An interrupted rebuild can be repeated.
 */
export async function rebuildDerivedTables({
  clickhouse,
  websiteId,
  before,
  alone,
}: Rebuild): Promise<readonly string[]> {
  const websites = websiteId === undefined ? await allWebsites(clickhouse) : [{ website_id: websiteId }];
  const isOver = (time: Sql): Sql => (before === undefined ? sql`` : sql` AND ${time} < ${instant(before)}`);
  for (const { website_id } of websites) {
    const website = ofWebsite(website_id);
    await alone(website_id, async () => {
      for (const { month } of await listMonths(clickhouse, website)) {
        const ofMonth = (time: Sql): Sql => sql`${website} AND toYYYYMM(${time}) = ${integer(month)}${isOver(time)}`;
        await remakeUntilEqual(clickhouse, website_id, [ofMonth(sql`quarter`), ofMonth(sql`time`)]);
        // Synced each month, so that a power loss costs one at most: unsynced rows look like an unfinished insert and
        // are set aside, but nothing inserts them again.
        await clickhouse.sync();
      }
      await remakeSessions(clickhouse, website);
      await clickhouse.sync();
    });
  }
  return websites.map(({ website_id }) => website_id);
}

/** Few blocks arrive while a month is rebuilt: such events have waited for more than an hour. */
const MAX_ATTEMPTS = 5;

/** Repeats until `visits` agrees with the events: a block that arrives in between may be in it twice. */
async function remakeUntilEqual(
  clickhouse: ClickHouse,
  websiteId: string,
  [chosen, events]: readonly [visits: Sql, events: Sql],
): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    await remakeVisits(clickhouse, chosen, events);
    const [compared] = await clickhouse.query({
      name: 'rebuild/compare',
      row: comparedRow,
      sql: compare(chosen, events),
    });
    if (compared?.is_equal === 1) return;
  }
  throw new Error(
    `past events of the website ${websiteId} keep arriving: run rebuild again when no process has any to insert`,
  );
}

const comparedRow = z.object({ is_equal: z.number() });

const compare = (chosen: Sql, events: Sql): Sql => sql`SELECT (
  SELECT (sum(events), sum(pageviews), sum(sessions), sum(bounces), sum(duration)) FROM visits WHERE ${chosen}
) = (
  SELECT (countIf(type != 'leave'), countIf(type = 'pageview'), sum(sessions), sum(bounces), sum(duration))
  FROM events WHERE ${events}
) AS is_equal`;

const monthRow = z.object({ month: z.number() });

/** As in 202603; includes months with events or visits. */
const listMonths = (clickhouse: ClickHouse, website: Sql) =>
  clickhouse.query({
    name: 'rebuild/months',
    sql: sql`SELECT DISTINCT month FROM (
  SELECT toYYYYMM(time) AS month FROM events WHERE ${website} GROUP BY month
  UNION ALL SELECT toYYYYMM(quarter) AS month FROM visits WHERE ${website} GROUP BY month
) ORDER BY month`,
    row: monthRow,
  });

const allWebsites = (clickhouse: ClickHouse) =>
  clickhouse.query({
    name: 'rebuild/websites',
    sql: sql`SELECT DISTINCT website_id FROM (
  SELECT website_id FROM events GROUP BY website_id
  UNION ALL SELECT website_id FROM visits GROUP BY website_id
  UNION ALL SELECT website_id FROM sessions GROUP BY website_id
)`,
    row: websiteRow,
  });
