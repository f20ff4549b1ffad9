import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { sql, trusted } from '../../clickhouse/sql.js';
import { bucketNumberSql } from '../../daily-visitors/bucket-sql.js';
import { joinAnd } from '../../lib/language/formats.js';
import { t } from '../../lib/language/translate.js';
import { oneLine, visibleText } from '../../lib/text.js';
import { groupIntoRuns } from '../../time/index.js';
import { events } from '../sources/events.js';
import { HISTORY_DAYS } from './calendar.js';
import type { Change, ChangeScope } from './change-scope.js';
import type { Fact } from './facts.js';
import { findSilentDays } from './find-silent.js';
import { selectRows } from './select-rows.js';
import { sum } from './statistics.js';

/** Events that a silent day would have had. They come in visits, of which half as many say the same. */
const LEAST = 40;

const MAX_HOSTS = 50;
const MAX_NAME = 100;

const row = z.object({ hostname: z.string(), days: z.array(z.number()) });

/**
 * Hosts without any event on days on which they always have many, while the website has other hosts that do. The filter does not
 * apply: a host is silent or not for the whole website.
 */
export async function readSilentHosts(
  clickhouse: ClickHouse,
  { scope, calendar }: Pick<Change, 'scope' | 'calendar'>,
  dayName: (place: number) => string,
): Promise<readonly Fact[]> {
  // Long ranges are not read by day.
  if (calendar.places.now.length < calendar.weekdays.now.length) return [];
  const hosts = await clickhouse.query(hostsStatement(scope));
  if (hosts.length < 2) return [];
  const all = scope.windows.starts.map((_, place) => sum(hosts.map(({ days }) => days[place]!)));
  return hosts.flatMap(({ hostname, days }): Fact[] => {
    const isSteady = days.slice(0, HISTORY_DAYS).every((count) => count > 0);
    const others = all.map((count, place) => count - days[place]!);
    const silent = isSteady ? findSilentDays({ days }, { total: others }, calendar, LEAST) : [];
    if (silent.length === 0) return [];
    const name = oneLine(visibleText(hostname), MAX_NAME);
    const text =
      silent.length > 2
        ? t('{name} sent nothing on {count, plural, one {# day} other {# days}}', { name, count: silent.length })
        : t('{name} sent nothing on {days}', { name, days: joinAnd(silent.map(dayName)) });
    return [{ kind: 'host', text }];
  });
}

export function hostsStatement(scope: Omit<ChangeScope, 'filter'>): Query<z.infer<typeof row>> {
  const { history, now, starts } = scope.windows;
  const place = bucketNumberSql(events.epochMs, groupIntoRuns(starts, now.end), starts);
  return {
    name: 'stats/changes/hosts',
    row,
    sql: sql`SELECT hostname, groupArrayInsertAt(toFloat64(0), ${trusted(`${starts.length}`)})(toFloat64(n), toUInt32(place)) AS days
FROM (
  SELECT toString(hostname) AS hostname, toInt64(${place}) AS place, count() AS n
  FROM events
  WHERE ${selectRows({ ...scope, filter: undefined }, events, [history, now])}
  GROUP BY hostname, place
)
GROUP BY hostname
ORDER BY sum(n) DESC, hostname
LIMIT ${trusted(`${MAX_HOSTS}`)}`,
  };
}
