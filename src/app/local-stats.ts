import { Hono } from 'hono';
import { findAccount } from '../accounts/accounts.js';
import { ALL_RIGHTS } from '../accounts/key-rights.js';
import type { Context } from '../context/context.js';
import { answerFailure } from '../http/api/error-map.js';
import { unavailableError } from '../http/server/unavailable.js';
import { websiteQueryRoute } from '../http/v1/stats-query.js';
import { AppError } from '../lib/errors.js';
import { findWebsitesByIdOrDomain, requireOne } from '../websites/find-website.js';

/** Answers `footfall query` with the API's route, for the websites of all accounts. Like `localQueries`, it needs no key. */
export function localStats({ clickhouse, db, now }: Pick<Context, 'clickhouse' | 'db' | 'now'>): Hono {
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
