import { integer, integers, join, ofWebsite, type Sql, sql, strings, trusted, uuid } from '../../clickhouse/sql.js';
import { type DimensionName, findDimension } from '../dimensions.js';
import { all, filterSql, hasNumber, numberSql } from '../filters.js';
import { type Fact, factCurrency, factProperty, isReportFact, listFacts } from '../metrics.js';
import { listLevels, type StatsQuery } from '../query.js';
import {
  type Branch,
  columns,
  type DailyPart,
  factName,
  goalsSql,
  groupBy,
  isDaily,
  keyName,
  keySql,
  type Part,
  type QueryPart,
} from './branch.js';
import { bucketRowSql, bucketStartSql } from './bucket-rows.js';
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
import { selectDays } from './daily-sums.js';
import { dailyVisitors, withoutWebsite } from './daily-visitors.js';
import { events, eventsFor } from './events.js';
import { type FlatPart, factSql } from './flat.js';
import { selectReports } from './page-reports.js';
import { selectRevenue } from './revenue.js';
import { keyColumns, rowConditions, rowFacts, tuple } from './source.js';
import { isSessionFact, type Table } from './table.js';
import { toSessions } from './whole-sessions.js';
import { addsZeros, selectZeros } from './zeros.js';

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
 * Rows of all parts, which have the same dimensions and metrics. A row of the comparison alone is left out,
 * unless the query keeps it.
 *
 * @param ofBefore facts of the comparison
 * @param dimensions leading ones of the parts, by which rows are grouped
 */
