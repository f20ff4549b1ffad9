import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { DIRECT } from '../../collect/event.js';
import { percentageOfTotal } from '../../lib/rounding.js';
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

type Channels = z.infer<typeof channelsShape>;

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

export function toChannels(answered: Answer): Channels {
  const all = answered.total.now.visitors;
  const figures = ({ now: { visitors } }: Row) => ({ visitors, percentage: percentageOfTotal(visitors, all) });
  return {
    channels: groupSources(answered.rows).map(({ name, row, topSources }) => ({
      name,
      ...figures(row),
      topSources: topSources.map((source) => ({ source: source.name, ...figures(source.row) })),
    })),
    totalVisitors: all,
  };
}

/** The row of each channel, with those of its sources. */
export function groupSources<Each extends Row>(rows: readonly Each[]) {
  // Direct traffic has no sources to list.
  const sources = rows.filter(({ key: [name, source] }) => source !== undefined && name !== DIRECT);
  return rows
    .filter(({ key }) => key.length === 1)
    .map((row) => ({
      name: row.key[0]!,
      row,
      topSources: sources.filter(({ key }) => key[0] === row.key[0]).map((each) => ({ name: each.key[1]!, row: each })),
    }));
}

export const channelsReport: Report<Channels> = {
  path: 'channels',
  summary: 'List channels',
  description: `Visitors by channel, with the five largest referrers of each; Direct has none. ${ORDER}`,
  response: channelsShape,
  read: (clickhouse, { scope }) => channels(clickhouse, scope),
};
