import { join } from 'node:path';
import { logQueries } from '../clickhouse/log-queries.js';
import { withQueryCache } from '../clickhouse/query-cache.js';
import { queued } from '../clickhouse/queued.js';
import { aboutClickHouse } from '../clickhouse/version.js';
import type { DropCounter } from '../collect/drop-counter.js';
import type { AsyncSessionizer } from '../collect/sessions/sessionizer.js';
import { openPlaces, type Places } from '../collect/steps/place.js';
import { visitorKeys } from '../collect/visitors/visitor-keys.js';
import { ExportRunner } from '../history/export/export-runner.js';
import { ScheduledExports } from '../history/export/scheduled-exports.js';
import type { RunChange } from '../history/import/import-history.js';
import type { ImportLimits } from '../history/import/limits.js';
import { Recounts } from '../history/recounts.js';
import type { Services } from '../http/services.js';
import { describeError } from '../lib/error-description.js';
import type { Warn } from '../lib/log.js';
import { Mutex } from '../lib/mutex.js';
import { retryUntilSuccess } from '../lib/retry.js';
import { unsubscribeLinks } from '../notifications/email-links.js';
import { openMailer } from '../notifications/mail/open.js';
import { BiClient } from '../sql/bi-client.js';
import { renewBiViews, updateBiViews } from '../sql/bi-views.js';
import { openReader } from '../sql/open-reader.js';
import { MAX_READER_WEBSITES } from '../sql/reader-settings.js';
import { openSavedQueries } from '../sql/saved-queries.js';
import { endCounts, openCount } from '../websites/count.js';
import { deleteWebsite, deleteWebsiteRows, findDeletedWebsites, repeatDeletions } from '../websites/delete-website.js';
import type { WebsiteStore } from '../websites/website.js';
import { WebsiteCache } from '../websites/website-cache.js';
import { websiteReader } from '../websites/website-lookup.js';
import { WebsiteMirror } from '../websites/website-mirror.js';
import { type App, createApp, createBiApp } from './app.js';
import type { Engines } from './engines.js';
import { type EventPath, type EventStep, openEventPath } from './event-path.js';
import { jobMetrics } from './job-metrics.js';
import { Jobs } from './jobs.js';
import { startMaintenance } from './maintenance.js';
import { openImports } from './open-history.js';
import { type InstallationOptions, openInstallation } from './open-installation.js';
import { recover } from './recovery.js';
import { Resources } from './resources.js';
import { websiteChanges } from './website-changes.js';

export interface ServiceOptions extends InstallationOptions {
  /** Builds blocks of rows: on a thread of its own, or, in a test, on this one. */
  readonly sessionizer: AsyncSessionizer;
  /** Origin at which the service is reached, without a trailing slash. */
  readonly baseUrl: string;
  /** Replaces the configured geographic database. */
  readonly places?: Places;
  /** Shorter limits for tests. */
  readonly importLimits?: Partial<ImportLimits>;
  /** Called at each step of an event's path, for tests that end the process there. */
  readonly onStep?: (step: EventStep) => void;
}

