import { and, asc, count, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Context } from '../context/context.js';
import { AppError, invalidField } from '../lib/errors.js';
import { t } from '../lib/language/translate.js';
import { anyText, plainText } from '../lib/text.js';
import type { Database } from '../postgres/postgres.js';
import { accounts, savedQueries as table } from '../postgres/schema.js';
import type { BiClient, BiOrigin } from './bi-client.js';
import { MAX_PARAMETERS } from './reader-settings.js';
import type { StatementParameter } from './statement-parameters.js';

export const MAX_SAVED_QUERIES = 100;
export const MAX_QUERY_BYTES = 32 * 1024;
const MAX_NAME_LENGTH = 60;

export interface SavedQuery {
  readonly name: string;
  readonly description: string | null;
  readonly query: string;
  readonly parameters: readonly StatementParameter[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The last part of a saved query's URL: `visitors-by-country`. */
export const savedQueryName = z
  .string()
  .max(MAX_NAME_LENGTH, { error: () => t('must have at most {count} characters', { count: MAX_NAME_LENGTH }) })
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, {
    error: () => t('must be lowercase letters and digits, with single hyphens between them'),
  })
  .describe("The query's name: lowercase letters and digits, with single hyphens between them")
  .meta({ examples: ['visitors-by-country'] });

export const newSavedQuery = z.object({
  query: anyText()
    .min(1, { error: () => t('must not be empty') })
    .refine((text) => Buffer.byteLength(text) <= MAX_QUERY_BYTES, {
      error: () => t('must have at most {count} bytes', { count: MAX_QUERY_BYTES }),
    })
    .refine((text) => !text.includes('\0') && text.isWellFormed(), {
      error: () => t('must not contain NUL or lone surrogates'),
    })
    .describe(`As in \`POST /sql\`, up to ${MAX_QUERY_BYTES / 1024} KiB`)
    .meta({
      examples: [
        'SELECT country, uniq(visitor_id) AS visitors FROM bi.events WHERE toDate(local_time) >= {from:Date} GROUP BY country',
        'SELECT count() FROM bi.events',
      ],
    }),
  description: plainText(1, 200)
    .nullable()
    .optional()
    .describe('For the list of queries')
    .meta({ examples: ['Visitors by country since a day', null] }),
});

export type NewSavedQuery = z.output<typeof newSavedQuery>;

/** Queries of other accounts count as missing. */
export interface SavedQueries {
  list(accountId: string): Promise<readonly SavedQuery[]>;
  find(accountId: string, name: string): Promise<SavedQuery | undefined>;
  /**
   * Creates the query of that name, or replaces it, if it is a single read-only statement.
   *
   * @throws the same as `BiClient.check`; AppError `conflict` when the account has {@link MAX_SAVED_QUERIES} others
   */
  save(origin: BiOrigin, name: string, query: NewSavedQuery): Promise<SavedQuery>;
  /** Returns false when there was no such query. */
  remove(accountId: string, name: string): Promise<boolean>;
}

export function openSavedQueries({ db, now }: Pick<Context, 'db' | 'now'>, bi: BiClient): SavedQueries {
  const own = (accountId: string, name: string) => and(eq(table.accountId, accountId), eq(table.name, name));
  const find: SavedQueries['find'] = async (accountId, name) => {
    const [row] = await db.select().from(table).where(own(accountId, name));
    return row && toSavedQuery(row);
  };
  return {
    find,
    list: async (accountId) =>
      (await db.select().from(table).where(eq(table.accountId, accountId)).orderBy(asc(table.name))).map(toSavedQuery),
    save: async (origin, name, { query, description = null }) => {
      const parameters = await checkQuery(bi, origin, query);
      const { accountId } = origin;
      return db.transaction(async (tx) => {
        // The lock keeps parallel requests from exceeding the maximum.
        await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update');
        const [stored] = await tx.select({ name: table.name }).from(table).where(own(accountId, name));
        if (stored === undefined) await requireRoom(tx, accountId);
        const at = new Date(now());
        const change = { query, description, parameters, updatedAt: at };
        const [row] = await tx
          .insert(table)
          .values({ accountId, name, createdAt: at, ...change })
          .onConflictDoUpdate({ target: [table.accountId, table.name], set: change })
          .returning();
        return toSavedQuery(row!);
      });
    },
    remove: async (accountId, name) => {
      const removed = await db.delete(table).where(own(accountId, name)).returning({ name: table.name });
      return removed.length > 0;
    },
  };
}

export const savedQueryUrl = (baseUrl: string, name: string): string => `${baseUrl}/api/v1/queries/${name}`;

async function requireRoom(db: Database, accountId: string): Promise<void> {
  const [there] = await db.select({ queries: count() }).from(table).where(eq(table.accountId, accountId));
  if ((there?.queries ?? 0) < MAX_SAVED_QUERIES) return;
  throw new AppError('conflict', [
    t('An account has at most {count} saved queries: delete one first', { count: MAX_SAVED_QUERIES }),
  ]);
}

async function checkQuery(bi: BiClient, origin: BiOrigin, query: string): Promise<readonly StatementParameter[]> {
  const parameters = await bi.check(origin, query);
  if (parameters.length > MAX_PARAMETERS) {
    throw invalidField('query', t('must have at most {count} parameters', { count: MAX_PARAMETERS }));
  }
  return parameters;
}

const parametersShape = z.array(z.object({ name: z.string(), type: z.string() }));

const toSavedQuery = ({ accountId: _, parameters, ...rest }: typeof table.$inferSelect): SavedQuery => ({
  ...rest,
  parameters: parametersShape.parse(parameters),
});
