import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { answer } from '../answer.js';
import type { Filter } from '../filters.js';
import { NO_FACTS } from '../metrics.js';
import type { Answer, Row, StatsQuery } from '../query.js';

type Compared = StatsQuery & { readonly comparison: NonNullable<StatsQuery['comparison']> };

/** Of more rows, all of the comparison are read. */
const MAX_FILTERED = 500;

/**
 * Whether only the rows of the range are compared. Their earlier facts are then read apart, so that rows come from the table
 * that is fastest and most exact without a comparison, like those of a panel.
 */
export const isReadApart = (query: StatsQuery): query is Compared =>
  query.comparison !== undefined && query.keepsEarlier !== true;

/** Answers a list, with the earlier facts of its rows if it has a comparison. */
export async function answerCompared(clickhouse: ClickHouse, query: StatsQuery): Promise<Answer> {
  if (!isReadApart(query)) return answer(clickhouse, query);
  const { rows, total } = await answer(clickhouse, { ...query, comparison: undefined });
  return { total, rows: await addEarlier(clickhouse, query, rows) };
}

/** Adds the facts of the rows in the comparison. */
export async function addEarlier(
  clickhouse: ClickHouse,
  query: Compared,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const levels = [...new Set(rows.map(({ key }) => key.length))];
  const found = await Promise.all(levels.map((level) => readLevel(clickhouse, query, rows, level)));
  const earlier = new Map(found.flat().map(({ key, now }) => [JSON.stringify(key), now]));
  return rows.map((row) => ({ ...row, before: earlier.get(JSON.stringify(row.key)) ?? NO_FACTS }));
}

async function readLevel(
  clickhouse: ClickHouse,
  { comparison, ...query }: Compared,
  rows: readonly Row[],
  level: number,
): Promise<readonly Row[]> {
  const ofLevel = rows.filter(({ key }) => key.length === level);
  const isFiltered = level === query.dimensions?.length && ofLevel.length <= MAX_FILTERED;
  const answered = await answer(clickhouse, {
    ...query,
    range: comparison,
    until: undefined,
    levels: [level],
    having: undefined,
    search: isFiltered ? toRowFilter(query, ofLevel) : undefined,
    order: undefined,
    limit: undefined,
    limitWithin: undefined,
  });
  return answered.rows;
}

/** Selects the rows with the same dimensions. */
const toRowFilter = ({ dimensions = [] }: Pick<StatsQuery, 'dimensions'>, rows: readonly Row[]): Filter => ({
  or: rows.map(({ key }) => ({
    and: dimensions.map((dimension, place) => ({ dimension, operator: 'is', values: [key[place]!] })),
  })),
});
