import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { integer, sql } from '../../clickhouse/sql.js';
import type { Scope } from '../query.js';
import { chosenEvents, eventsFor } from '../sources/events.js';

const row = z.object({ property: z.string() });

const MAX_NAMES = 100;

/** Properties of custom events, the most frequent first. */
export const propertyNamesQuery = (scope: Scope): Query<z.infer<typeof row>> => ({
  name: 'stats/property-names',
  row,
  sql: sql`SELECT arrayJoin(JSONExtractKeys(props)) AS property FROM ${eventsFor(scope).name}
WHERE ${chosenEvents(scope)} AND type = 'custom' AND props != ''
GROUP BY property
ORDER BY count() DESC, property
LIMIT ${integer(MAX_NAMES)}`,
});

export const propertyNames = async (clickhouse: ClickHouse, scope: Scope): Promise<readonly string[]> =>
  (await clickhouse.query(propertyNamesQuery(scope))).map(({ property }) => property);
