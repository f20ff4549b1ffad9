import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { mapGroups } from '../lib/map-groups.js';
import { withoutEventNames } from './filters.js';
import { findMetric } from './metrics.js';
import { sourceFor } from './plan.js';
import { type Answer, EMPTY_ROW, type Row, type StatsQuery } from './query.js';
import { pageStatement, rowFacts, rowsStatement, toAnswer } from './sources/source.js';

export async function answer(clickhouse: ClickHouse, query: StatsQuery): Promise<Answer> {
  const [only] = await Promise.all(answerTogether(clickhouse, [query]));
  return only!;
}

/** Answers simultaneous queries, each with its own promise. A source may answer several with one statement. */
export function answerTogether(clickhouse: ClickHouse, queries: readonly StatsQuery[]): readonly Promise<Answer>[] {
  const shares = queries.filter(hasEveryone);
  const answers = answerAll(clickhouse, [...queries, ...shares.map(aboutEveryone)]);
  return queries.map((query, place) => {
    const share = shares.indexOf(query);
    return share < 0 ? answers[place]! : withEveryone(answers[place]!, answers[queries.length + share]!);
  });
}

const answerAll = (clickhouse: ClickHouse, queries: readonly StatsQuery[]): readonly Promise<Answer>[] =>
  mapGroups(
    queries,
    // An empty range needs no statement.
    (query) => (query.buckets?.length === 0 ? undefined : sourceFor(query)),
    (own, source) => source?.answer(clickhouse, own) ?? own.map(async () => EMPTY_ANSWER),
  );

const EMPTY_ANSWER: Answer = { total: EMPTY_ROW, rows: [] };

const hasEveryone = ({ metrics }: StatsQuery): boolean => metrics.some((name) => findMetric(name).per === 'everyone');

/** The query for the denominator of shares: all visitors, with or without the filter's custom events. */
const aboutEveryone = (query: StatsQuery): StatsQuery => ({
  ...query,
  filter: withoutEventNames(query.filter),
  metrics: ['visitors'],
});

async function withEveryone(filtered: Promise<Answer>, all: Promise<Answer>): Promise<Answer> {
  const [found, everyone] = await Promise.all([filtered, all]);
  const join = (row: Row, other: Row | undefined): Row => ({
    ...row,
    now: { ...row.now, everyone: other?.now.visitors ?? 0 },
    before: { ...row.before, everyone: other?.before.visitors ?? 0 },
  });
  return {
    total: join(found.total, everyone.total),
    rows: found.rows.map((row, place) => join(row, everyone.rows[place])),
  };
}

/** Yields at least one batch of rows. Each has the total. */
export async function* answerInBatches(clickhouse: ClickHouse, query: StatsQuery): AsyncGenerator<Answer> {
  const names = rowFacts([query]);
  let total: Row | undefined;
  for await (const batch of clickhouse.stream(rowsStatement(query, sourceFor(query).select(query)))) {
    const found = toAnswer(names, batch);
    total ??= found.total;
    yield { total, rows: found.rows };
  }
  if (total === undefined) yield toAnswer(names, []);
}

export interface Page {
  readonly rows: readonly Row[];
  /** The first metric's fact of the total. */
  readonly total: number;
  /** The number of rows on all pages; 0 for a page beyond the last one. */
  readonly found: number;
}

/** A page has `limit` rows. */
export async function answerPage(clickhouse: ClickHouse, query: StatsQuery, offset: number): Promise<Page> {
  const statement = pageStatement(query, sourceFor(query).select(query), offset);
  const rows = await clickhouse.query(statement);
  const [first] = rows;
  return { rows: toAnswer(rowFacts([query]), rows).rows, total: first?.total ?? 0, found: first?.found ?? 0 };
}
