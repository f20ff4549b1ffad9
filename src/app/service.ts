import { join } from 'node:path';
import { logQueries } from '../clickhouse/log-queries.js';
import { withQueryCache } from '../clickhouse/query-cache.js';
import { queued } from '../clickhouse/queued.js';
import { aboutClickHouse } from '../clickhouse/version.js';
import type { DropCounter } from '../collect/drop-counter.js';
import type { AsyncSessionizer } from '../collect/sessions/sessionizer.js';
import { openPlaces, type Places } from '../collect/steps/place.js';
import { type ExportRunnerDeps, emptyUploads } from '../history/export/export-runner.js';
import { ScheduledExports } from '../history/export/scheduled-exports.js';
import type { ImportLimits } from '../history/import/limits.js';
import { Recounts } from '../history/recounts.js';
import type { Services } from '../http/services.js';
import { JobRunner } from '../jobs/job-runner.js';
import { describeError } from '../lib/error-description.js';
import { unsubscribeLinks } from '../notifications/email-links.js';
import { openMailer } from '../notifications/mail/open.js';
import { openSavedQueries } from '../sql/saved-queries.js';
import { endCounts, openCount } from '../websites/count.js';
import { findDeletedWebsites, repeatDeletions } from '../websites/delete-website.js';
import { websiteReader } from '../websites/website-lookup.js';
import { type App, createApp, createBiApp } from './app.js';
import { type Context, openContext } from './context.js';
import type { Engines } from './engines.js';
import { type EventPath, type EventStep, openEventPath } from './event-path.js';
import { jobMetrics } from './job-metrics.js';
import { type JobsDeps, serviceJobs } from './jobs.js';
import { openHistory } from './open-history.js';
import type { InstallationOptions } from './open-installation.js';
import { openUserSql } from './open-sql.js';
import { type OpenWebsites, openWebsites } from './open-websites.js';
import { recover } from './recovery.js';
import { Resources } from './resources.js';
import { type WebsiteChanges, websiteChanges } from './website-changes.js';

export interface ServiceOptions extends InstallationOptions {
  /** Runs in its own thread, or, in tests, in this one. */
  readonly sessionizer: AsyncSessionizer;
  /** Origin without a trailing slash. */
  readonly baseUrl: string;
  /** Replaces the configured geographic database. */
  readonly places?: Places;
  /** For tests. */
  readonly importLimits?: Partial<ImportLimits>;
  /** For tests that end the process at a step. */
  readonly onStep?: (step: EventStep) => void;
}

