import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { integer, sql } from '../../clickhouse/sql.js';
import { DIRECT } from '../../event.js';
import { percentage } from '../../lib/rounding.js';
import { sourceFor } from '../plan.js';
import type { Demand, StatsQuery } from '../query.js';

const TOP_SOURCES = 5;

const share = z.number().describe('Share of the total, 0 to 100');

export const channelsShape = z.object({
  channels: z.array(
    z.object({
      name: z.string(),
      visitors: z.number(),
      percentage: share,
      topSources: z.array(z.object({ source: z.string(), visitors: z.number(), percentage: share })),
    }),
  ),
  totalVisitors: z.number(),
});

const row = z.object({
  level: z.enum(['total', 'channel', 'source']),
  channel_name: z.string(),
  source: z.string(),
  visitors: z.coerce.number(),
});

/** Returns visitors by channel, each with its largest sources. Both percentages are of the same total. */
export async function channels(clickhouse: ClickHouse, query: StatsQuery): Promise<z.infer<typeof channelsShape>> {
  const found = await clickhouse.query(channelsQuery(query));
  const total = found.find(({ level }) => level === 'total')?.visitors ?? 0;
  const figures = ({ visitors }: { readonly visitors: number }) => ({
    visitors,
    percentage: percentage(visitors, total),
  });
  // Direct traffic has no sources to list.
  const sources = found.filter(({ level, channel_name }) => level === 'source' && channel_name !== DIRECT);
  return {
    channels: found
      .filter(({ level }) => level === 'channel')
      .map((each) => ({
        name: each.channel_name,
        ...figures(each),
        topSources: sources
          .filter(({ channel_name }) => channel_name === each.channel_name)
          .map((source) => ({ source: source.source, ...figures(source) })),
      })),
    totalVisitors: total,
  };
}

/** Builds the total, the channels and their largest sources in one pass. */
export function channelsQuery(query: StatsQuery): Query<z.infer<typeof row>> {
  const demand: Demand = { ...query, dimensions: ['channel', 'referrer'], depths: [2, 1, 0], metrics: ['visitors'] };
  const source = sourceFor(demand);
  const { depth, by } = source.groups(demand);
  return {
    name: 'stats/channels',
    row,
    sql: sql`SELECT
  ['total', 'channel', 'source'][${depth} + 1] AS level,
  toString(channel) AS channel_name,
  toString(referrer) AS source,
  ${source.metrics(demand).visitors} AS visitors
FROM ${source.rows(demand)}
GROUP BY ${by}
ORDER BY level, visitors DESC, channel_name, source
LIMIT ${integer(TOP_SOURCES)} BY level, channel_name`,
  };
}
