import { Hono } from 'hono';
import { findAccount } from '../accounts/accounts.js';
import { ALL_RIGHTS } from '../accounts/key-rights.js';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { answerFailure } from '../http/api/error-map.js';
import { unavailableError } from '../http/server/unavailable.js';
import { websiteQueryRoute } from '../http/v1/stats-query.js';
import { AppError } from '../lib/errors.js';
import type { Database } from '../postgres/postgres.js';
import { findWebsitesByIdOrDomain, requireOne } from '../websites/find-website.js';

interface LocalStatsDeps {
  readonly clickhouse: ClickHouse;
  readonly db: Database;
  readonly now: () => number;
}

/** Answers `footfall query` with the API's route, for the websites of all accounts. Like `localQueries`, it needs no key. */
export function localStats({ clickhouse, db, now }: LocalStatsDeps): Hono {
  const app = new Hono();
  const query = websiteQueryRoute({ clickhouse, websites: { db }, now });
  const answerError = answerFailure({ error: () => undefined }, now);
  app.onError((error, context) => {
    const known = error instanceof AppError ? error : unavailableError(error);
    if (known === undefined) throw error;
    return answerError(known, context);
  });
  app.post('/query', async (context) => {
    const { website: idOrDomain = '' } = context.req.query();
    const website = requireOne(await findWebsitesByIdOrDomain(db, idOrDomain), idOrDomain);
    const account = await findAccount(db, website.accountId);
    if (account === undefined) throw new AppError('not_found', [`no website has the ID or domain ${idOrDomain}`]);
    return query.answer(context, { account, rights: ALL_RIGHTS }, website);
  });
  return app;
}
