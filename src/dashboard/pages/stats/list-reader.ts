import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import { type Facts, metricValue } from '../../../stats/metrics.js';
import type { Answer, RowOrder, Scope, StatsQuery } from '../../../stats/query.js';
import { channelsQuery, groupSources } from '../../../stats/reports/channels.js';
import { answerCompared } from '../../../stats/reports/earlier.js';
import {
  type List,
  type ListRow,
  listQuery,
  readList,
  readListPage,
  readWholeList,
  rowsQuery,
  withShares,
} from '../../../stats/reports/list.js';
import { lists } from '../../../stats/reports/lists.js';
import { type ListPart, listPage, readPart, searched } from './list-part.js';
import type { ShownRow } from './shown-row.js';

/** Reads rows in the API's order. */
export interface ListReader {
  /** Returns the query of the first rows, without the total when that is known of all visitors. */
  query(scope: Scope, limit: number): StatsQuery;
  /** Needs the facts of all visitors. */
  rows(answer: Answer, total: Facts): readonly ShownRow[];
  /** Reads a page of a hundred rows that match the search, ignoring case; beyond the last page, the last page. */
  part(clickhouse: ClickHouse, scope: Scope, search: string, part: number): Promise<ListPart>;
  /** Yields at least one batch of rows that match the search, ignoring case. */
  all(clickhouse: ClickHouse, scope: Scope, search: string): AsyncGenerator<readonly ShownRow[]>;
}

/** Lists of codes, whose names only this program knows, are short, and are searched in memory. */
const MAX_CODES = 10_000;

export const listReader = (list: List): ListReader =>
  list.path === 'channels' ? channelsReader(list) : rowsReader(list);

function rowsReader(list: List): ListReader {
  const { search } = list;
  const [measured] = list.by.metrics;
  const isTotalKnown = measured !== 'clicks';
  const shown = (rows: readonly ListRow[]) => rows.map((row) => ({ ...row, ...list.show(row.key) }));
  const found = (text: string) => (text === '' || search === undefined ? {} : { search: search(text) });
  return {
    query: (scope, limit) => (isTotalKnown ? rowsQuery(list, scope, limit) : listQuery(list, scope, { limit })),
    rows: ({ total, rows }, all) =>
      shown(withShares(list, rows, metricValue(measured, isTotalKnown ? all : total.now))),
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
function channelsReader(list: List): ListReader {
  const { dimensions: _, order, ...by } = list.by;
  const query = (scope: Scope): StatsQuery => ({ ...channelsQuery(scope), ...by });
  const rows = (found: Answer) => channelRows(list, found);
  const read = async (clickhouse: ClickHouse, scope: Scope, search: string) => {
    const found = await answerCompared(clickhouse, query(scope));
    return searched(inOrder(rows(found), order), search);
  };
  return {
    query,
    rows,
    part: async (clickhouse, scope, text, part) => listPage(await read(clickhouse, scope, text), part),
    async *all(clickhouse, scope, text) {
      yield await read(clickhouse, scope, text);
    },
  };
}

/** The sources of a channel stay in their order. */
function inOrder(rows: readonly ShownRow[], order: RowOrder | undefined): readonly ShownRow[] {
  if (order === undefined) return rows;
  const { by, direction, isChange } = order;
  const value = ({ now, before }: ShownRow) => metricValue(by, now) - (isChange ? metricValue(by, before) : 0);
  return rows.toSorted((a, b) => (value(a) - value(b)) * (direction === 'asc' ? 1 : -1));
}

function channelRows(list: List, { rows, total }: Answer): readonly ShownRow[] {
  const shares = withShares(list, rows, metricValue(list.by.metrics[0], total.now));
  return groupSources(shares).map(({ name: channel, row, topSources }) => ({
    ...row,
    ...list.show(row.key),
    sources: topSources.map(({ name: referrer, row: source }) => ({
      ...source,
      ...lists.referrers.show([referrer]),
      filters: { channel, referrer },
    })),
  }));
}
