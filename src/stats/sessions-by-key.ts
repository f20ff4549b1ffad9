import { integer, join, ofWebsite, type Sql, sql } from '../clickhouse/sql.js';
import { visitorsAlike } from './alike.js';
import { campaignColumns } from './campaign-name.js';
import type { Cover } from './cover.js';
import { columnsOf, type Grouping, keyOf } from './groupings.js';
import { pagesInPieces } from './page-pieces.js';
import type { Question } from './question.js';
import { FEW_VISITORS, sessionDays } from './session-days.js';
import { GROUPS_OF_EVERYBODY, visitsBy } from './visits.js';

/** Several columns as one, which is quicker to group by. */
interface Packed {
  readonly column: Sql;
  /** What makes it of an event, which does not have it. */
  readonly ofEvents: Sql;
  /** The columns again. */
  readonly key: Sql;
  /** How visitors are counted, where groups are many and small. */
  readonly visitors?: (question: Question, cover: Cover) => Sql;
}

const packed: Readonly<Partial<Record<Grouping, Packed>>> = {
  cities: {
    column: sql`place`,
    ofEvents: sql`concat(country, city) AS place`,
    key: sql`[substring(place, 3), substring(place, 1, 2)]`,
    visitors: (question, cover) => visitorsAlike(question, cover) ?? FEW_VISITORS,
  },
  campaigns: {
    column: sql`tracking`,
    ofEvents: sql`concat(${join(
      campaignColumns.map((column) => sql`encodeURLComponent(${column})`),
      `, '&', `,
    )}) AS tracking`,
    key: sql`arrayMap(value -> decodeURLComponent(value), splitByChar('&', tracking))`,
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
 * What a covered question chooses by a grouping, as rows of `is_total`, `key`, `visitors` and, of pages, `pageviews`.
 *
 * @param limit rows that the answer will have at most, beside those of the same number of visitors; undefined for all
 */
export function sessionsBy(question: Question, cover: Cover, grouping: Grouping, limit: number | undefined): Sql {
  if (grouping === 'page' && (cover.tail !== undefined || question.filters.page !== undefined)) {
    return pagesInPieces(question, cover);
  }
  if (cover.tail === undefined && (grouping === 'page' || grouping === 'entryPage')) {
    return byNumber(question, cover, grouping, limit);
  }
  const columns = columnsOf(grouping);
  const { column = join(columns, ', '), ofEvents, key = keyOf(columns), visitors } = packed[grouping] ?? {};
  const visits = visitsBy(question, cover, column, ofEvents);
  return sql`SELECT grouping(${column}) AS is_total, ${key} AS key, ${visitors?.(question, cover) ?? visits.visitors} AS visitors
FROM ${visits.from}
GROUP BY GROUPING SETS ((${column}), ${visits.everybody})`;
}

/** The path of a page is looked up when it is known to be a row. */
function byNumber(question: Question, cover: Cover, grouping: keyof typeof numbered, limit: number | undefined): Sql {
  const { page, from, pageviews } = numbered[grouping];
  const largest =
    limit === undefined ? sql`` : sql`\n  ORDER BY is_total DESC, visitors DESC${limitTo(limit)} WITH TIES`;
  return sql`SELECT is_total, [path] AS key, visitors, pageviews
FROM (
  SELECT grouping(${page}) AS is_total, ${page} AS number, ${FEW_VISITORS} AS visitors, ${pageviews} AS pageviews
  FROM ${from}
  ${sessionDays(question, cover).where}
  GROUP BY GROUPING SETS ((${page}), ())${largest}
) AS counted
ANY LEFT JOIN (SELECT path, page AS number FROM page_numbers WHERE ${ofWebsite(question.websiteId)}) AS numbered USING (number)`;
}

/** The total has rows of its own before the others; of most lists one. */
export const limitTo = (limit: number): Sql => sql`\nLIMIT ${integer(limit + GROUPS_OF_EVERYBODY)}`;
