import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { integers, join, type Sql, sql, trusted } from '../../clickhouse/sql.js';
import type { Range } from '../../time/index.js';
import { columnSql } from '../dimensions.js';
import { all, everyPart, type Filter, filterSql, isOfTraits } from '../filters.js';
import { during, withVisitors } from '../sources/conditions.js';
import type { Table } from '../sources/table.js';
import type { ChangeScope } from './change-scope.js';
import { type Combinations, type Side, sides } from './counts.js';
import { findTable, joinRanges, pageviewsIn, selectRows } from './select-rows.js';
import type { ChangeMetric } from './setting.js';
import { traits } from './traits.js';

/** More take too much time and memory. */
const MAX_COMBINATIONS = 100_000;

/** Looking at each of a million numbers would hold up the process. */
const numbers = z.custom<readonly number[]>(Array.isArray);

const row = z.object({
  low: numbers,
  high: numbers,
  now: numbers,
  before: numbers,
  pastNow: numbers,
  pastBefore: numbers,
});

type CombinationsRow = z.infer<typeof row>;

/**
 * Reads the counts of each combination of traits, of which all other counts are sums. Undefined where there are too many:
 * fewer values must be told apart.
 *
 * @param values of each trait, those of its codes from 0, which stands for all others
 */
export async function readCombinations(
  clickhouse: ClickHouse,
  scope: ChangeScope,
  metric: ChangeMetric,
  values: readonly (readonly string[])[],
): Promise<Combinations | undefined> {
  const [found] = await clickhouse.query(combinationsStatement(scope, metric, values));
  const { low, high, ...counts } = found!;
  if (low.length > MAX_COMBINATIONS) return undefined;
  const isSame = areSamePasts(scope);
  const columns = { ...counts, pastBefore: isSame ? counts.pastNow : counts.pastBefore };
  return {
    values,
    codes: placeBits().map(({ word, shift, bits }) => readCodes([low, high][word]!, shift, 2 ** bits - 1)),
    counts: Object.fromEntries(sides.map((side) => [side, Float64Array.from(columns[side])])) as Record<
      Side,
      Float64Array
    >,
  };
}

/** `Uint8Array.from` with a function takes thirty times as long. */
function readCodes(words: readonly number[], shift: number, mask: number): Uint8Array {
  const codes = new Uint8Array(words.length);
  for (let at = 0; at < words.length; at++) codes[at] = (words[at]! >>> shift) & mask;
  return codes;
}

/** The bits of each trait in two words of 32. */
function placeBits(): readonly { readonly word: 0 | 1; readonly shift: number; readonly bits: number }[] {
  let [word, shift] = [0, 0];
  return traits.map(({ bits }) => {
    if (shift + bits > 32) [word, shift] = [1, 0];
    shift += bits;
    return { word: word as 0 | 1, shift: shift - bits, bits };
  });
}

/** Ranges of whole weeks have the same weekdays before. */
const areSamePasts = ({ windows: { pastNow, pastBefore } }: ChangeScope): boolean =>
  JSON.stringify(pastNow) === JSON.stringify(pastBefore);

/** A range, and which count a row in it belongs to. */
interface Window extends Range {
  readonly side: Side;
}

function listWindows(scope: ChangeScope): readonly Window[] {
  const { now, before, pastNow, pastBefore } = scope.windows;
  const toWindows = (side: Side, ranges: readonly Range[]) => ranges.map((range) => ({ ...range, side }));
  return [
    ...toWindows('now', [now]),
    ...toWindows('before', [before]),
    ...toWindows('pastNow', pastNow),
    ...toWindows('pastBefore', areSamePasts(scope) ? [] : pastBefore),
  ];
}

export function combinationsStatement(
  scope: ChangeScope,
  metric: ChangeMetric,
  values: readonly (readonly string[])[],
): Query<CombinationsRow> {
  const windows = listWindows(scope);
  const table = findTable(scope, joinRanges(windows), metric === 'conversions');
  const counts = sides.map((side) => {
    const own = integers(windows.flatMap((window, place) => (window.side === side ? [place + 1] : [])));
    return sql`toFloat64(sumIf(n, has(${own}, at_window))) AS ${trusted(countName[side])}`;
  });
  const list = (column: string) => trusted(`groupArray(${column})`);
  return {
    name: 'stats/changes',
    row,
    sql: sql`SELECT ${list('toUInt32(bitAnd(code, 4294967295))')} AS low, ${list('toUInt32(bitShiftRight(code, 32))')} AS high,
  ${join(
    sides.map((side) => sql`${list(countName[side])} AS ${trusted(side)}`),
    ', ',
  )}
FROM (
  SELECT code, ${join(counts, ', ')}
  FROM (
${selectCounted(scope, metric, table, windows, codeSql(values))}
  )
  GROUP BY code
  LIMIT ${trusted(`${MAX_COMBINATIONS + 1}`)}
)`,
  };
}

