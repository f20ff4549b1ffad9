import { z } from 'zod';
import { readCursor, toCursor } from '../../lib/cursor.js';
import type { WebsitePosition } from '../../websites/find-website.js';

const MAX_PAGE = 1_000;

const LIMIT_RULE = `must be a whole number from 1 to ${MAX_PAGE.toLocaleString('en')}`;

/** A cursor has the creation time of a website, in epoch milliseconds, and its id. */
const position = z.tuple([z.int().min(0).max(8.64e15), z.uuid()]);

export const websitePageQuery = z.object({
  limit: z
    .string()
    .default(String(MAX_PAGE))
    .refine((text) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_PAGE, LIMIT_RULE)
    .transform(Number)
    .meta({ description: `Websites per page: ${LIMIT_RULE}`, pattern: '^(?:[1-9][0-9]{0,2}|1000)$' }),
  cursor: z
    .string()
    .transform((text, context) => {
      const read = positionIn(text);
      if (read !== undefined) return read;
      context.addIssue('must be the nextCursor of an earlier page');
      return z.NEVER;
    })
    .optional()
    .describe('Only websites after an earlier page: its `meta.nextCursor`'),
});

/** The cursor points behind this website. */
export const cursorAfter = ({ createdAt, id }: WebsitePosition): string => toCursor([createdAt.getTime(), id]);

function positionIn(cursor: string): WebsitePosition | undefined {
  const read = readCursor(position, cursor);
  return read && { createdAt: new Date(read[0]), id: read[1].toLowerCase() };
}
