import { ofWebsite, type Sql, sql, string } from '../../clickhouse/sql.js';
import { factCurrency } from '../metrics.js';
import type { StatsQuery } from '../query.js';
import { type Branch, columns, groupBy, keySql } from './branch.js';
import { bucketRowSql } from './bucket-rows.js';
import { before, countedRange, inRange, matching } from './conditions.js';
import { events, eventsFor } from './events.js';

/** Exact sums by currency. */
export const selectRevenue: Branch = (part, names, own) => {
  const { query } = part;
  const facts = new Map(
    own.map((fact) => [fact, sql`sumIf(revenue, currency = ${string(factCurrency(fact) ?? '')})`] as const),
  );
  return sql`SELECT ${columns(part, names, { key: keySql(query), at: bucketRowSql(query, events.epochMs), facts })}
FROM ${eventsFor(query, ordersOnce(query)).name}
WHERE ${matching(events, query)}${groupBy(query)}`;
};

/**
 * Selects the events with revenue that count: of an order, the website's earliest one, whether or not it matches. Those of one
 * instant are in an order of their own, so that each query takes the same.
 */
function ordersOnce(query: StatsQuery): Sql {
  const range = countedRange(query);
  const paid = (isOfOrder: Sql, time: Sql) =>
    sql`SELECT *, campaign FROM events PREWHERE ${ofWebsite(query.websiteId)} AND currency != '' AND ${isOfOrder} WHERE ${time}`;
  return sql`(
${paid(sql`order_id = ''`, inRange(events, range))}
UNION ALL
${paid(sql`order_id != ''`, before(events.time, range.end))}
ORDER BY time, visitor_id, session_start, currency, revenue, name, path, hostname, props
LIMIT 1 BY order_id
)`;
}
