import { listAccounts } from '../accounts/accounts.js';
import { createAccount } from '../accounts/create-account.js';
import { forgetSecondFactor } from '../accounts/two-factor.js';
import { administration } from './administration.js';
import { commandGroup } from './command.js';
import { configuration } from './configuration.js';
import { findAccount } from './find-account.js';
import { newPassword } from './new-password.js';
import { readSecret, secretOptions } from './secret-option.js';
import { table } from './table.js';
import { withPostgres } from './with-engines.js';

const create = administration({
  name: 'account create',
  description: 'Add an account; without a password one is made and shown once',
  args: {
    email: { type: 'string', required: true, description: 'Email address, which is the login' },
    ...secretOptions('password', 'Password of at least 8 characters'),
    'first-name': { type: 'string', description: 'First name' },
    'last-name': { type: 'string', description: 'Last name' },
  },
  run: async ({ email, 'first-name': firstName, 'last-name': lastName, ...given }) => {
    const password = await readSecret('password', given, `Password of ${email} (empty: one is made)`);
    return withPostgres(configuration(), async ({ db }) => {
      const generated = password === undefined ? newPassword() : undefined;
      const account = await createAccount(
        db,
        { email, password: password ?? generated, firstName, lastName },
        Date.now(),
      );
      return {
        data: generated === undefined ? account : { ...account, password: generated },
        lines: [
          `Account ${account.email} is there`,
          ...(generated === undefined ? [] : [`Its password, shown this once: ${generated}`]),
        ],
      };
    });
  },
});

const list = administration({
  name: 'account list',
  description: 'List the accounts, the oldest first',
  args: {},
  run: () =>
    withPostgres(configuration(), async ({ db }) => {
      const accounts = await listAccounts(db);
      const rows = accounts.map(({ id, email, createdAt }) => [id, email, createdAt.toISOString()]);
      return { data: accounts, lines: table(['ID', 'EMAIL', 'CREATED'], rows) };
    }),
});

const endTwoFactor = administration({
  name: 'account end-two-factor',
  description: 'Turn off the second factor of an account whose owner has lost it; the password alone opens it then',
  args: { account: { type: 'string', required: true, description: "The account's email address" } },
  run: ({ account: email }) =>
    withPostgres(configuration(), async ({ db }) => {
      const { id } = await findAccount(db, email);
      await forgetSecondFactor(db, id);
      return { data: { account: email, twoFactor: false }, lines: [`The password alone opens ${email} from now on`] };
    }),
});

export const account = commandGroup('account', 'Accounts, which own websites', {
  create,
  list,
  'end-two-factor': endTwoFactor,
});
