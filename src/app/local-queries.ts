import { Hono } from 'hono';
import { findAccountByEmail, listAccounts } from '../accounts/accounts.js';
import { listScopedKeys } from '../accounts/scoped-keys.js';
import { listDefinitions } from '../definitions/definitions.js';
import { kinds } from '../definitions/kinds.js';
import type { Database } from '../postgres/postgres.js';
import { findWebsitesByIdOrDomain, listWebsites } from '../websites/find-website.js';

/**
 * Answers commands that only read PostgreSQL. While a service holds the embedded database, it answers on the socket in
 * its data folder; otherwise the command runs this app in its own process.
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
  app.get('/accounts/:email/keys', async (context) => {
    const account = await findAccountByEmail(db, context.req.param('email'));
    return account === undefined ? context.notFound() : context.json(await listScopedKeys(db, account.id));
  });
  for (const kind of kinds) {
    app.get(`/websites/:idOrDomain/${kind.plural}`, async (context) => {
      const found = await findWebsitesByIdOrDomain(db, context.req.param('idOrDomain'));
      const lists = found.map(async ({ id }) => ({ id, definitions: await listDefinitions(db, kind, id) }));
      return context.json(await Promise.all(lists));
    });
  }
  return app;
}
