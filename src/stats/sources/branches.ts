import { integer, integers, join, ofWebsite, type Sql, sql, trusted } from '../../clickhouse/sql.js';
import { type DimensionName, findDimension } from '../dimensions.js';
import { all, filterSql, hasNumber, numberSql } from '../filters.js';
import { type Fact, factCurrency, factProperty, isReportFact, listFacts } from '../metrics.js';
import { listLevels, type StatsQuery } from '../query.js';
import { type Branch, columns, factName, goalsSql, groupBy, keyName, keySql, type Part } from './branch.js';
import { bucketRowSql, bucketRows, bucketStartSql } from './bucket-rows.js';
import {
  countedRange,
  during,
  hasBegun,
  hasComeBefore,
  isMatching,
  matching,
  reached,
  selectSessions,
  split,
  withVisitors,
} from './conditions.js';
import { events, eventsFor } from './events.js';
import { type FlatPart, factSql } from './flat.js';
import { selectReports } from './page-reports.js';
import { selectRevenue } from './revenue.js';
import { keyColumns, rowConditions, rowFacts, tuple } from './source.js';
import { isSessionFact, type Table } from './table.js';
import { toSessions } from './whole-sessions.js';

// A row's sessions are not in the bucket of each of its events, and a session is in the rows of all its pages. So each
// kind of fact has a branch of its own, a SELECT with the columns of the key, and the branches are added up.

/** The SELECT of a query of any kind from a table. */
export function selectBranches(table: Table, query: StatsQuery): Sql {
  const { comparison, dimensions = [] } = query;
  const before = comparison === undefined ? [] : [{ table, query: { ...query, range: comparison }, isBefore: true }];
  const levels = listLevels(query).map((level) =>
    selectParts([{ table, query }, ...before], rowFacts([query]).before, dimensions.slice(0, level)),
  );
  return levels.length === 1 ? levels[0]! : sql`SELECT * FROM (${join(levels, '\nUNION ALL\n')})`;
}

/**
 * Rows of all parts, which have the same dimensions and metrics. A row of the comparison alone is left out.
 *
 * @param ofBefore facts of the comparison
 * @param dimensions leading ones of the parts, by which rows are grouped
 */
export function selectParts(
  parts: readonly Part[],
  ofBefore: readonly Fact[],
  dimensions = parts[0]!.query.dimensions ?? [],
): Sql {
  const { query } = parts[0]!;
  const { buckets } = query;
  const names = listFacts(query.metrics);
  const selects = parts.flatMap((part) => branches({ ...part, query: { ...part.query, dimensions } }, names));
  const hasBefore = parts.some(({ isBefore }) => isBefore);
  // Each row of a single branch is complete.
  const isAdded = selects.length > 1;
  const key = dimensions.map((_, place) => keyName(place));
  const facts = (of: readonly Fact[], isBefore: '0' | '1') =>
    tuple(
      of.map((fact) => {
        const value = factName(names.indexOf(fact));
        return isAdded ? sql`sumIf(${value}, is_before = ${trusted(isBefore)})` : value;
      }),
    );
  const columns = [
    ...keyColumns(query, sql`${integer(dimensions.length)}`, key),
    ...(buckets === undefined ? [] : [sql`at`]),
    sql`${facts(names, '0')} AS facts`,
    ...(hasBefore ? [sql`${facts(ofBefore, '1')} AS facts_before`, sql`max(is_before) AS has_before`] : []),
  ];
  const toColumn = (name: DimensionName): Sql => keyName(dimensions.indexOf(name));
  const kept = [...(hasBefore ? [sql`min(is_before) = 0`] : []), ...rowConditions(query, { names, toColumn })];
  const by = [...key, ...(buckets === undefined ? [] : [sql`at`])];
  const group = isAdded && by.length > 0 ? sql`\nGROUP BY ${join(by, ', ')}` : sql``;
  const filter =
    by.length === 0 || kept.length === 0 ? sql`` : sql`\n${trusted(isAdded ? 'HAVING' : 'WHERE')} ${all(kept)}`;
  return sql`SELECT ${join(columns, ', ')}
FROM (
${join(selects, '\nUNION ALL\n')}
)${group}${filter}`;
}

const isGoalFact = (fact: Fact): boolean => fact === 'conversions' || fact === 'converted';

/** Whether a fact is of whole sessions, or of the events of a goal in them. */
export const isBySession = (fact: Fact): boolean => isSessionFact(fact) || isGoalFact(fact);

