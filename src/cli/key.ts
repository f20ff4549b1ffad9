import { type ApiKeyInfo, findApiKey, generateApiKey, revokeApiKey } from '../accounts/api-keys.js';
import { AppError } from '../lib/errors.js';
import { administration } from './administration.js';
import { commandGroup } from './command.js';
import { configuration } from './configuration.js';
import { confirmLoss, yes } from './confirm.js';
import { findAccount } from './find-account.js';
import { createKey, deleteKey, listKeys } from './scoped-key.js';
import { withPostgres } from './with-engines.js';

const account = { type: 'string', required: true, description: "The account's email address" } as const;

const generate = administration({
  name: 'key generate',
  description: 'Create an API key for an account; replaces its current key and is shown once',
  args: { account, name: { type: 'string', description: 'Name of the key' }, yes },
  run: ({ account: email, name, yes }) =>
    withPostgres(configuration(), async ({ db }) => {
      const { id } = await findAccount(db, email);
      const current = await findApiKey(db, id);
      if (current !== undefined) await confirmLoss(describeLoss(email, current), yes);
      const apiKey = await generateApiKey(db, id, name, Date.now());
      return {
        data: { account: email, name: name ?? null, apiKey },
        lines: [`API key for ${email} (shown only once): ${apiKey}`, 'Any previous key no longer works'],
      };
    }),
});

const revoke = administration({
  name: 'key revoke',
  description: "Revoke an account's API key",
  args: { account, yes },
  run: ({ account: email, yes }) =>
    withPostgres(configuration(), async ({ db }) => {
      const { id } = await findAccount(db, email);
      const current = await findApiKey(db, id);
      if (current !== undefined) await confirmLoss(describeLoss(email, current), yes);
      if (!(await revokeApiKey(db, id))) throw new AppError('not_found', [`${email} has no API key`]);
      return { data: { account: email, revoked: true }, lines: [`Revoked the API key of ${email}`] };
    }),
});

const describeLoss = (email: string, { start, name, lastUsedAt }: ApiKeyInfo): string =>
  `The API key ${start}…${name === null ? '' : ` (${name})`} of ${email} stops working at once and cannot be restored. ` +
  (lastUsedAt === null ? 'It was never used.' : `It was last used at ${lastUsedAt.toISOString()}.`);

export const key = commandGroup('key', "Manage an account's own API key, and its keys with scopes", {
  generate,
  revoke,
  create: createKey,
  list: listKeys,
  delete: deleteKey,
});
