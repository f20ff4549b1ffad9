import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import { percentage } from '../../../lib/rounding.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { answer } from '../../../stats/answer.js';
import { type Facts, metricValue } from '../../../stats/metrics.js';
import type { Answer, Row, RowOrder, Scope, StatsQuery } from '../../../stats/query.js';
import { channelsQuery, groupSources } from '../../../stats/reports/channels.js';
import {
  type Breakdown,
  type ListRow,
  listQuery,
  nameRows,
  readList,
  readListPage,
  readWholeList,
  rowsQuery,
} from '../../../stats/reports/list.js';
import { conversionFigures } from './goal-columns.js';
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

export function listReader<Named extends object>(list: Breakdown<Named>): ListReader {
  const { search } = list;
  const [measured, second] = list.by.metrics;
  const isTotalKnown = measured !== 'clicks';
  const shown = (rows: readonly ListRow<Named>[]) =>
    rows.map(({ named, facts, before, percentage }) => ({
      ...list.show(named),
      ...(list.by.goal === undefined
        ? { value: metricValue(measured, facts), ...(second !== undefined && { second: metricValue(second, facts) }) }
        : conversionFigures(facts, before)),
      now: facts,
      before,
      percentage,
    }));
  const found = (text: string) => (text === '' || search === undefined ? {} : { search: search(text) });
  return {
    query: (scope, limit) => (isTotalKnown ? rowsQuery(list, scope, limit) : listQuery(list, scope, { limit })),
    rows: ({ total, rows }, all) => shown(nameRows(list, rows, metricValue(measured, isTotalKnown ? all : total.now))),
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
export function channelsReader({ order, ...by }: Partial<Breakdown['by']> = {}): ListReader {
  const query = (scope: Scope): StatsQuery => ({ ...channelsQuery(scope), ...by });
  const rows = (found: Answer) => channelRows(found, by.goal !== undefined);
  const read = async (clickhouse: ClickHouse, scope: Scope, search: string) =>
    searched(inOrder(rows(await answer(clickhouse, query(scope))), order), search);
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

function channelRows(found: Answer, isOfGoal: boolean): readonly ShownRow[] {
  const figures = ({ now, before }: Row) => ({
    ...(isOfGoal ? conversionFigures(now, before) : { value: now.visitors }),
    percentage: isOfGoal
      ? percentage(now.conversions, found.total.now.conversions)
      : percentage(now.visitors, found.total.now.visitors),
    now,
    before,
  });
  return groupSources(found).map(({ name, row, topSources }) => ({
    name,
    ...figures(row),
    filters: { channel: name },
    sources: topSources.map((source) => ({
      name: unicodeHost(source.name),
      icon: { kind: 'brand', name: source.name },
      ...figures(source.row),
      filters: { channel: name, referrer: source.name },
    })),
  }));
}
