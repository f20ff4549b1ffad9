import { hash } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import { z } from 'zod';
import { readCursor, toCursor } from '../../lib/cursor.js';
import { invalid } from '../../lib/errors.js';
import { isRevenueMetric, type RevenueMetric } from '../metrics.js';
import type { RowsQueryBody } from './parse-rows-query.js';
import type { RowPosition } from './row-order.js';

const cursorShape = z.object({
  /** Of the query that the pages are of. */
  query: z.string(),
  /** Epoch milliseconds of the first page: ranges such as `30d` are resolved by it on all pages. */
  now: z.int(),
  /** What `revenue` stood for on the first page: an import may bring other currencies between two pages. */
  revenue: z.array(z.string().refine(isRevenueMetric)).optional(),
  sort: z.array(z.string().regex(/^-?[0-9.eE+-]{1,40}$/)).max(30),
  key: z.array(z.string()).max(4),
  at: z.int(),
});

export interface Cursor {
  readonly now: number;
  /** What `revenue` stands for, if the query has it. */
  readonly revenue: readonly RevenueMetric[] | undefined;
  readonly after: RowPosition;
}

export const encodeCursor = (body: RowsQueryBody, websiteIds: readonly string[], { after, ...rest }: Cursor): string =>
  toCursor({ query: nameQuery(body, websiteIds), ...rest, ...after });

/** @throws AppError `invalid` for a cursor of another query, and for one of a time after `now` */
export function decodeCursor(body: RowsQueryBody, websiteIds: readonly string[], now: number): Cursor | undefined {
  if (body.cursor === undefined || body.cursor === null) return undefined;
  const read = readCursor(cursorShape, body.cursor);
  const isValid = read?.query === nameQuery(body, websiteIds) && read.now > now - millisecondsInDay && read.now <= now;
  if (isValid) {
    const { now, revenue, sort, key, at } = read;
    return { now, revenue, after: { sort, key, at } };
  }
  throw invalid({ field: 'cursor', code: 'invalid_cursor', message: 'must be the nextCursor of the same query' });
}

/** Pages may differ in their limit and in what they include besides rows. */
const nameQuery = ({ cursor, limit, include, ...query }: RowsQueryBody, websiteIds: readonly string[]): string =>
  hash(
    'sha256',
    JSON.stringify([websiteIds, query, include.includes('emptyRows'), include.includes('comparison')]),
    'base64url',
  );
