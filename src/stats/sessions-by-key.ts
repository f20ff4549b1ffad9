import { integer, join, type Sql, sql } from '../clickhouse/sql.js';
import { ofWebsite } from './conditions.js';
import type { Cover } from './cover.js';
import { columnsOf, type Grouping, keyOf } from './groupings.js';
import type { Question } from './question.js';
import { sessionDays, VISITORS } from './session-days.js';

/** How session days are grouped, and how the key of a row is found. */
interface Grouped {
  readonly by: readonly Sql[];
  readonly key: Sql;
  readonly visitors: Sql;
}

/** The same as `VISITORS`, quicker where groups are many and small. */
const FEW_VISITORS = sql`uniqExact(visitor)`;

/** One column in place of several is quicker to group by. */
const packed: Readonly<Partial<Record<Grouping, Grouped>>> = {
  cities: {
    by: [sql`place`],
    key: sql`[substring(place, 3), substring(place, 1, 2)]`,
    visitors: FEW_VISITORS,
  },
  campaigns: {
    by: [sql`tracking`],
    key: sql`arrayMap(value -> decodeURLComponent(value), splitByChar('&', tracking))`,
    visitors: VISITORS,
  },
};

/** Where paths are so many that they are counted by their numbers. */
const numbered = {
  page: {
    page: sql`page`,
    from: sql`daily_sessions ARRAY JOIN pages AS page, page_views AS page_view`,
    pageviews: sql`sum(page_view)`,
  },
  entryPage: { page: sql`entry_page`, from: sql`daily_sessions`, pageviews: sql`0` },
} as const;

/**
 * The session days of a covered question by a grouping, as rows of `is_total`, `key`, `visitors` and, of pages, `pageviews`. Nothing
 * has to be united with them.
 *
 * @param limit rows that the answer will have at most, beside those of the same number of visitors; undefined for all
 */
export function sessionsBy(question: Question, cover: Cover, grouping: Grouping, limit: number | undefined): Sql {
  if (grouping === 'page' || grouping === 'entryPage') return byNumber(question, cover, grouping, limit);
  const columns = columnsOf(grouping);
  const { by, key, visitors } = packed[grouping] ?? { by: columns, key: keyOf(columns), visitors: VISITORS };
  return sql`SELECT grouping(${by[0] ?? sql``}) AS is_total, ${key} AS key, ${visitors} AS visitors
FROM daily_sessions
WHERE ${sessionDays(question, cover).where}
GROUP BY GROUPING SETS ((${join(by, ', ')}), ())`;
}

/** The path of a page is looked up when it is known to be a row. */
function byNumber(question: Question, cover: Cover, grouping: keyof typeof numbered, limit: number | undefined): Sql {
  const { page, from, pageviews } = numbered[grouping];
  const largest = limit === undefined ? sql`` : sql`\n  ORDER BY is_total DESC, visitors DESC${limitWithTies(limit)}`;
  return sql`SELECT is_total, [path] AS key, visitors, pageviews
FROM (
  SELECT grouping(${page}) AS is_total, ${page} AS number, ${FEW_VISITORS} AS visitors, ${pageviews} AS pageviews
  FROM ${from}
  WHERE ${sessionDays(question, cover).where}
  GROUP BY GROUPING SETS ((${page}), ())${largest}
) AS counted
ANY LEFT JOIN (SELECT path, page AS number FROM page_numbers WHERE ${ofWebsite(question.websiteId)}) AS numbered USING (number)`;
}

/** The total is a row of its own. */
export const limitWithTies = (limit: number): Sql => sql`\nLIMIT ${integer(limit + 1)} WITH TIES`;
