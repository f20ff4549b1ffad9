import { integer, join, ofWebsite, type Sql, sql } from '../clickhouse/sql.js';
import { campaignColumns } from './campaign-name.js';
import { type Cover, isOfManyDays } from './cover.js';
import { totalApart } from './daily-values.js';
import { columnsOf, type Grouping, keyOf } from './groupings.js';
import { pagesInPieces } from './page-pieces.js';
import { onlyFilter, type Question } from './question.js';
import { FEW_VISITORS, sessionDays } from './session-days.js';
import { GROUPS_OF_EVERYBODY, SEVERAL_GROUPS, visitsBy } from './visits.js';

/** Several columns as one, which is quicker to group by. */
interface Packed {
  readonly column: Sql;
  /** What makes it of an event, which does not have it. */
  readonly ofEvents: Sql;
  /** The columns again. */
  readonly key: Sql;
  /** Which visits are of groups that are rows, where most are of others. */
  readonly shown?: Sql;
  /** Whether groups are many and small. */
  readonly isOfMany?: true;
}

const packed: Readonly<Partial<Record<Grouping, Packed>>> = {
  cities: {
    column: sql`place`,
    ofEvents: sql`concat(country, city) AS place`,
    key: sql`[substring(place, 3), substring(place, 1, 2)]`,
    isOfMany: true,
  },
  campaigns: {
    column: sql`tracking`,
    ofEvents: sql`concat(${join(
      campaignColumns.map((column) => sql`encodeURLComponent(${column})`),
      `, '&', `,
    )}) AS tracking`,
    key: sql`arrayMap(value -> decodeURLComponent(value), splitByChar('&', tracking))`,
    shown: sql`tracking != '&&&'`,
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
 * What a covered question chooses by a grouping, as rows of `is_total`, `key`, of pages `pageviews`, and `visitors`.
 *
 * @param limit rows that the answer will have at most, beside those of the same number of visitors; undefined for all
 * @param having which groups are rows, if not all
 */
export function sessionsBy(
  question: Question,
  cover: Cover,
  grouping: Grouping,
  limit: number | undefined,
  having: Sql,
): Sql {
  if (grouping === 'page' && (cover.tail !== undefined || question.filters.page !== undefined)) {
    return pagesInPieces(question, cover);
  }
  if (cover.tail === undefined && (grouping === 'page' || grouping === 'entryPage')) {
    return byNumber(question, cover, grouping, limit);
  }
  const columns = columnsOf(grouping);
  const { column = join(columns, ', '), ofEvents, key = keyOf(columns), shown, isOfMany } = packed[grouping] ?? {};
  const { from, visitors, everybody } = visitsBy(question, cover, column, ofEvents);
  const total = shown === undefined ? undefined : totalOfValue(question, cover);
  if (shown !== undefined && total !== undefined) {
    return sql`${total}SELECT 0 AS is_total, ${key} AS key, ${visitors} AS visitors
FROM ${from} AND ${shown}
GROUP BY ${column}`;
  }
  const named = sql`grouping(${column}) AS is_total, ${key} AS key`;
  const select = (counted: Sql, groups: Sql) => sql`SELECT ${named}, ${counted} AS visitors
FROM ${from}
GROUP BY ${groups}${having}`;
  const beside = (everyone: Sql) => sql`GROUPING SETS ((${column}), ${everyone})`;
  if (isOfMany) return select(FEW_VISITORS, beside(SEVERAL_GROUPS));
  return select(visitors, isOfManyDays(cover) ? sql`${column} WITH ROLLUP` : beside(everybody));
}

/** The path of a page is looked up when it is known to be a row. */
function byNumber(question: Question, cover: Cover, grouping: keyof typeof numbered, limit: number | undefined): Sql {
  const { page, from, pageviews } = numbered[grouping];
  const total = totalOfValue(question, cover, sql`0 AS pageviews, `);
  const isTotal = total === undefined ? sql`grouping(${page})` : sql`0`;
  const groups = total === undefined ? sql`GROUPING SETS ((${page}), ${SEVERAL_GROUPS})` : page;
  const largest =
    limit === undefined ? sql`` : sql`\n  ORDER BY is_total DESC, visitors DESC${limitTo(limit)} WITH TIES`;
  return sql`${total ?? sql``}SELECT is_total, [path] AS key, pageviews, visitors
FROM (
  SELECT ${isTotal} AS is_total, ${page} AS number, ${pageviews} AS pageviews, ${FEW_VISITORS} AS visitors
  FROM ${from}
  ${sessionDays(question, cover).where}
  GROUP BY ${groups}${largest}
) AS counted
ANY LEFT JOIN (SELECT path, page AS number FROM page_numbers WHERE ${ofWebsite(question.websiteId)}) AS numbered USING (number)`;
}

/** Over many settled days, counting everybody whom a single filter chooses takes much of a list's time. */
function totalOfValue(question: Question, cover: Cover, pageviews?: Sql): Sql | undefined {
  const only = onlyFilter(question.filters);
  return only === undefined || !isOfManyDays(cover) ? undefined : totalApart(question, cover, only, pageviews);
}

/** The total has rows of its own before the others; of most lists one. */
export const limitTo = (limit: number): Sql => sql`\nLIMIT ${integer(limit + GROUPS_OF_EVERYBODY)}`;
