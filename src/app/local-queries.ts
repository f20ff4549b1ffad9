import { Hono } from 'hono';
import { findAccountByEmail, listAccounts } from '../accounts/accounts.js';
import type { Database } from '../postgres/postgres.js';
import { listWebsites } from '../websites/find-website.js';

/**
 * Creates the app for commands that only read PostgreSQL. The service that holds the embedded database answers it on the socket
 * in its data folder; otherwise, a command asks it in its own process.
 */
export function localQueries(db: Database): Hono {
  const app = new Hono();
  app.onError((error) => {
    throw error;
  });
  app.get('/accounts', async (context) => context.json(await listAccounts(db)));
  app.get('/accounts/:email/websites', async (context) => {
    const account = await findAccountByEmail(db, context.req.param('email'));
    return account === undefined ? context.notFound() : context.json(await listWebsites(db, account.id));
  });
  return app;
}
