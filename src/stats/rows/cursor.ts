import { hash } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import { z } from 'zod';
import { readCursor, toCursor } from '../../lib/cursor.js';
import { invalid } from '../../lib/errors.js';
import type { RowsQueryBody } from './parse-rows-query.js';
import type { RowPosition } from './row-order.js';

const cursorShape = z.object({
  /** Of the query that the pages are of. */
  query: z.string(),
  /** Epoch milliseconds of the first page: ranges such as `30d` are resolved by it on all pages. */
  now: z.int(),
  sort: z.array(z.string().regex(/^-?[0-9.eE+-]{1,40}$/)).max(30),
  key: z.array(z.string()).max(4),
  at: z.int(),
});

export interface Cursor {
  readonly now: number;
  readonly after: RowPosition;
}

export const encodeCursor = (body: RowsQueryBody, websiteIds: readonly string[], { now, after }: Cursor): string =>
  toCursor({ query: nameQuery(body, websiteIds), now, ...after });

/** @throws AppError `invalid` for a cursor of another query, and for one of a time after `now` */
export function decodeCursor(body: RowsQueryBody, websiteIds: readonly string[], now: number): Cursor | undefined {
  if (body.cursor === undefined || body.cursor === null) return undefined;
  const read = readCursor(cursorShape, body.cursor);
  const isValid = read?.query === nameQuery(body, websiteIds) && read.now > now - millisecondsInDay && read.now <= now;
  if (isValid) return { now: read.now, after: { sort: read.sort, key: read.key, at: read.at } };
  throw invalid({ field: 'cursor', code: 'invalid_cursor', message: 'must be the nextCursor of the same query' });
}

/** Pages may differ in their limit and in what they include besides rows. */
const nameQuery = ({ cursor, limit, include, ...query }: RowsQueryBody, websiteIds: readonly string[]): string =>
  hash(
    'sha256',
    JSON.stringify([websiteIds, query, include.includes('emptyRows'), include.includes('comparison')]),
    'base64url',
  );
