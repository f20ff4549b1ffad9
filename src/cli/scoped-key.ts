import { z } from 'zod';
import { SCOPES } from '../accounts/key-rights.js';
import {
  createScopedKey,
  deleteScopedKey,
  keyExpiry,
  listScopedKeys,
  scopedKeyName,
  scopeList,
} from '../accounts/scoped-keys.js';
import { AppError, invalid } from '../lib/errors.js';
import type { Database } from '../postgres/postgres.js';
import { administration } from './administration.js';
import { configuration } from './configuration.js';
import { confirmLoss, yes } from './confirm.js';
import { asList } from './field-options.js';
import { accountNotFound, findAccount } from './find-account.js';
import { findWebsiteByIdOrDomain } from './find-website.js';
import { listing } from './listing.js';
import { checkOptions, nameOptions } from './name-options.js';
import { queryPostgres } from './query-postgres.js';
import { withPostgres } from './with-engines.js';

const account = { type: 'string', required: true, description: "The account's email address" } as const;

const options = z.object({ name: scopedKeyName, scopes: scopeList, expires: keyExpiry.optional() });

const sources = [{ field: 'expiresAt', option: '--expires' }];

export const createKey = administration({
  name: 'key create',
  description: 'Create another API key of an account, with scopes and websites; it is shown once',
  args: {
    account,
    name: { type: 'string', required: true, description: 'Name of the key' },
    scopes: { type: 'string', required: true, description: `${SCOPES.join(', ')}: one or more, separated by commas` },
    websites: { type: 'string', required: true, description: 'all, or IDs or domains, separated by commas' },
    expires: { type: 'string', description: 'When it expires, such as 2027-01-01T00:00:00Z; never by default' },
  },
  run: ({ account: email, name, scopes, websites, expires }) => {
    const given = checkOptions(options, { name, scopes: asList(scopes), expires });
    return withPostgres(configuration(), async ({ db }) => {
      const { id } = await findAccount(db, email);
      const expiresAt = given.expires === undefined ? null : new Date(given.expires);
      const wanted = { ...given, websites: await findWebsites(db, id, websites), expiresAt };
      const { key, ...created } = await createScopedKey(db, id, wanted, Date.now()).catch(nameOptions(sources));
      return {
        data: { account: email, ...created, key },
        lines: [`API key ${created.name} of ${email} (shown only once): ${key}`, `ID: ${created.id}`],
      };
    });
  },
});

const listedKeys = z.array(
  z.looseObject({
    id: z.string(),
    start: z.string(),
    name: z.string(),
    scopes: z.array(z.string()),
    websites: z.union([z.literal('all'), z.array(z.string())]),
    expiresAt: z.string().nullable(),
    lastUsedAt: z.string().nullable(),
  }),
);

const orNever = (at: unknown) => at ?? 'never';

export const listKeys = listing({
  name: 'key list',
  description: "List an account's API keys with scopes; its own key, of key generate, is not among them",
  args: { account },
  run: async ({ account: email }) => {
    const found = await queryPostgres(configuration(), `/accounts/${encodeURIComponent(email)}/keys`);
    if (found === undefined) throw accountNotFound(email);
    const keys = listedKeys.parse(found);
    const columns = [
      'id',
      { field: 'start', heading: 'KEY', show: (start: unknown) => `${start}…` },
      'name',
      'scopes',
      'websites',
      { field: 'expiresAt', heading: 'EXPIRES', show: orNever },
      { field: 'lastUsedAt', heading: 'LAST USED', show: orNever },
    ];
    return { data: keys, columns, rows: keys };
  },
});

export const deleteKey = administration({
  name: 'key delete',
  description: 'Delete one of the API keys that key list shows',
  args: { key: { type: 'positional', required: true, description: 'ID of the key' }, account, yes },
  run: ({ key: id, account: email, yes }) =>
    withPostgres(configuration(), async ({ db }) => {
      const { id: accountId } = await findAccount(db, email);
      const found = (await listScopedKeys(db, accountId)).find((key) => key.id === id.toLowerCase());
      if (found === undefined) throw new AppError('not_found', [`${email} has no API key with the ID ${id}`]);
      await confirmLoss(`The API key ${found.start}… (${found.name}) stops working at once.`, yes);
      await deleteScopedKey(db, accountId, found.id);
      return { data: { account: email, id: found.id, deleted: true }, lines: [`Deleted the API key ${found.name}`] };
    }),
});

async function findWebsites(db: Database, accountId: string, list: string): Promise<'all' | readonly string[]> {
  const named = asList(list);
  if (named.length === 1 && named[0] === 'all') return 'all';
  if (named.length === 0) throw invalid('--websites: must be all, or IDs or domains');
  const found = await Promise.all(named.map((name) => findWebsiteByIdOrDomain(db, name)));
  const foreign = found.findIndex((website) => website.accountId !== accountId);
  if (foreign !== -1) throw invalid(`--websites: ${named[foreign]} is not a website of this account`);
  return found.map(({ id }) => id);
}