function branches(part: Part, names: readonly Fact[]): readonly Sql[] {
  const { dimensions = [], buckets, fillsBuckets = false } = part.query;
  const splitsSessions = dimensions.some((name) => findDimension(name).of === 'event');
  const groupsSessions = splitsSessions && names.some(isBySession);
  const toBranch = (fact: Fact): Branch => {
    if (fact === 'returning' && buckets !== undefined) return selectReturning;
    if (isReportFact(fact)) return selectReports;
    if (factCurrency(fact) !== undefined) return selectRevenue;
    if (factProperty(fact) !== undefined) return selectEvents;
    if (groupsSessions) return selectBySession;
    if (isGoalFact(fact)) return selectConversions;
    return isSessionFact(fact) && buckets !== undefined ? selectSessionStarts : selectEvents;
  };
  const own = new Map<Branch, Fact[]>();
  // The first branch has every row, even one without a conversion or the start of a session.
  if (dimensions.length > 0 || (buckets !== undefined && !fillsBuckets)) {
    own.set(groupsSessions ? selectBySession : selectEvents, []);
  }
  for (const fact of names) own.set(toBranch(fact), [...(own.get(toBranch(fact)) ?? []), fact]);
  return [
    ...[...own].map(([select, facts]) => select(toSessions(part), names, facts)),
    ...(fillsBuckets ? [selectZeros(part, names)] : []),
  ];
}

/** Facts of the events of each row, and of whole sessions where each has one row. */
function selectEvents(part: Part, names: readonly Fact[], own: readonly Fact[]): Sql {
  const { query, table } = part;
  const hasSessions = own.some(isSessionFact);
  const { websiteId, range } = query;
  const flat = hasSessions ? { range, matching: sql`is_chosen`, begun: sql`has_begun` } : { range };
  const facts = new Map(own.map((fact) => [fact, eventFact(table, websiteId, fact, flat)]));
  const head = hasSessions
    ? sql`WITH ${isMatching(table, query)} AS is_chosen, ${hasBegun(table, query)} AS has_begun\n`
    : sql``;
  const rows = hasSessions
    ? all([ofWebsite(websiteId), reached(table, range), ...split(query).sessions])
    : matching(table, query);
  const kept = hasSessions && keySql(query).length > 0 ? sql`\nHAVING max(is_chosen)` : sql``;
  return sql`${head}SELECT ${columns(part, names, { key: keySql(query), at: bucketRowSql(query, table.epochMs), facts })}
FROM ${table.name}
WHERE ${rows}${groupBy(query)}${kept}`;
}

function eventFact(table: Table, websiteId: string, fact: Fact, part: FlatPart): Sql {
  const property = factProperty(fact);
  if (property === undefined) return factSql(table, websiteId, fact, part);
  const has = all([...(part.matching === undefined ? [] : [part.matching]), hasNumber(property)]);
  return fact.startsWith('sum:') ? sql`sumIf(${numberSql(property)}, ${has})` : sql`countIf(${has})`;
}

/** A session counts in the bucket in which it begins, if it has a matching event in it. */
function selectSessionStarts(part: Part, names: readonly Fact[], own: readonly Fact[]): Sql {
  const { query, table } = part;
  const { websiteId, range } = query;
  const began = bucketRowSql(query, sql`toUnixTimestamp64Milli(session_start)`);
  const withEvent = sql`(visitor_id, session_start, at) IN (
  SELECT visitor_id, session_start, ${bucketRowSql(query, table.epochMs)} FROM ${table.name} WHERE ${matching(table, query)}
)`;
  const { sessions, events: conditions } = split(query);
  const rows = [
    ofWebsite(websiteId),
    reached(table, range),
    during(sql`session_start`, countedRange(query)),
    ...sessions,
    ...(conditions.length === 0 ? [] : [withEvent]),
  ];
  const facts = new Map(own.map((fact) => [fact, sql`sum(${trusted(fact)})`]));
  return sql`SELECT ${columns(part, names, { key: keySql(query), at: began, facts })}
FROM ${table.name}
WHERE ${all(rows)}${groupBy(query)}`;
}

/** Each session has one row. */
function selectConversions(part: Part, names: readonly Fact[]): Sql {
  const { query } = part;
  const facts = new Map<Fact, Sql>([
    ['conversions', sql`count()`],
    ['converted', sql`uniq(visitor_id)`],
  ]);
  return sql`SELECT ${columns(part, names, { key: keySql(query), at: bucketRowSql(query, events.epochMs), facts })}
FROM ${eventsFor(query).name}
WHERE ${all([matching(events, query), goalSql(query)])}${groupBy(query)}`;
}

const goalSql = (query: StatsQuery): Sql =>
  query.goal === undefined ? sql`false` : filterSql(withVisitors(query.goal, query));

/** Visitors with an event before their bucket. */
function selectReturning(part: Part, names: readonly Fact[]): Sql {
  const { query, table } = part;
  const start = bucketStartSql(query, table.epochMs);
  const key = keySql(query).map((each, place) => sql`${each} AS ${keyName(place)}`);
  const active = join(
    [sql`visitor_id`, ...key, sql`${start} AS start`, sql`${bucketRowSql(query, table.epochMs)} AS at`],
    ', ',
  );
  const ofKey = key.map((_, place) => keyName(place));
  const facts = new Map<Fact, Sql>([['returning', sql`uniqIf(visitor_id, first_seen < start)`]]);
  return sql`SELECT ${columns(part, names, { key: ofKey, at: sql`at`, facts })}
FROM (SELECT DISTINCT ${active} FROM ${table.name} WHERE ${matching(table, query)}) AS active
INNER JOIN (
  SELECT visitor_id, toUnixTimestamp64Milli(min(session_start)) AS first_seen FROM sessions
  WHERE ${ofWebsite(query.websiteId)} AND visitor_id IN (SELECT visitor_id FROM ${table.name} WHERE ${matching(table, query)})
  GROUP BY visitor_id
) AS known USING (visitor_id)${groupBy(query)}`;
}

