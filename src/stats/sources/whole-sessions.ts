import { instant, join, ofWebsite, type Sql, sql, trusted, uuid } from '../../clickhouse/sql.js';
import { type Dimension, dimensions, findDimension } from '../dimensions.js';
import { all, hasAggregates, isOfTraits, listParts } from '../filters.js';
import { isOnlyOfEvents, listFacts } from '../metrics.js';
import type { StatsQuery } from '../query.js';
import type { Part } from './branch.js';
import { around, bounded, inRange, isMatching, split, wholeColumns } from './conditions.js';
import { events } from './events.js';
import { sumColumn, type Table } from './table.js';

const WEBSITE = dimensions.website.column;

const traits = (Object.values(dimensions) as readonly Dimension[]).flatMap(({ of, column, computed, aggregate }) =>
  of === 'session' && computed === undefined && aggregate === undefined && column !== WEBSITE ? [trusted(column)] : [],
);

/**
 * Reads one row for each session, with its matching events added up, if a query uses the dimensions of whole sessions
 * and no others of events. Joining these to each event takes three times as long.
 *
 * @returns the same part for other queries
 */
export function toSessions(part: Part): Part {
  const { query } = part;
  if (!canGroup(query)) return part;
  const parts = listParts(query.filter);
  const ofRows = { ...query, dimensions: [], filter: { and: parts.filter((each) => !hasAggregates(each)) } };
  const rows = all([ofWebsite(query.websiteId), inRange(events, around(query)), ...split(ofRows).sessions]);
  const time = instant(bounded(query.range.start));
  const table: Table = {
    name: sql`(
  SELECT ${uuid(query.websiteId)} AS ${trusted(WEBSITE)}, visitor_id, session_start, ${join(columns, ', ')}
  FROM (SELECT *, campaign, ${isMatching(events, ofRows)} AS is_chosen FROM events WHERE ${rows}) AS source
  GROUP BY visitor_id, session_start
  HAVING events > 0
)`,
    canAnswer: () => true,
    // All that is left is in the range.
    time,
    epochMs: sql`toUnixTimestamp64Milli(${time})`,
    counts: sql`true`,
    sums: { pageviews: sumColumn('pageviews'), events: sumColumn('events'), clicks: sumColumn('clicks') },
  };
  return { ...part, table, query: { ...query, filter: { and: parts.filter(hasAggregates) } } };
}

const count = (condition: Sql): Sql => sql`countIf(${all([sql`is_chosen`, condition])})`;

const columns: readonly Sql[] = [
  ...wholeColumns,
  ...traits.map((column) => sql`any(source.${column}) AS ${column}`),
  ...['sessions', 'bounces', 'duration'].map(trusted).map((fact) => sql`sum(source.${fact}) AS ${fact}`),
  sql`countIf(is_chosen) AS events`,
  sql`${count(sql`type = 'pageview'`)} AS pageviews`,
  sql`${count(sql`type = 'exit'`)} AS clicks`,
];

function canGroup({ buckets, goal, goals, comparison, dimensions: names = [], filter, metrics }: StatsQuery): boolean {
  const used = names.map(findDimension);
  const parts = listParts(filter);
  return (
    (used.some(({ aggregate }) => aggregate !== undefined) || parts.some(hasAggregates)) &&
    used.every(({ of }) => of === 'session') &&
    parts.every((each) => isOfTraits(each) || !hasAggregates(each)) &&
    [buckets, goal, goals, comparison].every((each) => each === undefined) &&
    !listFacts(metrics).some(isOnlyOfEvents)
  );
}
