import { type Compiled, compile, join, type Sql, sql, trusted } from '../clickhouse/sql.js';
import { columnName, type DimensionName, findDimension, propertyName } from './dimensions.js';
import { any, everyPart, type Filter, filterSql, listParts } from './filters.js';
import type { StatsQuery } from './query.js';
import { havingDimensions } from './sources/conditions.js';

/** The metrics of lists, over rows of `bi.events`. */
const metricColumns: Readonly<Record<string, Sql>> = {
  visitors: sql`uniq(visitor_id)`,
  pageviews: sql`countIf(type = 'pageview')`,
  events: sql`count()`,
  clicks: sql`countIf(type = 'exit')`,
};

/** Events of local days, which `from` and `to` name. The condition on `time` spares the months outside. */
const ofDays = sql`time >= {from:Date} - 1 AND time < {to:Date} + 2
  AND toDate(local_time) BETWEEN {from:Date} AND {to:Date}`;

/** Events of a range that consists of hours: `from` and `to` are instants in UTC. */
const ofHours = sql`time >= {from:DateTime64(3, 'UTC')} AND time < {to:DateTime64(3, 'UTC')}`;

interface ListedRows extends Pick<StatsQuery, 'dimensions' | 'metrics' | 'skipsMissing' | 'having' | 'filter'> {
  readonly areHours: boolean;
}

/**
 * Writes the statement that gives the rows of a list from the view `bi.events`, for people who go on from there. Its
 * parameters are `website`, `from`, `to`, and the values of the filter. Undefined where the view has not what the query needs:
 * properties, what visitors have done, dimensions of whole sessions, other metrics.
 */
export function biStatement(query: ListedRows): Compiled | undefined {
  const { dimensions = [], metrics, skipsMissing = false, having, filter, areHours } = query;
  const known = dimensions.every(isInView) && metrics.every((metric) => Object.hasOwn(metricColumns, metric));
  if (!known || (filter !== undefined && !everyPart(filter, isPartInView))) return undefined;
  const names = dimensions.map((name) => trusted(columnName(name)));
  const columns = [...names, ...metrics.map((metric) => sql`${metricColumns[metric]!} AS ${trusted(metric)}`)];
  const conditions = [
    sql`website_id = {website:UUID}`,
    areHours ? ofHours : ofDays,
    ...havingDimensions({ dimensions }),
    ...(skipsMissing ? [any(names.map((name) => sql`${name} != ''`))] : []),
    ...listParts(filter).map((part) => filterSql(part)),
  ];
  return compile(sql`SELECT ${join(columns, ', ')}
FROM bi.events
WHERE ${join(conditions, '\n  AND ')}
GROUP BY ${join(names, ', ')}${having === undefined ? sql`` : sql`\nHAVING ${trusted(having)} > 0`}
ORDER BY ${join([sql`${trusted(metrics[0])} DESC`, ...names], ', ')}`);
}

const isInView = (name: DimensionName): boolean =>
  findDimension(name).aggregate === undefined && propertyName(name) === undefined;

const isPartInView = (part: Filter): boolean => {
  if ('pageview' in part) return isInView(part.pageview.dimension);
  return 'dimension' in part && isInView(part.dimension);
};
