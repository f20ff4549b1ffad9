import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { DIRECT } from '../../collect/event.js';
import { percentage } from '../../lib/rounding.js';
import { answer } from '../answer.js';
import type { Answer, Row, Scope, StatsQuery } from '../query.js';
import { ORDER, type Report } from './report.js';

const TOP_SOURCES = 5;

const share = z.number().describe('Share of the total, 0 to 100');

const channelsShape = z.object({
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

export type Channels = z.infer<typeof channelsShape>;

/** One query for the total, the channels and their largest sources. */
export const channelsQuery = (scope: Scope): StatsQuery => ({
  ...scope,
  name: 'stats/channels',
  metrics: ['visitors'],
  dimensions: ['channel', 'referrer'],
  levels: [2, 1, 0],
  limit: TOP_SOURCES,
  limitWithin: 1,
});

/** Both percentages are of the same total. */
export const channels = async (clickhouse: ClickHouse, scope: Scope): Promise<Channels> =>
  toChannels(await answer(clickhouse, channelsQuery(scope)));

export function toChannels({ total, rows }: Answer): Channels {
  const all = total.now.visitors;
  const figures = ({ now: { visitors } }: Row) => ({ visitors, percentage: percentage(visitors, all) });
  // Direct traffic has no sources to list.
  const sources = rows.filter(({ key: [name, source] }) => source !== undefined && name !== DIRECT);
  return {
    channels: rows
      .filter(({ key }) => key.length === 1)
      .map((row) => ({
        name: row.key[0]!,
        ...figures(row),
        topSources: sources
          .filter(({ key }) => key[0] === row.key[0])
          .map((each) => ({ source: each.key[1]!, ...figures(each) })),
      })),
    totalVisitors: all,
  };
}

export const channelsReport: Report<Channels> = {
  path: 'channels',
  summary: 'List channels',
  description: `Visitors by channel, with the five largest referrers of each; Direct has none. ${ORDER}`,
  response: channelsShape,
  read: (clickhouse, { scope }) => channels(clickhouse, scope),
};