export function selectParts(
  parts: readonly QueryPart[],
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
  const kept = [
    ...(hasBefore && !query.keepsEarlier ? [sql`min(is_before) = 0`] : []),
    ...rowConditions(query, { names: { now: names, before: ofBefore }, toColumn }),
  ];
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

function branches(part: QueryPart, names: readonly Fact[]): readonly Sql[] {
  const { dimensions = [], buckets, hasEmptyRows = false, rowValues } = part.query;
  const empty = hasEmptyRows && addsZeros(part.query) ? [selectZeros(part, names)] : [];
  if (isDaily(part)) return [selectDaily(part, names), ...empty];
  const splitsSessions = dimensions.some((name) => findDimension(name).of === 'event');
  const groupsSessions = splitsSessions && names.some(isBySession);
  // Where few rows are counted, their events are counted beside their sessions.
  const groupsEvents = groupsSessions && rowValues === undefined;
  const toBranch = (fact: Fact): Branch => {
    if (fact === 'returning' && buckets !== undefined) return selectReturning;
    if (isReportFact(fact)) return selectReports;
    if (factCurrency(fact) !== undefined) return selectRevenue;
    if (factProperty(fact) !== undefined) return selectEvents;
    if (groupsEvents || (groupsSessions && isBySession(fact))) return selectBySession;
    if (isGoalFact(fact)) return selectConversions;
    return isSessionFact(fact) && buckets !== undefined ? selectSessionStarts : selectEvents;
  };
  const own = new Map<Branch, Fact[]>();
  // The first branch has every row, even one without a conversion or the start of a session.
  if (dimensions.length > 0 || (buckets !== undefined && !hasEmptyRows)) {
    own.set(groupsEvents ? selectBySession : selectEvents, []);
  }
  for (const fact of names) own.set(toBranch(fact), [...(own.get(toBranch(fact)) ?? []), fact]);
  return [...[...own].map(([select, facts]) => select(toSessions(part), names, facts)), ...empty];
}

/** All facts of each row. */
function selectDaily(part: DailyPart, names: readonly Fact[]): Sql {
  const query = withoutWebsite(part.query);
  const { dimensions: stored } = query;
  const { dimensions = [], websiteId } = part.query;
  const key = dimensions.map((name) =>
    name === 'website' ? sql`${uuid(websiteId)}` : trusted(`key[${stored.indexOf(name) + 1}]`),
  );
  const facts = new Map(names.map((fact, place) => [fact, trusted(`facts.${place + 1}`)]));
  // Without dimensions, there is a row in any case.
  const hasEvents = dimensions.length > 0 && stored.length === 0 ? sql`\nHAVING count() > 0` : sql``;
  return sql`SELECT ${columns(part, names, { key, at: sql`at`, facts })}
FROM (
${stored.length === 0 ? selectDays(query) : dailyVisitors.select(query)}${hasEvents}
)`;
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
  const { websiteId, range, buckets, hasFewSessions = false } = query;
  const key = keySql(query, sql`goal_id`).map((column, place) => keepAsNumber(query, column, place));
  const at = bucketRowSql(query, table.epochMs);
  // Facts of sessions need each row of a session once; those of events need each event.
  const countsEvents = !own.every(isBySession);
  const columnsOfRow = [
    ...key.map(({ stored }) => stored),
    ...(buckets === undefined ? [] : [at]),
    ...(countsEvents ? [sql`type`] : []),
  ];
  // Of a single column it is no tuple.
  const row = sql`(${join(columnsOfRow, ', ')})`;
  // Sessions are summed up here, so that no event may be repeated.
  const rows = query.dimensions?.includes('goal')
    ? sql`groupArrayArrayIf(arrayMap(goal_id -> ${row}, ${goalsSql(query)}), ${isMatching(table, query)})`
    : sql`groupArrayIf(${row}, ${isMatching(table, query)})`;
  const element = (place: number, of = 'row_of_session') => trusted(columnsOfRow.length === 1 ? of : `${of}.${place}`);
  const [rowAt, type] = [element(key.length + 1), element(columnsOfRow.length)];
  const goal = all([isMatching(table, { ...query, dimensions: [] }), goalSql(query)]);
  const conversions = buckets === undefined ? sql`countIf(${goal})` : sql`groupArrayIf(${at}, ${goal})`;
  const goals = query.goal === undefined ? sql`` : sql`${conversions} AS goals,`;
  const onlyFirst = countsEvents ? [sql`nth = 1`] : [];
  const began = all([
    ...onlyFirst,
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
    ['conversions', sql`sumIf(${converted}, ${all(onlyFirst)})`],
    ['converted', sql`uniqIf(visitor_id, ${converted} > 0)`],
  ]);
  const facts = new Map([...sums].filter(([fact]) => own.includes(fact)));
  const each = columnsOfRow
    .slice(0, countsEvents ? -1 : undefined)
    .map((_, place) => sql`arrayMap(each -> ${element(place + 1, 'each')}, rows_of_session)`);
  const joined = countsEvents
    ? sql`rows_of_session AS row_of_session, arrayEnumerateUniq(${join(each, ', ')}) AS nth`
    : sql`arrayDistinct(rows_of_session) AS row_of_session`;
  const conditions = [
    ofWebsite(websiteId),
    reached(table, range),
    ...split(query).sessions,
    ...(hasFewSessions ? [sql`(visitor_id, session_start) IN (${selectSessions(table, query)})`] : []),
  ];
  const keyOfRow = key.map(({ read }, place) => read(element(place + 1)));
  return sql`SELECT ${columns(part, names, { key: keyOfRow, at: rowAt, facts })}
FROM (
  SELECT visitor_id, session_start,
    ${rows} AS rows_of_session,
    ${goals}
    sum(source.sessions) AS sessions, sum(source.bounces) AS bounces, sum(source.duration) AS duration
  FROM ${table.name} AS source
  WHERE ${all(conditions)}
  GROUP BY visitor_id, session_start
  HAVING notEmpty(rows_of_session)
)
ARRAY JOIN ${joined}${groupBy(query)}`;
}

/**
 * A column of the key, and how it is read back. Where the rows' values are known, `isMatching` admits no others, and their numbers take
 * less time and memory.
 */
function keepAsNumber({ dimensions = [], rowValues }: StatsQuery, column: Sql, place: number) {
  const values = rowValues?.get(dimensions[place]!);
  if (values === undefined) return { stored: column, read: (stored: Sql) => stored };
  const list = sql`[${strings(values)}]`;
  const numbers = integers(values.map((_, number) => number + 1));
  return {
    stored: sql`transform(toString(${column}), ${list}, ${numbers}, 0)`,
    read: (stored: Sql) => sql`${list}[${stored}]`,
  };
}
