import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { join, ofWebsite, type Sql, sql, trusted } from '../../clickhouse/sql.js';
import { bucketSql } from '../../daily-visitors/bucket-sql.js';
import { groupIntoRuns, type Range } from '../../time/index.js';
import { columnSql, findDimension } from '../dimensions.js';
import { all, split } from '../filters.js';
import { addFacts, type Fact, type Facts, facts, listFacts } from '../metrics.js';
import { type Answer, EMPTY_ROW, listLevels, type StatsQuery } from '../query.js';
import {
  chosen,
  during,
  hasBegun,
  hasComeBefore,
  hull,
  inRange,
  isChosen,
  reached,
  selectSessions,
  type TableColumns,
} from './conditions.js';
import {
  havingSql,
  keyColumns,
  type RowFacts,
  readPoints,
  rowConditions,
  rowFacts,
  rowsStatement,
  type Source,
  toAnswer,
  toFacts,
  tuple,
} from './source.js';

/** Sums over the matching rows. */
type RowFact = 'pageviews' | 'events' | 'clicks';

/** Facts of sessions that began in the range and have a matching event in it. */
type SessionFact = 'sessions' | 'bounces' | 'duration';

/**
 * A table with rows of events or of parts of sessions. Both have the columns `visitor_id`, `session_start`, those of the traits,
 * and the additive facts of sessions, with `duration` in milliseconds.
 */
export interface Table extends Source, TableColumns {
  readonly epochMs: Sql;
  readonly sums: Readonly<Record<RowFact, (when: Sql | undefined) => Sql>>;
}

export function tableSource(specifics: Omit<Table, 'answer' | 'select'>): Table {
  const table: Table = {
    ...specifics,
    answer: (clickhouse, queries) =>
      queries.map(async (query) => {
        if (query.buckets !== undefined) return answerBuckets(clickhouse, table, query);
        return toAnswer(rowFacts([query]), await clickhouse.query(rowsStatement(query, table.select(query))));
      }),
    select: (query) => {
      const names = rowFacts([query]);
      const splitsSessions = (query.dimensions ?? []).some((name) => findDimension(name).of === 'event');
      return splitsSessions && hasSessionFacts(names)
        ? selectWithSessions(table, query, names)
        : selectRows(table, query, names);
    },
  };
  return table;
}

const isSessionFact = (fact: Fact): fact is SessionFact =>
  fact === 'sessions' || fact === 'bounces' || fact === 'duration';

const hasSessionFacts = ({ now, before }: RowFacts): boolean => [...now, ...before].some(isSessionFact);

/** One range of a query, and the names of its conditions; without them, all rows that are read match. */
interface Part {
  readonly range: Range;
  readonly chosen?: Sql;
  /** Matches the rows of the sessions that count. */
  readonly begun?: Sql;
}

/** Selects rows in one pass. Sessions are counted whole, so the table is read past the range's end. */
function selectRows(table: Table, query: StatsQuery, names: RowFacts): Sql {
  const { websiteId, range, comparison, filter } = query;
  const hasSessions = hasSessionFacts(names);
  const isPlain = comparison === undefined && !hasSessions;
  const now: Part = isPlain ? { range } : { range, chosen: sql`is_chosen`, begun: sql`has_begun` };
  const before: Part[] =
    comparison === undefined ? [] : [{ range: comparison, chosen: sql`was_chosen`, begun: sql`had_begun` }];
  const conditions = [now, ...before].flatMap((part) => [
    ...(part.chosen === undefined ? [] : [sql`${isChosen(table, { ...query, range: part.range })} AS ${part.chosen}`]),
    ...(part.begun === undefined || !hasSessions
      ? []
      : [sql`${hasBegun(table, { ...query, range: part.range })} AS ${part.begun}`]),
  ]);
  const facts = (part: Part, wanted: readonly Fact[]) =>
    tuple(wanted.map((fact) => factSql(table, websiteId, fact, part)));
  const { level, by, key } = groups(query);
  const columns = [
    ...keyColumns(query, level, key),
    sql`${facts(now, names.now)} AS facts`,
    ...before.map((part) => sql`${facts(part, names.before)} AS facts_before`),
  ];
  const read = hasSessions ? reached : inRange;
  const rows = isPlain
    ? chosen(table, query)
    : all([ofWebsite(websiteId), read(table, hull(range, comparison)), ...split(filter).sessions]);
  return sql`${conditions.length === 0 ? sql`` : sql`WITH ${join(conditions, ',\n  ')}\n`}SELECT ${join(columns, ',\n  ')}
FROM ${table.name}
WHERE ${rows}${by}${key.length === 0 ? sql`` : havingSql([...(isPlain ? [] : [sql`max(is_chosen)`]), ...rowConditions(query)])}`;
}

