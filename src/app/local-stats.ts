import { Hono } from 'hono';
import { findAccount } from '../accounts/accounts.js';
import { ALL_RIGHTS } from '../accounts/key-rights.js';
import { findRotation } from '../collect/visitors/chosen-rotation.js';
import type { Context } from '../context/context.js';
import { answerFailure } from '../http/api/error-map.js';
import { unavailableError } from '../http/server/unavailable.js';
import type { StatsServices } from '../http/services.js';
import { behaviorRoutes } from '../http/v1/behavior.js';
import { changesRoutes } from '../http/v1/changes.js';
import { givenWebsitesRoute, MAX_WEBSITES } from '../http/v1/stats-query.js';
import { AppError } from '../lib/errors.js';
import type { Database } from '../postgres/postgres.js';
import { findWebsitesByIdOrDomain, listAllWebsites, requireOne } from '../websites/find-website.js';
import type { Website } from '../websites/website.js';
import type { Config } from './config.js';

interface LocalStatsContext extends Pick<Context, 'clickhouse' | 'db' | 'now'> {
  readonly config: Pick<Config, 'visitorIdRotation'>;
}

/**
 * Answers commands that query statistics with routes of the API, for the websites of all accounts. Like `localQueries`,
 * it needs no key. A website is named by its ID or domain.
 */
export function localStats({ clickhouse, db, now, config }: LocalStatsContext): Hono {
  const app = new Hono();
  const services: StatsServices = {
    ...{ clickhouse, websites: { db }, now },
    findVisitorIdRotation: () => findRotation(db, config.visitorIdRotation),
  };
  const answerError = answerFailure({ error: () => undefined }, now);
  app.onError((error, context) => {
    const known = error instanceof AppError ? error : unavailableError(error);
    if (known === undefined) throw error;
    return answerError(known, context);
  });
  app.post('/query', async (context) => {
    const websites = await findWebsites(db, context.req.queries('website') ?? []);
    return givenWebsitesRoute(services, websites).answer(context, await findOwner(db, websites[0]), undefined);
  });
  for (const { path, answer } of [...behaviorRoutes(services), ...changesRoutes(services)]) {
    app.post(path, async (context) => {
      const website = await findOne(db, context.req.param('id') ?? '');
      return answer(context, await findOwner(db, website), website);
    });
  }
  return app;
}

const findOne = async (db: Database, idOrDomain: string): Promise<Website> =>
  requireOne(await findWebsitesByIdOrDomain(db, idOrDomain), idOrDomain);

/** `all` alone stands for the websites of all accounts. */
async function findWebsites(db: Database, named: readonly string[]): Promise<readonly Website[]> {
  const found =
    named.length === 1 && named[0] === 'all'
      ? await listAllWebsites(db, MAX_WEBSITES + 1)
      : await Promise.all(named.map((idOrDomain) => findOne(db, idOrDomain)));
  if (found.length > MAX_WEBSITES) {
    throw new AppError('invalid', [`at most ${MAX_WEBSITES} websites can be queried together: name those you want`]);
  }
  return [...new Map(found.map((website) => [website.id, website])).values()];
}

async function findOwner(db: Database, website: Website | undefined) {
  const account = website && (await findAccount(db, website.accountId));
  if (account === undefined) throw new AppError('not_found', ['there is no website yet: see footfall website create']);
  return { account, rights: ALL_RIGHTS };
}
