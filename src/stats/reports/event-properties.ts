import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { integer, sql, string } from '../../clickhouse/sql.js';
import type { Scope } from '../query.js';
import { chosenEvents, eventsFor } from '../sources/events.js';

/** `visitors` sent the event with the value; `events` are their number. */
export interface PropertyValue {
  readonly value: string;
  readonly visitors: number;
  readonly events: number;
}

/** Most frequent values first. */
export interface EventProperty {
  readonly name: string;
  readonly values: readonly PropertyValue[];
}

const figure = z.coerce.number();

const row = z.object({ property: z.string(), value: z.string(), visitors: figure, events: figure });

/** An event has at most 30 properties. The most frequent are listed. */
const MAX_PROPERTIES = 10;
const MAX_VALUES = 10;

/** Numbers and booleans are returned as text. */
export async function eventProperties(
  clickhouse: ClickHouse,
  scope: Scope,
  event: string,
): Promise<readonly EventProperty[]> {
  const properties = new Map<string, PropertyValue[]>();
  for (const { property, ...value } of await clickhouse.query(eventPropertiesQuery(scope, event))) {
    const values = properties.get(property);
    if (values === undefined) properties.set(property, [value]);
    else values.push(value);
  }
  return [...properties].map(([name, values]) => ({ name, values }));
}

/** The most frequent property comes first. */
export const eventPropertiesQuery = (scope: Scope, event: string): Query<z.infer<typeof row>> => ({
  name: 'stats/event-properties',
  row,
  sql: sql`SELECT property, value, visitors, events FROM (
  SELECT *, dense_rank() OVER (ORDER BY of_property DESC, property) AS property_rank,
    row_number() OVER (PARTITION BY property ORDER BY events DESC, value) AS value_rank
  FROM (
    SELECT pair.1 AS property, pair.2 AS value, uniq(visitor_id) AS visitors, count() AS events,
      sum(events) OVER (PARTITION BY property) AS of_property
    FROM (
      SELECT visitor_id, arrayJoin(arrayFilter(each -> each.2 != '', JSONExtractKeysAndValues(props, 'String'))) AS pair FROM ${eventsFor(scope).name}
      WHERE ${chosenEvents(scope)} AND type = 'custom' AND name = ${string(event)} AND props != ''
    )
    GROUP BY property, value
  )
)
WHERE property_rank <= ${integer(MAX_PROPERTIES)} AND value_rank <= ${integer(MAX_VALUES)}
ORDER BY property_rank, value_rank`,
});
