import { findDimension } from '../dimensions.js';
import { type Fact, isOnlyOfEvents, listFacts } from '../metrics.js';
import { type Answer, EMPTY_ROW, type Row, type StatsQuery } from '../query.js';
import { selectBranches } from './branches.js';
import { selectFlat } from './flat.js';
import { readPoints, rowFacts, rowsStatement, type Source, toAnswer, toFacts } from './source.js';
import { isSessionFact, type Table } from './table.js';
import { toSessions } from './whole-sessions.js';

/**
 * Answers queries from one table, with a statement each.
 *
 * @param tableFor returns the table as a query reads it
 */
export const tableSource = (table: Table, tableFor: (query: StatsQuery) => Table = () => table): Source => ({
  canAnswer: table.canAnswer,
  answer: (clickhouse, queries) =>
    queries.map(async (query) => {
      const select = selectFrom(tableFor(query), query);
      if (query.buckets === undefined)
        return toAnswer(rowFacts([query]), await clickhouse.query(rowsStatement(query, select)));
      return toBuckets(query, await readPoints(clickhouse, query.name, select));
    }),
  select: (query) => selectFrom(tableFor(query), query),
});

function selectFrom(table: Table, query: StatsQuery) {
  if (!isFlat(query)) return selectBranches(table, query);
  const part = toSessions({ table, query });
  return selectFlat(part.table, part.query, rowFacts([query]));
}

/** Whether one pass over a table's rows answers the query: each row and each session is then in one row of the answer. */
function isFlat({ buckets, goal, goals, dimensions = [], metrics }: StatsQuery): boolean {
  const names = listFacts(metrics);
  const splitsSessions = dimensions.some((name) => findDimension(name).of === 'event');
  const hasOthers = goal !== undefined || goals !== undefined || names.some(isOnlyOfEvents);
  return buckets === undefined && !hasOthers && !(splitsSessions && names.some(isSessionFact));
}

function toBuckets({ buckets = [], metrics }: StatsQuery, points: ReadonlyMap<number, readonly number[]>): Answer {
  const names: readonly Fact[] = listFacts(metrics);
  const rows = buckets.map((_, at): Row => ({ ...EMPTY_ROW, at, now: toFacts(names, points.get(at) ?? []) }));
  return { total: EMPTY_ROW, rows };
}