/** The running service, without its listening socket. */
export interface Service {
  readonly app: App;
  /** The interface for BI tools. On a ClickHouse server nothing listens for it: they connect to the server. */
  readonly bi: ReturnType<typeof createBiApp>;
  readonly engines: Engines;
  readonly services: Services;
  /** Counts of dropped events, which are in ClickHouse within a second. */
  readonly drops: Pick<DropCounter, 'add'>;
  /** The work that is done by the clock. */
  readonly jobs: Jobs;
  readonly exportRunner: ExportRunner;
  /** Whether the installation has never had an account, as of its start. */
  readonly needsFirstAccount: boolean;
  /** Resolves when every event acknowledged before the call is in ClickHouse. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens everything in the order of dependencies, and completes the work that an earlier process left unfinished before
 * the first request is answered.
 *
 * @throws FolderInUse when another process holds `DATA_DIR`, IncompleteInstallation when a part of the installation was
 *   lost.
 */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { config, log, now } = options;
  const warn: Warn = (what) => (error) => log.warn({ error: describeError(error) }, what);
  const resources = new Resources(log);
  try {
    const places = options.places ?? openOwnPlaces(options, resources);
    const { folder, engines } = await openInstallation(options, resources);
    const { clickhouse, postgres } = engines;
    const recovery = await recover(engines, folder, warn);

    const stopping = new AbortController();
    const retries = new Mutex();
    resources.add('retries', () => {
      stopping.abort();
      return retries.run(async () => undefined);
    });
    const keys = visitorKeys({
      db: postgres.db,
      rotation: config.visitorIdRotation,
      secret: folder.secret,
      now,
      log: warn('visitor ID salts could not be loaded'),
    });
    resources.add('the salts of visitors', () => keys.close());
    if (folder.installation.hadAccounts) await keys.open();
    const onMissedCounts = (ids: readonly string[]) => {
      const log = warn('counts that lack events of this process could not be ended yet: retrying');
      const options = { isNeeded: () => true, stopping: stopping.signal, log };
      retries.run(() => retryUntilSuccess(() => endCounts(websites, ids), options)).catch(log);
    };
    const onFailedCache = warn('websites could not be loaded');
    const websiteCache = await WebsiteCache.open(postgres, onFailedCache, onMissedCounts, keys.open);
    resources.add('the websites', () => websiteCache.close());
    const onMirrorFailed = warn('websites could not be written to ClickHouse yet');
    const onLost = (websites: readonly string[]) =>
      log.error(
        { websites },
        'PostgreSQL has lost websites that have events in ClickHouse: their events are kept, see docs/running.md',
      );
    const mirror = new WebsiteMirror({ clickhouse, db: postgres.db, now, onFailed: onMirrorFailed, onLost });
    resources.add('the websites in ClickHouse', () => mirror.close());
    const websites = {
      db: postgres.db,
      refresh: async (id: string) => {
        await websiteCache.refresh(id);
        void mirror.refresh();
      },
    };
    const reader = await openReader(clickhouse, {
      address: config.clickhouse,
      secret: folder.secret,
      folder: folder.path,
      warn: (message) => log.error(message),
    });
    resources.add('SQL of other people', () => reader.close());
    // The dashboard lists the columns of the embedded engine's views. A server gets views, and a user to read them, when somebody asks
    // for SQL; users of BI tools read those that are there already, and those of an earlier version may show values of others.
    const { url, cluster } = config.clickhouse;
    const makeViews = () => (url === undefined ? renewBiViews(clickhouse) : updateBiViews(clickhouse, cluster));
    const failed = warn('the views for BI tools are not those of this version yet: retrying');
    await makeViews().catch((error: unknown) => {
      failed(error);
      const leaving = new AbortController();
      const retrying = { isNeeded: () => true, stopping: leaving.signal, log: failed };
      const made = retryUntilSuccess(makeViews, retrying).catch(failed);
      resources.add('the views for BI tools', () => {
        leaving.abort();
        return made;
      });
    });

    const path = await openEventPath({
      ...options,
      folder,
      clickhouse,
      findWebsite: (websiteId) => {
        const website = websiteCache.byId(websiteId);
        return website && { accountId: website.accountId, count: openCount(website) };
      },
      endCounts: (ids) => endCounts(websites, ids),
      findDeleted: (ids) => findDeletedWebsites(postgres.db, ids),
    });
    resources.add('events on their way', () => path.close());
    // A block that was left may hold events of a website that is gone.
    await repeatDeletions(clickhouse, postgres.db).catch(
      warn('rows of deleted websites could not be removed yet: retrying'),
    );
    path.writer.start();

    const changes = websiteChanges(postgres, websites, path.writer);
    const { exclusive, quiet } = changes;
    const onFailed = warn('the daily visitors of a website could not be counted yet: retrying');
    const recounts = new Recounts({
      clickhouse,
      postgres,
      websites,
      websiteCache,
      quiet,
      onFailed,
      zoneRulesFile: join(folder.path, 'time-zone-rules'),
    });
    recounts.start();
    resources.add('counts of visitors', () => recounts.close());

    const tools = { places, keysAt: keys.at };
    const { importLimits: limits } = options;
    const { retentionMonths } = config;
    const { oldEvents, ...imports } = openImports(
      { engines, folder, tools, changes, websiteCache, limits, retentionMonths, now, warn },
      resources,
    );
    startMaintenance({ engines, recovery, exclusive, drain: path.drain, now, warn }, resources);

    const bi = new BiClient({
      reader,
      findWebsiteIds: async (accountId) => {
        await mirror.settled();
        return websiteCache.ofAccount(accountId, { limit: MAX_READER_WEBSITES + 1 }).map(({ id }) => id);
      },
      log: (statement) => log.info(statement, 'statement of a BI tool'),
      now,
    });
    const metrics = jobMetrics(path.metrics.registry);
    const posting = { allowPrivate: config.webhookAllowPrivate };
    const exporting = {
      secret: folder.secret,
      exportDir: config.exportDir,
      uploadDir: join(folder.path, 'export-uploads'),
      retentionMonths,
      outgoing: posting,
      now,
      log,
      describe: describeError,
    };
    const exportRunner = new ExportRunner({
      ...exporting,
      ...metrics,
      postgres,
      clickhouse,
      unchanged: changes.unchanged,
      drain: path.drain,
    });
    await exportRunner.start();
    resources.add('scheduled exports', () => exportRunner.close());
    const services: Services = {
      ...imports,
      scheduledExports: new ScheduledExports({ ...exporting, db: postgres.db }),
      clickhouse: forQueries(engines, options),
      bi,
      savedQueries: openSavedQueries({ db: postgres.db, bi, now }),
      websites,
      reader: websiteReader(postgres, websiteCache),
      plan: config.plan,
      retentionMonths,
      now,
      baseUrl: options.baseUrl,
      scriptUrl: config.scriptUrl ?? options.baseUrl,
      deleteWebsite: websiteDeletion({ engines, websites, path, exclusive, now, warn }),
    };
    const mailer = openMailer(config.mail, log);
    const links = unsubscribeLinks(folder.secret, options.baseUrl);
    const jobs = new Jobs({
      db: postgres.db,
      clickhouse: services.clickhouse,
      mailer,
      links,
      posting,
      findWebsite: (id) => websiteCache.byId(id),
      retentionMonths,
      oldEvents,
      baseUrl: options.baseUrl,
      now,
      log,
      metrics,
      describe: describeError,
    });
    jobs.start();
    resources.add('emails on their way', () => jobs.close());
    const app = createApp({
      config,
      engines,
      services,
      websiteCache,
      path,
      tools,
      mailer,
      links,
      posting,
      secret: folder.secret,
      installation: folder.installation,
      log,
    });
    const { version } = await aboutClickHouse(clickhouse);
    const biApp = createBiApp({ config, engines, client: bi, now, log, version });
    return {
      app,
      bi: biApp,
      engines,
      services,
      jobs,
      exportRunner,
      needsFirstAccount: !folder.installation.hadAccounts,
      drops: path.drops,
      drain: () => path.drain(),
      close: () => resources.close(),
    };
  } catch (error) {
    await resources.close();
    throw error;
  }
}