/** Without its listening socket. */
export interface Service {
  readonly app: App;
  /** For BI tools. Not served with a ClickHouse server, to which they connect directly. */
  readonly bi: ReturnType<typeof createBiApp>;
  readonly engines: Engines;
  readonly services: Services;
  /** Written to ClickHouse within a second. */
  readonly drops: Pick<DropCounter, 'add'>;
  readonly jobs: Pick<JobRunner, 'run' | 'close'>;
  /** As of the start. */
  readonly needsFirstAccount: boolean;
  /** Resolves when every event acknowledged before the call is in ClickHouse. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens everything in the order of dependencies, and completes unfinished work of an earlier process before the first
 * request.
 *
 * @throws FolderInUse when another process holds `DATA_DIR`, IncompleteInstallation when a part of the installation was
 *   lost.
 */
export async function openService(options: ServiceOptions): Promise<Service> {
  const resources = new Resources(options.log);
  try {
    const places = options.places ?? openOwnPlaces(options, resources);
    const context = await openContext(options, resources);
    const { config, folder, clickhouse, postgres, db, now } = context;
    const recovery = await recover(context);
    const websites = await openWebsites(context);
    const bi = await openUserSql(context, websites);
    const path = await openEvents(context, websites, options);
    const tools = { places, keysAt: websites.keys.at };
    const changes = websiteChanges(postgres, websites.store, path.writer);
    const { oldEvents, ...history } = openHistory(context, {
      ...{ tools, path, changes, websites },
      limits: options.importLimits,
    });
    const metrics = jobMetrics(path.metrics.registry);
    const exporting = await openExports(context, { path, unchanged: changes.unchanged, onExport: metrics.onExport });
    const services: Services = {
      ...history,
      clickhouse: forQueries(context),
      bi,
      savedQueries: openSavedQueries({ db, bi, now }),
      scheduledExports: new ScheduledExports(exporting),
      websites: websites.store,
      reader: websiteReader(postgres, websites.cache),
      plan: config.plan,
      retentionMonths: config.retentionMonths,
      now,
      baseUrl: options.baseUrl,
      scriptUrl: config.scriptUrl ?? options.baseUrl,
    };
    const sending = openSending(context, options.baseUrl);
    const jobs = openJobs(context, {
      ...{ oldEvents, exporting, recovery, websites, metrics, exclusive: changes.exclusive, drain: path.drain },
      notifications: {
        ...{ ...sending, baseUrl: options.baseUrl, clickhouse: services.clickhouse },
        findWebsite: (id) => websites.cache.byId(id),
      },
      recounts: openRecounts(context, websites, changes),
    });
    const app = createApp(context, { services, websiteCache: websites.cache, path, tools, ...sending });
    const { version } = await aboutClickHouse(clickhouse);
    return {
      app,
      bi: createBiApp(context, { client: bi, version }),
      engines: context.engines,
      services,
      jobs,
      needsFirstAccount: !folder.installation.hadAccounts,
      drops: path.drops,
      drain: path.drain,
      close: () => resources.close(),
    };
  } catch (error) {
    await resources.close();
    throw error;
  }
}

/** The mailer, and the options of requests to webhooks. */
const openSending = ({ config, folder, log }: Context, baseUrl: string) => ({
  mailer: openMailer(config.mail, log),
  links: unsubscribeLinks(folder.secret, baseUrl),
  posting: { allowPrivate: config.webhookAllowPrivate },
});

const openRecounts = (
  { clickhouse, postgres, folder }: Context,
  { store, cache }: OpenWebsites,
  { quiet }: WebsiteChanges,
): Recounts =>
  new Recounts({
    ...{ clickhouse, postgres, websites: store, websiteCache: cache, quiet },
    zoneRulesFile: join(folder.path, 'time-zone-rules'),
  });

function openOwnPlaces({ config, log }: Pick<ServiceOptions, 'config' | 'log'>, resources: Resources): Places {
  const places = openPlaces(config.geoipDb, (message) => log.warn(message));
  resources.add('the geographic database', async () => places.close());
  return places;
}

/** Continues where an earlier process stopped. */
async function openEvents(
  context: Context,
  { store, cache }: OpenWebsites,
  options: Pick<ServiceOptions, 'sessionizer' | 'onStep'>,
): Promise<EventPath> {
  const { clickhouse, db, resources, warn } = context;
  const path = await openEventPath({
    ...context,
    ...options,
    findWebsite: (websiteId) => {
      const website = cache.byId(websiteId);
      return website && { accountId: website.accountId, count: openCount(website) };
    },
    endCounts: (ids) => endCounts(store, ids),
    findDeleted: (ids) => findDeletedWebsites(db, ids),
  });
  resources.add('the block writer', () => path.close());
  // A leftover block may have events of a deleted website.
  await repeatDeletions(clickhouse, db).catch(warn('rows of deleted websites could not be removed yet: retrying'));
  path.writer.start();
  return path;
}

async function openExports(
  { config, folder, clickhouse, postgres, db, now, log }: Context,
  { path, ...hooks }: { readonly path: EventPath } & Pick<ExportRunnerDeps, 'unchanged' | 'onExport'>,
) {
  const uploadDir = join(folder.path, 'export-uploads');
  await emptyUploads(uploadDir);
  return {
    ...{ clickhouse, postgres, db, now, log, uploadDir, ...hooks },
    secret: folder.secret,
    exportDir: config.exportDir,
    retentionMonths: config.retentionMonths,
    outgoing: { allowPrivate: config.webhookAllowPrivate },
    drain: path.drain,
    describe: describeError,
  };
}

function openJobs(context: Context, deps: JobsDeps): JobRunner {
  const jobs = new JobRunner(serviceJobs(context, deps), context.warn);
  jobs.start();
  context.resources.add('jobs', () => jobs.close());
  return jobs;
}

/** The client for dashboard and API queries: bounded in number, and cached until the next write. */
function forQueries({ clickhouse, config, log }: Context) {
  const logged = config.debugSql ? logQueries(clickhouse, (query) => log.info(query, 'query')) : clickhouse;
  return withQueryCache(queued(logged, config.clickhouse.url === undefined ? 'embedded' : 'server'));
}