const countName: Readonly<Record<Side, string>> = {
  now: 'n_now',
  before: 'n_before',
  pastNow: 'n_past_now',
  pastBefore: 'n_past_before',
};

/** Selects `code`, `at_window` and `n`, what a row counts: of visitors, one for the first session in the window. */
function selectCounted(
  scope: ChangeScope,
  metric: ChangeMetric,
  table: Table,
  windows: readonly Window[],
  code: Sql,
): Sql {
  // `hasDone` is of each window, which `windowSql` looks at.
  const prefilter = hasVisitors(scope.filter) ? undefined : scope.filter;
  const rows = (
    columns: Sql,
  ) => sql`SELECT ${columns}, ${code} AS code, ${windowSql(scope, table, windows)} AS at_window
    FROM ${table.name}
    WHERE ${selectRows({ ...scope, filter: prefilter }, table, joinRanges(windows))}`;
  const isOfVisits = isOfTraits(scope.filter ?? { and: [] });
  if (metric === 'visitors') {
    return sql`  SELECT at_window, argMin(code, session_start) AS code, 1 AS n
  FROM (${rows(sql`visitor_id, session_start`)})
  WHERE at_window > 0
  GROUP BY at_window, visitor_id`;
  }
  if (metric === 'visits' && !isOfVisits) {
    return sql`  SELECT at_window, any(code) AS code, 1 AS n
  FROM (${rows(sql`visitor_id, session_start`)})
  WHERE at_window > 0 AND ${beganInWindow(windows)}
  GROUP BY at_window, visitor_id, session_start`;
  }
  const n = { visits: sql`sessions`, pageviews: pageviewsIn(table), conversions: sql`1` }[metric];
  return sql`  SELECT at_window, code, sum(each) AS n
  FROM (${rows(sql`${n} AS each`)})
  WHERE at_window > 0
  GROUP BY at_window, code`;
}

/** Only sessions that began in the window. */
function beganInWindow(windows: readonly Window[]): Sql {
  const starts = integers(windows.map(({ start }) => start));
  return sql`toUnixTimestamp64Milli(session_start) >= ${starts}[at_window]`;
}

const hasVisitors = (filter: Filter | undefined): filter is Filter =>
  filter !== undefined && !everyPart(filter, (part) => !('hasDone' in part));

/** The number of a row's window, from 1, or 0. A row that is in several is selected once for each. */
function windowSql(scope: ChangeScope, table: Table, windows: readonly Window[]): Sql {
  const { websiteId, filter } = scope;
  const isIn = (window: Window): Sql =>
    all([
      during(table.time, window, table.toTime),
      ...(hasVisitors(filter) ? [filterSql(withVisitors(filter, { websiteId, filter, range: window }))] : []),
    ]);
  const cases = windows.map((window, place) => ({ is: isIn(window), number: trusted(`${place + 1}`) }));
  const areApart = windows.every((one) =>
    windows.every((other) => one === other || one.end <= other.start || other.end <= one.start),
  );
  if (areApart)
    return sql`multiIf(${join(
      cases.map(({ is, number }) => sql`${is}, ${number}`),
      ', ',
    )}, 0)`;
  return sql`arrayJoin(arrayFilter(each -> each > 0, [${join(
    cases.map(({ is, number }) => sql`if(${is}, ${number}, 0)`),
    ', ',
  )}]))`;
}

/** The codes of all traits in one number. */
function codeSql(values: readonly (readonly string[])[]): Sql {
  const parts = placeBits().flatMap(({ word, shift }, place) => {
    const [, ...named] = values[place]!;
    if (named.length === 0) return [];
    const texts = { type: 'Array(String)', value: named.map((value) => value.toWellFormed()) } as const;
    const codes = integers(named.map((_, code) => code + 1));
    const code = sql`transform(${columnSql(traits[place]!.name)}, ${texts}, ${codes}, 0)`;
    return [sql`bitShiftLeft(toUInt64(${code}), ${trusted(`${shift + 32 * word}`)})`];
  });
  return parts.length === 0 ? sql`toUInt64(0)` : parts.reduce((all, part) => sql`bitOr(${all}, ${part})`);
}
