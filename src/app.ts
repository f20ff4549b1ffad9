import type { Logger } from 'pino';
import type { Account } from './accounts/account.js';
import { authenticator } from './accounts/authenticate.js';
import { hasAccounts } from './accounts/has-accounts.js';
import type { Config } from './config.js';
import { dashboard } from './dashboard/dashboard.js';
import { failurePage } from './dashboard/failure-page.js';
import type { Engines } from './engines.js';
import type { EventPath } from './event-path.js';
import { api } from './http/api.js';
import { clientAddress, fromTrustedProxy } from './http/client-address.js';
import { collectRoute } from './http/collect.js';
import { docsPage } from './http/docs-page.js';
import { health } from './http/health.js';
import { httpApp } from './http/http-app.js';
import { httpMetrics, metricsRoute } from './http/metrics.js';
import { openApiDocument } from './http/openapi.js';
import { apiRate, memoryRateLimiter, type Rate, sharedRateLimiter } from './http/rate-limiter.js';
import { trackerRoutes } from './http/tracker.js';
import { routesOf } from './http/v1/routes.js';
import type { Services } from './http/v1/services.js';
import type { Tools } from './ingest/pipeline.js';
import type { Journal } from './journal/journal.js';
import type { Mailer } from './mail/mailer.js';
import { rateLimits } from './postgres/schema.js';
import type { LiveWebsites } from './websites/live.js';
import { ownWebsite } from './websites/own-website.js';
import type { Website } from './websites/website.js';

const LONGEST_WAIT_MS = 60_000;

export type App = ReturnType<typeof createApp>;

export interface AppParts {
  readonly config: Config;
  readonly engines: Engines;
  readonly services: Services;
  readonly live: LiveWebsites;
  readonly path: EventPath;
  readonly tools: Tools;
  readonly mailer: Mailer;
  /** The installation's. */
  readonly secret: string;
  readonly log: Logger;
}

/** The whole of Footfall over HTTP. */
export function createApp({ config, engines, services, live, path, tools, mailer, secret, log }: AppParts) {
  const { postgres, clickhouse } = engines;
  const { now, baseUrl } = services;
  const { journal, metrics, drops } = path;
  const accountOfKey = authenticator(postgres.db, postgres.changes);
  const http = httpMetrics(metrics.registry);
  metrics.watch(journal, now);
  const rateLimiter = (rate: Rate) =>
    postgres.kind === 'embedded'
      ? memoryRateLimiter(rate)
      : sharedRateLimiter(rate, { database: postgres.db, table: rateLimits });
  const addressOf = clientAddress(config.trustedProxies);
  const routes = routesOf(services);
  const document = openApiDocument(routes, `${baseUrl}/api/v1`);

  const collector = collectRoute({
    ...tools,
    now,
    websiteOf: (key) => live.byTrackingKey(key),
    clientAddress: addressOf,
    fromTrustedProxy: fromTrustedProxy(config.trustedProxies),
    append: (record) => journal.append(record),
    onKept: metrics.onKept,
    onDropped: (reason, websiteId) => {
      metrics.onDropped(reason);
      drops.add(websiteId, reason, now());
    },
  });
  const app = httpApp({ log, metrics: http, now, hot: collector, failurePage });
  app.route('/', trackerRoutes());
  app.route(
    '/',
    health({
      clickhouse: () => clickhouse.ping(),
      postgres: () => hasAccounts(postgres.db),
      events: () => eventsFlow(journal, now()),
    }),
  );
  app.route('/', metricsRoute(metrics.registry));
  app.route('/', docsPage(document));
  app.route(
    '/api/v1',
    api<Account, Website>({
      routes,
      document,
      findAccount: (key) => accountOfKey(key, now()),
      rateLimiter: rateLimiter(apiRate(config.rateLimitPerMinute)),
      ownWebsite: (account, id) => ownWebsite(services.reader, account.id, id),
    }),
  );
  app.route(
    '/',
    dashboard({
      services,
      db: postgres.db,
      live,
      mailer,
      log,
      now,
      baseUrl,
      secret,
      allowSignup: config.allowSignup,
      clientAddress: addressOf,
      rateLimiter,
    }),
  );
  return app;
}

/** Events can be kept, and none has waited for ClickHouse for over a minute. */
async function eventsFlow(journal: Journal, now: number): Promise<void> {
  if (!journal.accepts) throw new Error('events cannot be kept');
  if (now - (journal.oldest ?? now) > LONGEST_WAIT_MS) throw new Error('events wait for ClickHouse');
}
