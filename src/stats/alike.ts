import { date, ofWebsite, type Sql, sql } from '../clickhouse/sql.js';
import type { Cover } from './cover.js';
import type { FilterName } from './dimensions.js';
import { onlyFilter, type Question } from './question.js';

/** What two visits of a visitor have in common that are alike, as those of most visitors are. */
export const alikeBy: readonly FilterName[] = ['country', 'city', 'browser', 'os', 'device', 'language'];

/** Over fewer days sets of visitors are as quick as telling those who vary. */
const FEWEST_DAYS = 60;

/**
 * The visitors of session days, counted without large sets: by the rows on which they come alike for the first time since the
 * range began; only those who vary are a set. It holds where what is chosen and grouped by is the same in visits that are alike,
 * by the same channel where a channel is chosen. Undefined where sets are as quick: over few days, and for other filters than a
 * single one of these.
 */
export function visitorsAlike({ websiteId, filters }: Question, { days, tail }: Cover): Sql | undefined {
  const only = onlyFilter(filters);
  if (only === undefined || !(only === 'channel' || alikeBy.includes(only))) return undefined;
  if (tail !== undefined || days.end - days.first < FEWEST_DAYS) return undefined;
  const last = only === 'channel' ? sql`last_by_channel` : sql`last`;
  return sql`uniqExactIf(visitor, visitor GLOBAL IN (SELECT visitor FROM varying_visitors WHERE ${ofWebsite(websiteId)}) AS varied)
  + countIf(${last} < ${date(days.first)} AND NOT varied)`;
}
