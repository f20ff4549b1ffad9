import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { integer, join, ofWebsites, sql, string } from '../../clickhouse/sql.js';
import { columnSql, type DimensionName } from '../dimensions.js';
import { any, filterSql, hasVisits } from '../filters.js';
import { events } from '../sources/events.js';
import { visits } from '../sources/visits.js';
import type { StoredSpelling } from '../spelling.js';

const row = z.object({ value: z.string() });

/** The most frequent other spelling of each value that has one. */
export async function findSpellings(
  clickhouse: ClickHouse,
  websiteIds: readonly string[],
  dimension: DimensionName,
  { names, namesSql }: StoredSpelling,
  values: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { name, counts } = hasVisits(dimension) ? visits : events;
  const typed = join(
    values.map((value) => sql`lowerUTF8(${string(value)})`),
    ', ',
  );
  const isNamed = namesSql(sql`value`).map((stored) => sql`${stored} IN (${typed})`);
  const found = await clickhouse.query({
    name: 'stats/find-spelling',
    row,
    sql: sql`SELECT value FROM (
  SELECT toString(${columnSql(dimension)}) AS value, count() AS rows
  FROM ${name}
  WHERE ${ofWebsites(websiteIds)} AND ${counts}
  GROUP BY value
)
WHERE ${any(isNamed)}
ORDER BY rows DESC, value
LIMIT 1 BY lowerUTF8(value)`,
  });
  return new Map(
    values.flatMap((value) => {
      const other = found.find((each) => names(each.value).includes(value.toLowerCase()));
      return other === undefined ? [] : [[value, other.value] as const];
    }),
  );
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