function openOwnPlaces({ config, log }: Pick<ServiceOptions, 'config' | 'log'>, resources: Resources): Places {
  const places = openPlaces(config.geoipDb, (message) => log.warn(message));
  resources.add('the geographic database', async () => places.close());
  return places;
}

/** Returns the client for queries of people and programs: bounded in number, and shared while nothing is written. */
function forQueries({ clickhouse }: Engines, { config, log }: Pick<ServiceOptions, 'config' | 'log'>) {
  const logged = config.debugSql ? logQueries(clickhouse, (query) => log.info(query, 'query')) : clickhouse;
  return withQueryCache(queued(logged, config.clickhouse.url === undefined ? 'embedded' : 'server'));
}

interface DeletionDeps {
  readonly engines: Engines;
  readonly websites: WebsiteStore;
  readonly path: Pick<EventPath, 'drain'>;
  readonly exclusive: RunChange;
  readonly now: () => number;
  readonly warn: Warn;
}

const websiteDeletion =
  ({ engines, websites, path, exclusive, now, warn }: DeletionDeps): Services['deleteWebsite'] =>
  async (website) => {
    // Usage outlives a website: the pageviews that it has collected until now count.
    await path.drain().catch(warn('pending events of a deleted website could not be inserted'));
    await deleteWebsite(websites, website, now());
    // The website is gone either way: while ClickHouse is away, its tombstone handles the rest.
    await exclusive(website.id, () => deleteWebsiteRows(engines.clickhouse, [website.id])).catch(
      warn('the events of a deleted website could not be removed yet: retrying'),
    );
  };
