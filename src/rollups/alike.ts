import { type Sql, sql } from '../clickhouse/sql.js';
import { dimensions } from '../stats/dimensions.js';

/** What two visits of a visitor have in common that are alike, as those of most visitors are. */
export const alikeBy: readonly Sql[] = [
  dimensions.country.column,
  dimensions.city.column,
  dimensions.browser.column,
  dimensions.os.column,
  dimensions.device.column,
  dimensions.language.column,
];

const LAST = sql`last`;
const LAST_BY_CHANNEL = sql`last_by_channel`;

/**
 * Where session days have the last day before on which a visitor who comes as at first had come with what columns say; undefined
 * where visits that are alike may differ in these otherwise than in their channel.
 */
export function lastAlike(columns: readonly Sql[]): Sql | undefined {
  const differing = columns.filter((column) => !alikeBy.includes(column));
  if (differing.length === 0) return LAST;
  return differing.every((column) => column === dimensions.channel.column) ? LAST_BY_CHANNEL : undefined;
}