/** A session is in the row of each of its events, and counts once in each. */
function selectBySession(part: Part, names: readonly Fact[], own: readonly Fact[]): Sql {
  const { query, table } = part;
  const { websiteId, range, buckets, rowValues } = query;
  const key = keySql(query, sql`goal_id`);
  const at = bucketRowSql(query, table.epochMs);
  const row = sql`(${join([...key, ...(buckets === undefined ? [] : [at]), sql`type`], ', ')})`;
  // Sessions are summed up here, so that no event may be repeated.
  const rows = query.dimensions?.includes('goal')
    ? sql`groupArrayArrayIf(arrayMap(goal_id -> ${row}, ${goalsSql(query)}), ${isMatching(table, query)})`
    : sql`groupArrayIf(${row}, ${isMatching(table, query)})`;
  const places = [...key.keys(), ...(buckets === undefined ? [] : [key.length])].map((place) => place + 1);
  const element = (place: number) => trusted(`row_of_session.${place}`);
  const [rowAt, type] = [element(key.length + 1), element(places.length + 1)];
  const goal = all([isMatching(table, { ...query, dimensions: [] }), goalSql(query)]);
  const conversions = buckets === undefined ? sql`countIf(${goal})` : sql`groupArrayIf(${at}, ${goal})`;
  const goals = query.goal === undefined ? sql`` : sql`${conversions} AS goals,`;
  const began = all([
    sql`nth = 1`,
    during(sql`session_start`, countedRange(query)),
    ...(buckets === undefined
      ? []
      : [sql`${bucketRowSql(query, sql`toUnixTimestamp64Milli(session_start)`)} = ${rowAt}`]),
  ]);
  const converted = buckets === undefined ? sql`goals` : sql`countEqual(goals, ${rowAt})`;
  const sums: ReadonlyMap<Fact, Sql> = new Map<Fact, Sql>([
    ['visitors', sql`uniq(visitor_id)`],
    ['returning', sql`uniqIf(visitor_id, ${hasComeBefore(websiteId, range)})`],
    ['pageviews', sql`countIf(${type} = 'pageview')`],
    ['events', sql`count()`],
    ['clicks', sql`countIf(${type} = 'exit')`],
    ['sessions', sql`sumIf(sessions, ${began})`],
    ['bounces', sql`sumIf(bounces, ${began})`],
    ['duration', sql`sumIf(duration, ${began})`],
    ['conversions', sql`sumIf(${converted}, nth = 1)`],
    ['converted', sql`uniqIf(visitor_id, ${converted} > 0)`],
  ]);
  const facts = new Map([...sums].filter(([fact]) => own.includes(fact)));
  const read = [
    ofWebsite(websiteId),
    reached(table, range),
    ...split(query).sessions,
    // Few sessions are in some rows alone.
    ...(rowValues === undefined ? [] : [sql`(visitor_id, session_start) IN (${selectSessions(table, query)})`]),
  ];
  const each = places.map((place) => sql`arrayMap(each -> each.${trusted(String(place))}, rows_of_session)`);
  return sql`SELECT ${columns(part, names, { key: key.map((_, place) => element(place + 1)), at: rowAt, facts })}
FROM (
  SELECT visitor_id, session_start,
    ${rows} AS rows_of_session,
    ${goals}
    sum(source.sessions) AS sessions, sum(source.bounces) AS bounces, sum(source.duration) AS duration
  FROM ${table.name} AS source
  WHERE ${all(read)}
  GROUP BY visitor_id, session_start
  HAVING notEmpty(rows_of_session)
)
ARRAY JOIN rows_of_session AS row_of_session, arrayEnumerateUniq(${join(each, ', ')}) AS nth${groupBy(query)}`;
}

/** A row without facts in every bucket. */
function selectZeros(part: Part, names: readonly Fact[]): Sql {
  const { query, table } = part;
  const key = keySql(query);
  const rows = integers([...new Set(bucketRows(query))]);
  const selected = columns(part, names, {
    key: key.map((_, place) => keyName(place)),
    at: sql`arrayJoin(${rows})`,
    facts: new Map(),
  });
  if (key.length === 0) return sql`SELECT ${selected}`;
  const values = key.map((each, place) => sql`${each} AS ${keyName(place)}`);
  return sql`SELECT ${selected} FROM (SELECT DISTINCT ${join(values, ', ')} FROM ${table.name} WHERE ${matching(table, query)})`;
}
