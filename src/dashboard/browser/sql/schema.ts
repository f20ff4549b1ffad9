import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { SQLDialect } from '@codemirror/lang-sql';

/** As in the list beside the editor. */
export interface View {
  readonly view: string;
  readonly columns: readonly Completion[];
}

/** Functions that queries on events need; ClickHouse has many more. */
const FUNCTIONS =
  'any argMax argMin arrayJoin avg avgIf concat count countIf dateDiff domain empty formatDateTime groupArray groupUniqArray has if ' +
  'ifNull least length like lower max median min multiIf quantile quantiles replaceRegexpOne round splitByChar startsWith sum sumIf ' +
  'toDate toDateTime toDayOfWeek toHour toMonday toStartOfDay toStartOfHour toStartOfMonth toStartOfWeek toString topK toUInt64 ' +
  'uniq uniqExact uniqIf windowFunnel';

const KEYWORDS =
  'all and any array as asc between by case cross cube day desc describe distinct else end except exists false fill final from full ' +
  'global group having hour if ilike in inner interval into is join left like limit minute month not null nulls offset on or order ' +
  'outer over partition prewhere quarter rollup sample second select semi settings show then ties to totals true union using week ' +
  'when where window with year';

/** As much of ClickHouse's SQL as the editor needs. */
export const dialect = SQLDialect.define({
  backslashEscapes: true,
  hashComments: true,
  identifierQuotes: '`"',
  keywords: KEYWORDS,
  // Words of a dialect are completed as keywords, in capitals; functions are case-sensitive.
  builtin: '',
  types:
    'Array Bool Date DateTime DateTime64 Decimal Float32 Float64 Int32 Int64 LowCardinality Nullable String UInt8 UInt32 UInt64 UUID',
});

export function readSchema(): readonly View[] {
  return [...document.querySelectorAll<HTMLElement>('[data-view]')].map((element) => ({
    view: element.dataset.view ?? '',
    columns: [...element.querySelectorAll<HTMLElement>('[data-column]')].map((column) => ({
      label: column.dataset.column ?? '',
      detail: column.dataset.type ?? '',
      info: column.querySelector('dd')?.textContent ?? '',
      type: 'property',
    })),
  }));
}

const functions: readonly Completion[] = FUNCTIONS.split(' ').map((label) => ({ label, type: 'function' }));

/** Completes the columns of the views that the query names, or of all views, and functions. */
export function completeColumns(schema: readonly View[]): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/\w+/);
    // The language already completes the columns after a view and a dot.
    if (word === null || context.matchBefore(/\.\w*/) !== null) return null;
    const text = context.state.doc.toString();
    const named = schema.filter(({ view }) => new RegExp(`\\b${view}\\b`).test(text));
    const columns = (named.length > 0 ? named : schema).flatMap((each) => each.columns);
    const options = [...new Map(columns.map((column) => [column.label, column])).values(), ...functions];
    return { from: word.from, options, validFor: /^\w*$/ };
  };
}
