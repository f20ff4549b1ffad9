import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { date, instant, ofWebsite, type Sql, sql, string, trusted } from '../../clickhouse/sql.js';
import type { TrackedEvent } from '../../collect/event.js';
import { storedEvent, storedEventColumns, storedEventRow } from '../../collect/sessions/stored-event.js';
import { traitColumnNames } from '../../collect/traits.js';

/** Half-open, in epoch milliseconds. */
export interface ExportRange {
  readonly websiteId: string;
  readonly start: number;
  readonly end: number;
}

const dayRow = z.object({ day: z.number(), events: z.coerce.number() });
type Day = z.infer<typeof dayRow>;

/** UTC days with events in the range, leaves included, and the number of their events. */
const findDays = (clickhouse: ClickHouse, range: ExportRange): Promise<readonly Day[]> =>
  clickhouse.query({
    name: 'export/days',
    row: dayRow,
    sql: sql`SELECT toUInt16(toDate(time)) AS day, count() AS events FROM events WHERE ${inRange(range)}
GROUP BY day ORDER BY day`,
  });

const inRange = ({ websiteId, start, end }: ExportRange): Sql =>
  sql`${ofWebsite(websiteId)} AND toDate(time) >= ${dayAt(start)} AND toDate(time) <= ${dayAt(end)}
  AND time >= ${instant(start)} AND time < ${instant(end)}`;

const dayAt = (time: number) => date(Math.floor(time / 86_400_000));

export interface LineExport {
  readonly events: number;
  readonly lines: AsyncGenerator<string>;
}

/**
 * Exports lines for an import: in an empty website, they give the same statistics. Days are sorted and read one at a
 * time, so that any number of events needs only the memory of a batch.
 */
export async function exportLines(clickhouse: ClickHouse, range: ExportRange): Promise<LineExport> {
  const days = await findDays(clickhouse, range);
  async function* lines(): AsyncGenerator<string> {
    for (const { day } of days) {
      const batches = clickhouse.stream({
        name: 'export/lines',
        row: storedEventRow,
        sql: sql`SELECT ${storedEventColumns} FROM events WHERE ${inRange(range)} AND toDate(time) = ${date(day)}
ORDER BY events.time, events.visitor_id, type`,
      });
      for await (const rows of batches)
        yield rows.map((row) => `${JSON.stringify(toLine(storedEvent(row)))}\n`).join('');
    }
  }
  return { events: days.reduce((sum, { events }) => sum + events, 0), lines: lines() };
}

function toLine({ time, type, visitorId, hostname, path, traits, ...own }: TrackedEvent) {
  const { link, name, props, screen, seconds, scroll } = own;
  return {
    timestamp: new Date(time).toISOString(),
    type,
    url: toUrl(hostname, path),
    visitor: visitorId,
    stored: {
      ...withoutEmpty({ hostname, path, link, name, props, screen, seconds, ...traits }),
      ...(scroll !== undefined && { scroll }),
    },
  };
}

/** For readers of the file. The import uses host and path as they are stored. */
function toUrl(hostname: string, path: string): string {
  const url = new URL('https://unknown.invalid');
  url.hostname = hostname;
  const [pathname = '', ...fragment] = path.split('#');
  url.pathname = pathname;
  url.hash = fragment.join('#');
  return url.href;
}

/** Empty values are left out, and an import restores them as empty. */
function withoutEmpty(stored: Readonly<Record<string, string | number>>): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(stored).filter(([name, value]) => NEEDED.has(name) || (value !== '' && value !== 0)),
  );
}

const NEEDED: ReadonlySet<string> = new Set([
  ...['hostname', 'path', 'referrer', 'channel', 'country', 'city', 'browser', 'os', 'device', 'language'],
]);

const TABLE_FORMATS = { csv: 'CSVWithNames', parquet: 'Parquet' } as const;

export interface TableOptions {
  readonly format: keyof typeof TABLE_FORMATS;
  /** Zone of the column `local_time`. */
  readonly zone: string;
  /** Whether rows are ordered by time, so that equal events give equal files. Otherwise the order varies. */
  readonly isSorted?: boolean;
}

/** The columns are those of the view `bi.events`. Leaves are left out. */
export const exportTable = (
  clickhouse: ClickHouse,
  range: ExportRange,
  { format, zone, isSorted = false }: TableOptions,
): AsyncIterable<Uint8Array> =>
  clickhouse.readFile({
    name: 'export/table',
    format: TABLE_FORMATS[format],
    sql: sql`SELECT website_id, time, toDateTime64(toString(time, ${string(zone)}), 3, 'UTC') AS local_time,
  toString(type) AS type, visitor_id, session_id, session_start, hostname, path, link, name, props AS properties, screen,
  entry_path, ${trusted(traitColumnNames.join(', '))}, campaign
FROM events WHERE ${inRange(range)} AND type != 'leave'${trusted(isSorted ? '\nORDER BY ALL' : '')}`,
  });
