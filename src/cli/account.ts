import { z } from 'zod';
import { createAccount } from '../accounts/create-account.js';
import { newPassword } from '../accounts/passwords.js';
import { forgetSecondFactor } from '../accounts/two-factor.js';
import { administration } from './administration.js';
import { commandGroup } from './command.js';
import { configuration } from './configuration.js';
import { confirmLoss, yes } from './confirm.js';
import { findAccount } from './find-account.js';
import { listing } from './listing.js';
import { nameOptions } from './name-options.js';
import { queryPostgres } from './query-postgres.js';
import { readSecret, secretOptions } from './secret-option.js';
import { withPostgres } from './with-engines.js';

const create = administration({
  name: 'account create',
  description: 'Create an account; without a password, one is generated and shown once',
  args: {
    email: { type: 'string', required: true, description: 'Email address to sign in with' },
    ...secretOptions('password', 'Password of at least 8 characters'),
    'first-name': { type: 'string', description: 'First name' },
    'last-name': { type: 'string', description: 'Last name' },
  },
  run: async ({ email, 'first-name': firstName, 'last-name': lastName, ...options }) => {
    const password = await readSecret('password', options, `Password for ${email} (leave empty to generate one)`);
    return withPostgres(configuration(), async ({ db }) => {
      const generated = password === undefined ? newPassword() : undefined;
      const account = await createAccount(
        db,
        { email, password: password ?? generated, firstName, lastName },
        Date.now(),
      ).catch(nameOptions());
      return {
        data: generated === undefined ? account : { ...account, password: generated },
        lines: [
          `Created account ${account.email}`,
          ...(generated === undefined ? [] : [`Password (shown only once): ${generated}`]),
        ],
      };
    });
  },
});

const listedAccounts = z.array(z.looseObject({ id: z.string(), email: z.string(), createdAt: z.string() }));

const list = listing({
  name: 'account list',
  description: 'List accounts, oldest first',
  args: {},
  run: async () => {
    const accounts = listedAccounts.parse(await queryPostgres(configuration(), '/accounts'));
    return { data: accounts, columns: ['id', 'email', { field: 'createdAt', heading: 'CREATED' }], rows: accounts };
  },
});

const disableTwoFactor = administration({
  name: 'account disable-2fa',
  description: 'Disable two-factor authentication for an account whose owner lost access to it',
  args: { account: { type: 'string', required: true, description: "The account's email address" }, yes },
  run: ({ account: email, yes }) =>
    withPostgres(configuration(), async ({ db }) => {
      const { id } = await findAccount(db, email);
      await confirmLoss(
        `${email} will sign in with the password alone. Its authenticator and its recovery codes stop working.`,
        yes,
      );
      await forgetSecondFactor(db, id);
      return {
        data: { account: email, twoFactor: false },
        lines: [`Two-factor authentication is disabled for ${email}`],
      };
    }),
});

export const account = commandGroup('account', 'Manage accounts', {
  create,
  list,
  'disable-2fa': disableTwoFactor,
});
