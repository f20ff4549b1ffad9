import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { integer, type Sql, sql } from '../../clickhouse/sql.js';
import { DIRECT } from '../../event.js';
import { percentage } from '../../quotient.js';
import { chosen } from '../conditions.js';
import { type Cover, coverOf } from '../cover.js';
import { addedUpBy } from '../daily-visitors.js';
import { metrics } from '../metrics.js';
import { isFiltered, type Question } from '../question.js';
import { HAS_VISITORS, visitorsByKey } from '../visitors-by-key.js';
import { ONE_GROUP, type Visits, visitsBy } from '../visits.js';

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
  name: z.string(),
  source: z.string(),
  visitors: z.coerce.number(),
});

/** Visitors by channel, each with its largest sources. Percentages of both are of the same total. */
export async function channels(clickhouse: ClickHouse, question: Question): Promise<z.infer<typeof channelsShape>> {
  const found = await clickhouse.query(channelsQuery(question));
  const total = found.filter(({ level }) => level === 'total').reduce((sum, each) => sum + each.visitors, 0);
  const figures = ({ visitors }: { readonly visitors: number }) => ({
    visitors,
    percentage: percentage(visitors, total),
  });
  // What came directly has no sources to list.
  const sources = found.filter(({ level, name }) => level === 'source' && name !== DIRECT);
  return {
    channels: found
      .filter(({ level }) => level === 'channel')
      .map((each) => ({
        name: each.name,
        ...figures(each),
        topSources: sources
          .filter(({ name }) => name === each.name)
          .map((source) => ({ source: source.source, ...figures(source) })),
      })),
    totalVisitors: total,
  };
}

/** Total, channels and their largest sources in one pass. Rows of the total, which add up to it, are fewer than the limit. */
export const channelsQuery = (question: Question): Query<z.infer<typeof row>> => ({
  name: 'stats/channels',
  row,
  sql: sql`${levelsOf(question)}
ORDER BY level, visitors DESC, name, source
LIMIT ${integer(TOP_SOURCES)} BY level, name`,
});

function levelsOf(question: Question): Sql {
  const cover = coverOf(question);
  if (cover === undefined)
    return counted({ from: sql`events WHERE ${chosen(question)}`, visitors: metrics.visitors, everybody: ONE_GROUP });
  if (!isFiltered(question.filters) && addedUpBy(question, cover, 'channelSources') !== undefined) {
    return ofDailyVisitors(question, cover);
  }
  return counted(visitsBy(question, cover, sql`channel, referrer`));
}

const counted = ({ from, visitors, everybody }: Visits): Sql => sql`SELECT
  multiIf(grouping(channel) = 1, 'total', grouping(referrer) = 1, 'channel', 'source') AS level,
  toString(channel) AS name,
  toString(referrer) AS source,
  ${visitors} AS visitors
FROM ${from}
GROUP BY GROUPING SETS ((channel, referrer), (channel), ${everybody})`;

/** Each level is a grouping of its own, whose keys are the names that a row has. */
const ofDailyVisitors = (question: Question, cover: Cover): Sql =>
  sql`${visitorsByKey(
    question,
    cover,
    ['all', 'channel', 'channelSources'],
    sql`['total', 'channel', 'source'][length(key) + 1] AS level, key[1] AS name, key[2] AS source`,
  )}
HAVING ${HAS_VISITORS}`;
