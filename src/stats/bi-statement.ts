import { type Compiled, compile, join, type Sql, sql, trusted } from '../clickhouse/sql.js';
import { columnName, type DimensionName, findDimension, propertyName } from './dimensions.js';
import { any, everyPart, type Filter, filterSql, listParts } from './filters.js';
import type { StatsQuery } from './query.js';
import { havingDimensions } from './sources/conditions.js';

/** A column of the result. */
interface MetricColumn {
  readonly name: string;
  readonly value: Sql;
}

/** The metrics of lists and charts, over rows of `bi.events`. With a goal, `converts` says whether an event matches it. */
const metricColumns: Readonly<Record<string, MetricColumn>> = {
  visitors: { name: 'visitors', value: sql`uniq(visitor_id)` },
  pageviews: { name: 'pageviews', value: sql`countIf(type = 'pageview')` },
  events: { name: 'events', value: sql`count()` },
  clicks: { name: 'clicks', value: sql`countIf(type = 'exit')` },
  conversions: { name: 'conversions', value: sql`countIf(converts)` },
  goalConversionRate: {
    name: 'conversion_rate',
    value: sql`uniqIf(visitor_id, converts) / uniq(visitor_id)`,
  },
};

/** Buckets of local time. The hour that clocks are turned back to occurs twice. */
const timeColumns = {
  hour: { value: sql`toStartOfHour(local_time)`, alsoBy: [sql`dateDiff('minute', time, local_time)`] },
  day: { value: sql`toDate(local_time)`, alsoBy: [] },
  week: { value: sql`toMonday(local_time)`, alsoBy: [] },
  month: { value: sql`toStartOfMonth(local_time)`, alsoBy: [] },
} as const;

/** Events of local days, which `from` and `to` name. The condition on `time` spares the months outside. */
const ofDays = sql`time >= {from:Date} - 1 AND time < {to:Date} + 2
  AND toDate(local_time) BETWEEN {from:Date} AND {to:Date}`;

/** Events of a range that consists of hours: `from` and `to` are instants in UTC. */
const ofHours = sql`time >= {from:DateTime64(3, 'UTC')} AND time < {to:DateTime64(3, 'UTC')}`;

export interface StatementQuery
  extends Pick<StatsQuery, 'dimensions' | 'metrics' | 'thenBy' | 'skipsMissing' | 'having' | 'filter' | 'goal'> {
  readonly areHours: boolean;
  /** Of a chart, in the place of dimensions. */
  readonly interval?: keyof typeof timeColumns;
}

/**
 * Writes the statement that gives the rows of a list or a chart from the view `bi.events`, for people who go on from there. Its
 * parameters are `website`, `from`, `to`, and the values of filter and goal. Undefined where the view has not what the query
 * needs: properties, what visitors have done, dimensions of whole sessions, other metrics, and conversions by page or event, which
 * belong to visits.
 */
export function biStatement(query: StatementQuery): Compiled | undefined {
  const { dimensions = [], metrics, thenBy, skipsMissing = false, having, filter, goal, areHours, interval } = query;
  const known = dimensions.every(isInView) && metrics.every((metric) => Object.hasOwn(metricColumns, metric));
  const filters = [filter, goal].filter((each) => each !== undefined);
  const repeatsConversions = goal !== undefined && dimensions.some((name) => findDimension(name).of === 'event');
  if (!known || repeatsConversions || !filters.every((each) => everyPart(each, isPartInView))) return undefined;
  const names = dimensions.map((name) => trusted(columnName(name)));
  const time = interval && { name: trusted(interval), ...timeColumns[interval] };
  const columns = [
    ...(time ? [sql`${time.value} AS ${time.name}`] : names),
    ...metrics.map((metric) => sql`${metricColumns[metric]!.value} AS ${trusted(metricColumns[metric]!.name)}`),
  ];
  const conditions = [
    sql`website_id = {website:UUID}`,
    areHours ? ofHours : ofDays,
    ...havingDimensions({ dimensions }),
    ...(skipsMissing ? [any(names.map((name) => sql`${name} != ''`))] : []),
    ...listParts(filter).map((part) => filterSql(part)),
  ];
  const measures = [metrics[0], ...(thenBy === undefined ? [] : [thenBy])];
  const order = time
    ? [sql`min(time)`]
    : [...measures.map((metric) => sql`${trusted(metricColumns[metric]!.name)} DESC`), ...names];
  return compile(sql`${goal === undefined ? sql`` : sql`WITH ${filterSql(goal)} AS converts\n`}SELECT ${join(columns, ', ')}
FROM bi.events
WHERE ${join(conditions, '\n  AND ')}
GROUP BY ${join(time ? [time.name, ...time.alsoBy] : names, ', ')}${having === undefined ? sql`` : sql`\nHAVING ${trusted(having)} > 0`}
ORDER BY ${join(order, ', ')}`);
}

const isInView = (name: DimensionName): boolean =>
  findDimension(name).aggregate === undefined && propertyName(name) === undefined;

const isPartInView = (part: Filter): boolean => {
  if ('pageview' in part) return isInView(part.pageview.dimension);
  return 'dimension' in part && isInView(part.dimension);
};
