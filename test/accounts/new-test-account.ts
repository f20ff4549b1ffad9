import type { Account } from '../../src/accounts/accounts.js';
import { createAccount } from '../../src/accounts/create-account.js';
import type { Database } from '../../src/postgres/postgres.js';

/** An account of the test's own, so that tests do not see each other's. */
export const newTestAccount = (db: Database, now = Date.parse('2026-03-01T00:00:00Z')): Promise<Account> =>
  createAccount(db, { email: `${crypto.randomUUID()}@example.com` }, now);
