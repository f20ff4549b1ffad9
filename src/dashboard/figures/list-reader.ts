import { domainToASCII } from 'node:url';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { COUNTRIES } from '../../http/v1/filter-values.js';
import { unicodeHost } from '../../lib/unicode-host.js';
import type { DimensionName } from '../../stats/dimensions.js';
import type { Condition, Filter } from '../../stats/filters.js';
import { countryName } from '../../stats/names.js';
import type { StatsQuery } from '../../stats/query.js';
import { channels } from '../../stats/reports/channels.js';
import { type List, type ListAnswer, readList, readListPage, readWholeList } from '../../stats/reports/lists.js';
import type { IconProps } from '../icons.js';
import { type ListPart, listPage, readPart, searched } from './list-part.js';
import type { ShownRow } from './shown-row.js';

/** Reads the rows of a list, in the interface's order. */
export interface ListReader {
  /** @param visitors the query's visitors, when `main` counts them anyway */
  first(
    clickhouse: ClickHouse,
    query: StatsQuery,
    limit: number,
    visitors?: Promise<number>,
  ): Promise<readonly ShownRow[]>;
  /** Reads a hundred rows whose name or detail contains the text, in any case. A part behind the last one is the last one. */
  part(clickhouse: ClickHouse, query: StatsQuery, search: string, part: number): Promise<ListPart>;
  /** Yields all rows whose name or detail contains the text, in batches, at least one. */
  all(clickhouse: ClickHouse, query: StatsQuery, search: string): AsyncGenerator<readonly ShownRow[]>;
}

/** Returns the display name of a row. */
type Naming<Named extends object> = (named: Named) => Pick<ShownRow, 'name' | 'icon' | 'detail' | 'filters'>;

/** Lists of codes whose names only this program knows are short, and are searched in memory. */
const MAX_CODES = 10_000;

/**
 * Returns a reader for a list of the interface, which names its rows.
 *
 * @param search returns a filter that finds a text in ClickHouse; without it, the names are searched in memory
 */
export function listReader<Named extends object>(
  list: List<Named>,
  naming: Naming<Named>,
  search?: (text: string) => Filter,
): ListReader {
  const [measured, second] = list.breakdown.metrics;
  const shown = ({ rows }: ListAnswer<Named>) =>
    rows.map(({ named, figures, percentage }) => ({
      ...naming(named),
      value: figures[measured],
      ...(second !== undefined && { second: figures[second] }),
      percentage,
    }));
  const first: ListReader['first'] = async (clickhouse, query, limit, visitors) =>
    shown(await readList(clickhouse, query, list, limit, visitors));
  const found = (text: string) => (text === '' || search === undefined ? {} : { search: search(text) });
  return {
    first,
    part: async (clickhouse, query, text, part) => {
      if (text !== '' && search === undefined) {
        return listPage(searched(await first(clickhouse, query, MAX_CODES), text), part);
      }
      return readPart(part, async (limit, offset) => {
        const page = await readListPage(clickhouse, query, list, { ...found(text), limit, offset });
        return { rows: shown(page), found: page.found };
      });
    },
    async *all(clickhouse, query, text) {
      for await (const batch of readWholeList(clickhouse, query, list, found(text))) {
        yield search === undefined ? searched(shown(batch), text) : shown(batch);
      }
    },
  };
}

/** Returns a filter that finds a text in any of the dimensions. */
export const inAny =
  (...names: readonly DimensionName[]) =>
  (text: string): Filter => ({
    or: names.map((dimension) => ({ dimension, operator: 'contains', values: [text] })),
  });

/** Returns a filter that finds a text in referrers, of which international hosts are stored as `xn--`. */
export const inHosts = (text: string): Condition => {
  const ascii = domainToASCII(text);
  return {
    dimension: 'referrer',
    operator: 'contains',
    values: ascii === '' || ascii === text.toLowerCase() ? [text] : [text, ascii],
  };
};

/** Returns a filter that finds a text in the names of cities and of their countries. */
export const inPlaces = (text: string): Filter => {
  const isNamed = (code: string) => countryName(code).toLowerCase().includes(text.toLowerCase());
  const countries = COUNTRIES.filter(isNamed);
  return { or: [inAny('city')(text), { dimension: 'country', operator: 'is', values: countries }] };
};

/** Reads all channels at once, because they are few. */
export const channelsReader: ListReader = {
  first: readChannels,
  part: async (clickhouse, query, text, part) => listPage(searched(await readChannels(clickhouse, query), text), part),
  async *all(clickhouse, query, text) {
    yield searched(await readChannels(clickhouse, query), text);
  },
};

async function readChannels(clickhouse: ClickHouse, query: StatsQuery): Promise<readonly ShownRow[]> {
  const answer = await channels(clickhouse, query);
  return answer.channels.map(({ name, visitors, percentage, topSources }) => ({
    name,
    value: visitors,
    percentage,
    filters: { channel: name },
    sources: topSources.map((source) => ({
      name: unicodeHost(source.source),
      icon: toBrandIcon(source.source),
      value: source.visitors,
      percentage: source.percentage,
      filters: { channel: name, referrer: source.source },
    })),
  }));
}

/** Returns the icon of a browser, a system or a source. */
export const toBrandIcon = (name: string): IconProps => ({ kind: 'brand', name });
