import { float, integer, type Sql, sql, string, trusted } from '../../clickhouse/sql.js';
import type { DimensionName } from '../dimensions.js';
import { all, any } from '../filters.js';
import type { Fact } from '../metrics.js';
import { orderMetric } from '../sources/source.js';
import { type RowMetric, toMetric } from './row-metrics.js';
import type { RowOrder, RowsQuery } from './rows-query.js';
import { isTimeName, type TimeRows } from './time-dimensions.js';

/** Where a page ends, so that the next one begins behind it, however many rows have the same metrics. */
export interface RowPosition {
  /** Values of the metrics that order the rows, as text that loses no digit. */
  readonly sort: readonly string[];
  readonly key: readonly string[];
  readonly at: number;
}

interface OrderedRows {
  /** Dimensions besides that of time. */
  readonly dimensions: readonly DimensionName[];
  readonly facts: readonly Fact[];
  readonly time: TimeRows | undefined;
}

/** Differences that no metric shows. */
const ORDER_DIGITS = 9;

export interface OrderColumn {
  readonly column: Sql;
  readonly direction: 'asc' | 'desc';
  readonly isMetric: boolean;
  /** The column's value of a position. */
  readonly value: (position: RowPosition) => Sql;
}

/** What was asked for, and then all dimensions, so that no two rows are equal. */
export function orderColumns(query: RowsQuery, { dimensions, facts, time }: OrderedRows): readonly OrderColumn[] {
  let metrics = 0;
  const toColumn = ({ by, direction }: RowOrder): readonly OrderColumn[] => {
    if (isTimeName(by))
      return [{ column: sql`at`, direction, isMetric: false, value: ({ at }) => sql`${integer(at)}` }];
    const place = dimensions.indexOf(by as DimensionName);
    if (place >= 0) {
      const column = trusted(`key[${place + 1}]`);
      return [{ column, direction, isMetric: false, value: ({ key }) => sql`${string(key[place] ?? '')}` }];
    }
    const number = metrics;
    metrics += 1;
    const metric = toMetric(by as RowMetric, query.metrics);
    // Another order of summation gives another last digit of a sum of fractions.
    const column = sql`round(toFloat64(${orderMetric(metric, facts)}), ${integer(ORDER_DIGITS)})`;
    return [{ column, direction, isMetric: true, value: ({ sort }) => sql`${float(Number(sort[number]))}` }];
  };
  const asked = new Set(query.orderBy.map(({ by }) => by));
  const rest = query.dimensions.filter((name) => !asked.has(name)).map((by) => ({ by, direction: 'asc' }) as const);
  const hasRows = dimensions.length > 0 || time !== undefined;
  return hasRows ? [...query.orderBy, ...rest].flatMap(toColumn) : [];
}

/** Matches rows behind a position: greater in the first column, or equal in it and greater in the next one. */
export const isAfter = (order: readonly OrderColumn[], position: RowPosition): Sql =>
  any(
    order.map(({ column, direction, value }, place) =>
      all([
        ...order.slice(0, place).map((each) => sql`${each.column} = ${each.value(position)}`),
        sql`${column} ${trusted(direction === 'asc' ? '>' : '<')} ${value(position)}`,
      ]),
    ),
  );
