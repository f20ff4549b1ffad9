import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { metricValue } from '../../../stats/metrics.js';
import type { Answer, Scope, StatsQuery } from '../../../stats/query.js';
import { type Channels, channels, channelsQuery, toChannels } from '../../../stats/reports/channels.js';
import {
  type List,
  type ListRow,
  listQuery,
  nameRows,
  readList,
  readListPage,
  readWholeList,
  rowsQuery,
} from '../../../stats/reports/list.js';
import { type ListPart, listPage, readPart, searched } from './list-part.js';
import type { ShownRow } from './shown-row.js';

/** Reads rows in the API's order. */
export interface ListReader {
  /** Returns the query of the first rows, without the total when that is the number of visitors. */
  query(scope: Scope, limit: number): StatsQuery;
  /** Needs the total number of visitors. */
  rows(answer: Answer, visitors: number): readonly ShownRow[];
  /** Reads a page of a hundred rows that match the search, ignoring case; beyond the last page, the last page. */
  part(clickhouse: ClickHouse, scope: Scope, search: string, part: number): Promise<ListPart>;
  /** Yields at least one batch of rows that match the search, ignoring case. */
  all(clickhouse: ClickHouse, scope: Scope, search: string): AsyncGenerator<readonly ShownRow[]>;
}

/** Lists of codes, whose names only this program knows, are short, and are searched in memory. */
const MAX_CODES = 10_000;

export function listReader<Named extends object>(list: List<Named>): ListReader {
  const { search } = list;
  const [measured, second] = list.by.metrics;
  const isOfVisitors = measured === 'visitors';
  const shown = (rows: readonly ListRow<Named>[]) =>
    rows.map(({ named, facts, percentage }) => ({
      ...list.show(named),
      value: metricValue(measured, facts),
      ...(second !== undefined && { second: metricValue(second, facts) }),
      percentage,
    }));
  const found = (text: string) => (text === '' || search === undefined ? {} : { search: search(text) });
  return {
    query: (scope, limit) => (isOfVisitors ? rowsQuery(list, scope, limit) : listQuery(list, scope, { limit })),
    rows: ({ total, rows }, visitors) =>
      shown(nameRows(list, rows, isOfVisitors ? visitors : metricValue(measured, total.now))),
    part: async (clickhouse, scope, text, part) => {
      if (text !== '' && search === undefined) {
        const { rows } = await readList(clickhouse, scope, list, MAX_CODES);
        return listPage(searched(shown(rows), text), part);
      }
      return readPart(part, async (limit, offset) => {
        const page = await readListPage(clickhouse, scope, list, { ...found(text), limit, offset });
        return { rows: shown(page.rows), found: page.found };
      });
    },
    async *all(clickhouse, scope, text) {
      for await (const { rows } of readWholeList(clickhouse, scope, list, found(text))) {
        yield search === undefined ? searched(shown(rows), text) : shown(rows);
      }
    },
  };
}

/** Reads all channels at once, because they are few. */
export const channelsReader: ListReader = {
  query: channelsQuery,
  rows: (answer) => channelRows(toChannels(answer)),
  part: async (clickhouse, scope, text, part) =>
    listPage(searched(channelRows(await channels(clickhouse, scope)), text), part),
  async *all(clickhouse, scope, text) {
    yield searched(channelRows(await channels(clickhouse, scope)), text);
  },
};

const channelRows = ({ channels: found }: Channels): readonly ShownRow[] =>
  found.map(({ name, visitors, percentage, topSources }) => ({
    name,
    value: visitors,
    percentage,
    filters: { channel: name },
    sources: topSources.map((source) => ({
      name: unicodeHost(source.source),
      icon: { kind: 'brand', name: source.source },
      value: source.visitors,
      percentage: source.percentage,
      filters: { channel: name, referrer: source.source },
    })),
  }));
