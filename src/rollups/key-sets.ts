import { integers, join, type Sql, sql } from '../clickhouse/sql.js';
import { columnsOf, type Grouping, groupingName } from '../stats/groupings.js';

/** Groupings as grouping sets of one statement: the engine reads rows once for all of them, and understands one statement. */
export interface KeySets {
  /** The columns of all. A row has those of its own grouping, and nothing in the others. */
  readonly columns: readonly Sql[];
  /** The number of a row's grouping, in the statement that groups by these. */
  readonly which: Sql;
  /** What rows are grouped by: something else, and the columns of each grouping. */
  readonly beside: (others: Sql) => Sql;
  /** Of a row that has its number as `which`: the name of the grouping, and the key in it. */
  readonly name: Sql;
  readonly key: Sql;
}

/** @param groupings of which one at least has columns */
export function keySets(groupings: readonly Grouping[]): KeySets {
  const columns = [...new Set(groupings.flatMap(columnsOf))];
  // As `grouping` numbers them: a bit for each column, 1 where it is not grouped by.
  const numbers = groupings.map((each) =>
    columns.reduce((number, column) => 2 * number + (columnsOf(each).includes(column) ? 0 : 1), 0),
  );
  const places = groupings.map(
    (each) => sql`${integers(columnsOf(each).map((column) => columns.indexOf(column) + 1))}`,
  );
  const own = (values: readonly Sql[]) => sql`[${join(values, ', ')}][indexOf(${integers(numbers)}, which)]`;
  const texts = columns.map((column) => sql`toString(${column})`);
  return {
    columns,
    which: sql`grouping(${join(columns, ', ')})`,
    beside: (others) =>
      sql`GROUPING SETS (${join(
        groupings.map((each) => sql`(${join([others, ...columnsOf(each)], ', ')})`),
        ', ',
      )})`,
    name: own(groupings.map(groupingName)),
    key: sql`arrayMap(place -> [${join(texts, ', ')}][place], ${own(places)})`,
  };
}