function groups(query: StatsQuery): { readonly level: Sql; readonly key: readonly Sql[]; readonly by: Sql } {
  const key = (query.dimensions ?? []).map(columnSql);
  const [level = 0, ...others] = listLevels(query);
  if (key.length === 0) return { level: sql`0`, key, by: sql`` };
  if (others.length === 0) {
    return { level: trusted(`${level}`), key, by: sql`\nGROUP BY ${join(key.slice(0, level), ', ')}` };
  }
  const sets = listLevels(query).map((each) => sql`(${join(key.slice(0, each), ', ')})`);
  return {
    level: join([trusted(`${key.length}`), ...key.map((column) => sql`grouping(${column})`)], ' - '),
    key,
    by: sql`\nGROUP BY GROUPING SETS (${join(sets, ', ')})`,
  };
}

function factSql(table: Table, websiteId: string, fact: Fact, { range, chosen, begun }: Part): Sql {
  switch (fact) {
    case 'visitors':
      return chosen === undefined ? sql`uniq(visitor_id)` : sql`uniqIf(visitor_id, ${chosen})`;
    case 'returning':
      return sql`uniqIf(visitor_id, ${all([...(chosen === undefined ? [] : [chosen]), hasComeBefore(websiteId, range)])})`;
    case 'pageviews':
    case 'events':
    case 'clicks':
      return table.sums[fact](chosen);
    case 'sessions':
    case 'bounces':
    case 'duration':
      return sql`sumIf(${trusted(fact)}, ${begun ?? sql`true`})`;
    default:
      return fact satisfies never;
  }
}

/** Selects rows by dimensions of which a session can have several values: it is counted in the row of each of them. */
function selectWithSessions(table: Table, query: StatsQuery, names: RowFacts): Sql {
  const { websiteId, dimensions = [], range, comparison, filter } = query;
  const ofSessions = facts.filter((fact) => isSessionFact(fact) && [...names.now, ...names.before].includes(fact));
  const key = dimensions.map(columnSql);
  // Each session is in the rows of all levels.
  const rowsIn = (place: number) =>
    join(
      listLevels(query).map((level) => {
        const values = key.map((column, index) => (index < level ? sql`toString(${column})` : sql`''`));
        return sql`(${trusted(`${place}, ${level}`)}, [${join(values, ', ')}])`;
      }),
      ', ',
    );
  const ranges = [range, ...(comparison === undefined ? [] : [comparison])];
  const seen = ranges.map((each, place) => {
    const asked = { ...query, range: each };
    return sql`groupUniqArrayArrayIf([${rowsIn(place)}], ${isChosen(table, asked)} AND ${during(sql`session_start`, each)})`;
  });
  const sums = (place: number, wanted: readonly Fact[]) =>
    tuple(wanted.filter(isSessionFact).map((fact) => sql`sumIf(${trusted(fact)}, seen.1 = ${trusted(`${place}`)})`));
  const both = hull(range, comparison);
  const withEvent =
    split(filter).events.length === 0
      ? []
      : [sql`(visitor_id, session_start) IN (${selectSessions(table, { ...query, range: both })})`];
  const sessions = sql`SELECT seen.2 AS level, seen.3 AS key, ${sums(0, names.now)} AS facts, ${sums(1, names.before)} AS facts_before
FROM (
  SELECT arrayConcat(${join(seen, ', ')}) AS rows_of_session,
    ${join(
      ofSessions.map((fact) => sql`sum(source.${trusted(fact)}) AS ${trusted(fact)}`),
      ', ',
    )}
  FROM ${table.name} AS source
  WHERE ${all([ofWebsite(websiteId), reached(table, both), ...split(filter).sessions, ...withEvent])}
  GROUP BY visitor_id, session_start
)
ARRAY JOIN rows_of_session AS seen
GROUP BY level, key`;
  const ofRows: RowFacts = {
    now: names.now.filter((fact) => !isSessionFact(fact)),
    before: names.before.filter((fact) => !isSessionFact(fact)),
  };
  const columns = [
    sql`level, key`,
    ...(query.nameSql === undefined ? [] : [sql`row_name`]),
    sql`tupleConcat(rows.facts, visits.facts) AS facts`,
    ...(comparison === undefined ? [] : [sql`tupleConcat(rows.facts_before, visits.facts_before) AS facts_before`]),
  ];
  return sql`SELECT ${join(columns, ', ')}
FROM (
${selectRows(table, query, ofRows)}
) AS rows
LEFT JOIN (
${sessions}
) AS visits USING (level, key)`;
}

