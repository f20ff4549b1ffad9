import { type Account, hasAccounts } from '../accounts/accounts.js';
import { authenticator } from '../accounts/authenticator.js';
import { EventLimit } from '../collect/event-limit.js';
import type { Journal } from '../collect/journal/journal.js';
import type { BlockWriter } from '../collect/sessions/block-writer.js';
import { parseHostname } from '../collect/steps/page.js';
import { RefusedHosts } from '../collect/steps/refused-hosts.js';
import { dashboard } from '../dashboard/dashboard.js';
import { findAnswerPage } from '../dashboard/pages/answer-page.js';
import { failurePage } from '../dashboard/ui/failure-page.js';
import { iconFinder } from '../dashboard/ui/fetch-icon.js';
import { api } from '../http/api/api.js';
import type { FindCaller } from '../http/api/authenticate.js';
import { docsPage } from '../http/api/docs-page.js';
import { openApiDocument } from '../http/api/openapi.js';
import { biInterface } from '../http/bi/bi-interface.js';
import { collectRoute } from '../http/collect.js';
import { httpApp } from '../http/http-app.js';
import { mcp } from '../http/mcp/mcp.js';
import { type ClientAddress, clientAddress, fromTrustedProxy } from '../http/server/client-address.js';
import { credentialLookups } from '../http/server/credential-lookups.js';
import { health } from '../http/server/health.js';
import { httpMetrics, metricsRoute } from '../http/server/metrics.js';
import { oncePerSecond } from '../http/server/once-per-second.js';
import { apiRate, memoryRateLimiter, type Rate, sharedRateLimiter } from '../http/server/rate-limiter.js';
import type { Services } from '../http/services.js';
import { trackerRoutes } from '../http/tracker.js';
import { apiRoutes } from '../http/v1/routes.js';
import { describeError } from '../lib/error-description.js';
import type { Sending } from '../notifications/context.js';
import { documentedWebhooks } from '../notifications/webhooks/documented-webhooks.js';
import { rateLimits } from '../postgres/schema.js';
import type { BiClient } from '../sql/bi-client.js';
import type { Website } from '../websites/website.js';
import { ownWebsite } from '../websites/website-lookup.js';
import type { AppContext } from './context.js';
import type { ServiceContext } from './service-context.js';

const MAX_WAIT_MS = 60_000;

const IGNORED_PROXY =
  'X-Forwarded-For came from a private address and is not believed: if that is your proxy, set TRUSTED_PROXIES to its address, or all visitors count as one';

export type App = ReturnType<typeof createApp>;

/** The app that serves all of Footfall over HTTP. */
export function createApp(context: ServiceContext, services: Services, sending: Sending, stopping: AbortSignal) {
  const { config, installation, secret, postgres, db, now, log } = context;
  const { baseUrl } = services;
  const { metrics } = context.path;
  const websiteCache = context.websites.cache;
  const callerOfKey = authenticator(postgres.db, postgres.changes);
  const http = httpMetrics(metrics.registry);
  const rateLimiter = (rate: Rate) =>
    postgres.kind === 'embedded'
      ? memoryRateLimiter(rate)
      : sharedRateLimiter(rate, { database: postgres.db, table: rateLimits });
  const findClientAddress = clientAddress(config.trustedProxies, () => log.warn(IGNORED_PROXY));
  const lookups = credentialLookups(findClientAddress);
  const routes = apiRoutes(services);
  const document = openApiDocument(routes, `${baseUrl}/api/v1`, documentedWebhooks);

  const refusedHosts = new RefusedHosts();
  const collector = collectorRoute(context, findClientAddress, refusedHosts);
  const app = httpApp(context, http, { hot: collector, failurePage });
  app.route('/', trackerRoutes());
  app.route('/', readiness(context));
  app.route('/', metricsRoute(metrics.registry));
  app.route('/', docsPage(document));
  const keys = {
    routes,
    findCaller: ((key, context) =>
      lookups.find(context, 'api-key', key, () => callerOfKey(key, now()))) satisfies FindCaller<Account>,
    rateLimiter: rateLimiter(apiRate(config.rateLimitPerMinute)),
    ownWebsite: (account: Account, id: string) => ownWebsite(services.reader, account.id, id),
  };
  app.route('/api/v1', api<Account, Website>({ ...keys, document }));
  app.route(
    '/',
    mcp({
      ...services,
      ...keys,
      findAnswerPage: findAnswerPage(services),
      log,
      metrics: http,
      version: document.info.version,
    }),
  );
  app.route(
    '/',
    dashboard({
      services,
      ...{ db, now, log, secret, installation },
      websiteCache,
      refusedHosts,
      ...sending,
      findIcon: iconFinder(),
      baseUrl,
      visitorIdRotation: config.visitorIdRotation,
      allowSignup: config.allowSignup,
      signInLinks: config.signInLinks,
      clientAddress: findClientAddress,
      rateLimiter,
      lookups,
      stopping,
    }),
  );
  return app;
}

