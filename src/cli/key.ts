import { generateApiKey, revokeApiKey } from '../accounts/api-keys.js';
import { AppError } from '../lib/errors.js';
import { administration } from './administration.js';
import { commandGroup } from './command.js';
import { configuration } from './configuration.js';
import { findAccount } from './find-account.js';
import { withPostgres } from './with-engines.js';

const account = { type: 'string', required: true, description: "The account's email address" } as const;

const generate = administration({
  name: 'key generate',
  description: 'Give an account a new API key in place of its old one; it is shown once',
  args: { account, name: { type: 'string', description: 'Label of the key' } },
  run: ({ account: email, name }) =>
    withPostgres(configuration(), async ({ db }) => {
      const { id } = await findAccount(db, email);
      const apiKey = await generateApiKey(db, id, name, Date.now());
      return {
        data: { account: email, name: name ?? null, apiKey },
        lines: [`API key of ${email}, shown this once: ${apiKey}`, 'An earlier key is invalid from now on'],
      };
    }),
});

const revoke = administration({
  name: 'key revoke',
  description: "Take an account's API key away for good",
  args: { account },
  run: ({ account: email }) =>
    withPostgres(configuration(), async ({ db }) => {
      const { id } = await findAccount(db, email);
      if (!(await revokeApiKey(db, id))) throw new AppError('not_found', [`${email} has no API key`]);
      return { data: { account: email, revoked: true }, lines: [`The API key of ${email} is revoked`] };
    }),
});

export const key = commandGroup('key', 'API keys, one an account', { generate, revoke });
