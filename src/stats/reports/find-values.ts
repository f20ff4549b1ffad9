import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { integer, ofWebsites, sql, string } from '../../clickhouse/sql.js';
import { columnSql, type DimensionName } from '../dimensions.js';
import { any, filterSql, hasVisits } from '../filters.js';
import { events } from '../sources/events.js';
import { visits } from '../sources/visits.js';

const row = z.object({ value: z.string() });

/** The most frequent stored value by the lower case of each value. */
export async function findSpellings(
  clickhouse: ClickHouse,
  websiteIds: readonly string[],
  dimension: DimensionName,
  values: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { name, counts } = hasVisits(dimension) ? visits : events;
  const column = columnSql(dimension);
  const found = await clickhouse.query({
    name: 'stats/find-spelling',
    row,
    sql: sql`SELECT toString(${column}) AS value
FROM ${name}
WHERE ${ofWebsites(websiteIds)} AND ${counts} AND ${any(
      values.map((value) => sql`lowerUTF8(${column}) = lowerUTF8(${string(value)})`),
    )}
GROUP BY value
ORDER BY count() DESC, value
LIMIT 1 BY lowerUTF8(value)`,
  });
  return new Map(found.map(({ value }) => [value.toLowerCase(), value]));
}

/** Filters values to those of the websites' counted events. */
export async function findValues(
  clickhouse: ClickHouse,
  websiteIds: readonly string[],
  dimension: DimensionName,
  values: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await clickhouse.query(valuesQuery(websiteIds, dimension, values));
  return new Set(found.map(({ value }) => value));
}

/** Stops reading when every value is found. */
export function valuesQuery(
  websiteIds: readonly string[],
  dimension: DimensionName,
  values: readonly string[],
): Query<z.infer<typeof row>> {
  const { name, counts } = hasVisits(dimension) ? visits : events;
  return {
    name: 'stats/find-values',
    row,
    sql: sql`SELECT DISTINCT toString(${columnSql(dimension)}) AS value
FROM ${name}
WHERE ${ofWebsites(websiteIds)} AND ${counts} AND ${filterSql({ dimension, operator: 'is', values })}
LIMIT ${integer(new Set(values).size)}`,
  };
}