function collectorRoute(
  { config, now, tools, websites, path }: ServiceContext,
  findClientAddress: ClientAddress,
  refusedHosts: RefusedHosts,
) {
  const { journal, observer } = path;
  return collectRoute({
    ...tools,
    now,
    eventLimit: new EventLimit(config.eventRateLimitPerMinute),
    findWebsite: (key) => websites.cache.byTrackingKey(key),
    clientAddress: findClientAddress,
    fromTrustedProxy: fromTrustedProxy(config.trustedProxies),
    append: (record) => journal.append(record),
    ...observer,
    onDropped: (drop, { type, url }) => {
      const { dropped: reason, websiteId } = drop;
      observer.onDropped(drop, websiteId, type);
      if (type !== 'pageview') return;
      if (websiteId === undefined) refusedHosts.addUnknownKey(parseHostname(url), now());
      else if (reason === 'foreign_host') refusedHosts.addForeign(websiteId, parseHostname(url), now());
    },
  });
}

function readiness({ clickhouse, db, now, log, path }: ServiceContext) {
  const { journal, writer, checkFolders } = path;
  const foldersAreWritable = oncePerSecond(checkFolders);
  return health(
    {
      clickhouse: oncePerSecond(() => clickhouse.ping()),
      postgres: oncePerSecond(() => hasAccounts(db)),
      events: async () => {
        requireFlow(journal, writer, now());
        await foldersAreWritable();
      },
    },
    {
      onFailed: (check, error) => log.error({ check, error: describeError(error) }, 'the service is not ready'),
      onPassed: (check) => log.info({ check }, 'a check of readiness passes again'),
    },
  );
}

/** The app that serves ClickHouse's HTTP interface to BI tools. */
/** @param version of ClickHouse, to which clients adapt */
export function createBiApp(context: AppContext, client: BiClient, version: string) {
  const { config, postgres, now } = context;
  const callerOfKey = authenticator(postgres.db, postgres.changes);
  const lookups = credentialLookups(clientAddress(config.trustedProxies));
  const findCaller: FindCaller<Account> = (key, request) =>
    lookups.find(request, 'api-key', key, () => callerOfKey(key, now()));
  return biInterface(context, client, findCaller, version);
}

/**
 * Throws unless events can be stored and none has waited for ClickHouse for over a minute. A single segment that keeps
 * failing is ignored: it is logged and counted in the metrics, and stopping the process would not help its events.
 */
function requireFlow(journal: Journal, writer: BlockWriter, now: number): void {
  if (!journal.accepts) throw new Error('events cannot be kept');
  const oldest = journal.oldestExcept((segment) => writer.isSkipped(segment));
  if (now - (oldest ?? now) > MAX_WAIT_MS) throw new Error('events wait for ClickHouse');
}