/** One statement per kind of fact, since sessions and visitors are not in the bucket of each of their rows. */
async function answerBuckets(clickhouse: ClickHouse, table: Table, query: StatsQuery): Promise<Answer> {
  const { buckets = [] } = query;
  const read = bucketSelects(table, query).map(async ({ names, select }) => {
    const points = await readPoints(clickhouse, query.name, select);
    return buckets.map(({ start }): Facts => toFacts(names, points.get(start) ?? []));
  });
  const found = await Promise.all(read);
  // Each fact is in exactly one of the answers.
  const rowAt = (place: number) => found.map((rows) => rows[place]!).reduce((some, more) => addFacts(some, more));
  return { total: EMPTY_ROW, rows: buckets.map((_, place) => ({ ...EMPTY_ROW, now: rowAt(place) })) };
}

/** Each SELECT has facts by the start of their bucket. */
function bucketSelects(
  table: Table,
  query: StatsQuery,
): readonly { readonly names: readonly Fact[]; readonly select: Sql }[] {
  const { websiteId, range, filter } = query;
  const runs = groupIntoRuns(
    (query.buckets ?? []).map(({ start }) => start),
    range.end,
  );
  const toBucket = (time: Sql): Sql => bucketSql(time, runs);
  const names = listFacts(query.metrics);
  const ofSessions = names.filter(isSessionFact);
  const ofRows = names.filter((fact) => fact !== 'returning' && !isSessionFact(fact));
  const bucket = sql`${toBucket(table.epochMs)} AS at`;
  const selects: { names: readonly Fact[]; select: Sql }[] = [];
  if (ofRows.length > 0) {
    selects.push({
      names: ofRows,
      select: sql`SELECT ${bucket}, ${tuple(ofRows.map((fact) => factSql(table, websiteId, fact, { range })))} AS facts
FROM ${table.name}
WHERE ${chosen(table, query)}
GROUP BY at`,
    });
  }
  if (names.includes('returning')) {
    selects.push({
      names: ['returning'],
      select: sql`SELECT at, tuple(uniqIf(visitor_id, first_seen < at)) AS facts
FROM (SELECT DISTINCT visitor_id, ${bucket} FROM ${table.name} WHERE ${chosen(table, query)}) AS active
INNER JOIN (
  SELECT visitor_id, toUnixTimestamp64Milli(min(session_start)) AS first_seen FROM sessions
  WHERE ${ofWebsite(websiteId)} AND visitor_id IN (SELECT visitor_id FROM ${table.name} WHERE ${chosen(table, query)})
  GROUP BY visitor_id
) AS known USING (visitor_id)
GROUP BY at`,
    });
  }
  if (ofSessions.length > 0) {
    const began = toBucket(sql`toUnixTimestamp64Milli(session_start)`);
    // A session counts in the bucket in which it begins, if it has a matching event in it.
    const withEvent = sql`(visitor_id, session_start, at) IN (
  SELECT visitor_id, session_start, ${toBucket(table.epochMs)} FROM ${table.name} WHERE ${chosen(table, query)}
)`;
    const conditions = [
      ofWebsite(websiteId),
      reached(table, range),
      during(sql`session_start`, range),
      ...split(filter).sessions,
      ...(split(filter).events.length === 0 ? [] : [withEvent]),
    ];
    selects.push({
      names: ofSessions,
      select: sql`SELECT ${began} AS at, ${tuple(ofSessions.map((fact) => sql`sum(${trusted(fact)})`))} AS facts
FROM ${table.name}
WHERE ${all(conditions)}
GROUP BY at`,
    });
  }
  return selects;
}
