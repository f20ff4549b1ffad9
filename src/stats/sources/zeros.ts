import { integers, join, type Sql, sql, strings, uuid } from '../../clickhouse/sql.js';
import { columnSql } from '../dimensions.js';
import type { Fact } from '../metrics.js';
import type { StatsQuery } from '../query.js';
import { columns, isDaily, keyName, type QueryPart } from './branch.js';
import { bucketRows } from './bucket-rows.js';
import { matching } from './conditions.js';
import { events } from './events.js';

/** With other dimensions, only a bucket or a goal makes a row that has not occurred: which other values these could have is not known. */
export const addsZeros = ({ dimensions = [], buckets }: StatsQuery): boolean =>
  buckets !== undefined || dimensions.includes('goal') || dimensions.every((name) => name === 'website');

/** Rows without facts: in every bucket and of every goal, with the values of other dimensions that occur together. */
export function selectZeros(part: QueryPart, names: readonly Fact[]): Sql {
  const { query } = part;
  const { dimensions = [], goals = [] } = query;
  const occurring: Sql[] = [];
  const key = dimensions.map((name, place) => {
    if (name === 'goal') return sql`arrayJoin(CAST([${strings(goals.map(({ id }) => id))}], 'Array(String)'))`;
    if (name === 'website') return sql`${uuid(query.websiteId)}`;
    occurring.push(sql`${columnSql(name)} AS ${keyName(place)}`);
    return keyName(place);
  });
  const at = sql`arrayJoin(${integers([...new Set(bucketRows(query))])})`;
  const selected = columns(part, names, { key, at, facts: new Map() });
  if (occurring.length === 0) return sql`SELECT ${selected}`;
  const table = isDaily(part) ? events : part.table;
  return sql`SELECT ${selected} FROM (SELECT DISTINCT ${join(occurring, ', ')} FROM ${table.name} WHERE ${matching(table, query)})`;
}
