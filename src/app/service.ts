import { logQueries } from '../clickhouse/log-queries.js';
import { withQueryCache } from '../clickhouse/query-cache.js';
import { queued } from '../clickhouse/queued.js';
import { aboutClickHouse } from '../clickhouse/version.js';
import { EventBatches } from '../collect/batches/event-batches.js';
import type { DropCounter } from '../collect/drop-counter.js';
import { openPropNames } from '../collect/prop-names.js';
import type { AsyncSessionizer } from '../collect/sessions/sessionizer.js';
import { openPlaces, type Places } from '../collect/steps/place.js';
import { findRotation } from '../collect/visitors/chosen-rotation.js';
import { emptyUploads } from '../history/export/export-runner.js';
import { ScheduledExports } from '../history/export/scheduled-exports.js';
import type { ImportLimits } from '../history/import/limits.js';
import { websiteChanges } from '../history/website-changes.js';
import type { Services } from '../http/services.js';
import { JobRunner } from '../jobs/job-runner.js';
import type { NotificationContext, Sending } from '../notifications/context.js';
import { unsubscribeLinks } from '../notifications/email-links.js';
import { openMailer } from '../notifications/mail/open.js';
import { openSavedQueries } from '../sql/saved-queries.js';
import { repeatDeletions } from '../websites/delete-website.js';
import { websiteReader } from '../websites/website-lookup.js';
import { type App, createApp, createBiApp } from './app.js';
import { type AppContext, openContext } from './context.js';
import type { Engines } from './engines.js';
import { type EventPath, type EventStep, openEventPath } from './event-path.js';
import { jobMetrics } from './job-metrics.js';
import { serviceJobs } from './jobs.js';
import { type HistoryTasks, openHistory } from './open-history.js';
import type { InstallationOptions } from './open-installation.js';
import { openUserSql } from './open-sql.js';
import { type OpenWebsites, openWebsites } from './open-websites.js';
import { recover } from './recovery.js';
import { Resources } from './resources.js';
import type { ServiceContext } from './service-context.js';

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
  /** Ends answers that last as long as their clients want: call it before waiting for connections. */
  endStreams(): void;
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
    const opened = await openContext(options, resources);
    const { config, installation, clickhouse, postgres, now } = opened;
    const recovery = await recover(opened);
    const websites = await openWebsites(opened);
    const bi = await openUserSql(opened, websites);
    const path = await openEvents(opened, websites, options);
    const propNames = openPropNames(opened);
    resources.add('names of properties', async () => propNames.close());
    const tools = { places, keysAt: websites.keys.at, propNames };
    const changes = websiteChanges(postgres, websites.store, path.writer);
    const context: ServiceContext = { ...opened, recovery, websites, path, tools, changes };
    const history = openHistory(context, options.importLimits);
    await emptyUploads(context);
    const batches = openBatches(context);
    const services: Services = {
      ...history.services,
      acceptEvents: (batch) => batches.accept(batch),
      clickhouse: forQueries(context),
      bi,
      savedQueries: openSavedQueries(context, bi),
      scheduledExports: new ScheduledExports(context),
      websites: websites.store,
      reader: websiteReader(postgres, websites.cache),
      plan: config.plan,
      retentionMonths: config.retentionMonths,
      findVisitorIdRotation: () => findRotation(opened.db, config.visitorIdRotation),
      now,
      baseUrl: options.baseUrl,
      scriptUrl: config.scriptUrl ?? options.baseUrl,
    };
    const sending = openSending(context, options.baseUrl);
    const jobs = openJobs(context, services, sending, history.tasks);
    const stopping = new AbortController();
    const endStreams = () => stopping.abort();
    context.resources.add('streams', async () => endStreams());
    const app = createApp(context, services, sending, stopping.signal);
    const { version } = await aboutClickHouse(clickhouse);
    return {
      app,
      bi: createBiApp(context, bi, version),
      engines: context.engines,
      services,
      jobs,
      needsFirstAccount: !installation.hadAccounts,
      drops: path.drops,
      drain: path.drain,
      endStreams,
      close: () => resources.close(),
    };
  } catch (error) {
    await resources.close();
    throw error;
  }
}

const openSending = ({ config, secret, log }: AppContext, baseUrl: string): Sending => ({
  mailer: openMailer(config.mail, log),
  links: unsubscribeLinks(secret, baseUrl),
  posting: { allowPrivate: config.webhookAllowPrivate },
});

function openOwnPlaces({ config, log }: Pick<ServiceOptions, 'config' | 'log'>, resources: Resources): Places {
  const places = openPlaces(config.geoipDb, (message) => log.warn(message));
  resources.add('the geographic database', async () => places.close());
  return places;
}

/** Continues where an earlier process stopped. */
async function openEvents(
  context: AppContext,
  websites: OpenWebsites,
  { sessionizer, onStep }: Pick<ServiceOptions, 'sessionizer' | 'onStep'>,
): Promise<EventPath> {
  const { clickhouse, db, resources, warn } = context;
  const path = await openEventPath(context, websites, sessionizer, onStep);
  resources.add('the block writer', () => path.close());
  // A leftover block may have events of a deleted website.
  await repeatDeletions(clickhouse, db).catch(warn('rows of deleted websites could not be removed yet: retrying'));
  path.writer.start();
  return path;
}

function openBatches({ path, tools, ...context }: ServiceContext): EventBatches {
  return new EventBatches({
    ...context,
    ...tools,
    ...path.observer,
    journal: path.journal,
  });
}

function openJobs(
  context: ServiceContext,
  { clickhouse, baseUrl }: Services,
  sending: Sending,
  tasks: HistoryTasks,
): JobRunner {
  const { onExport, ...metrics } = jobMetrics(context.path.metrics.registry);
  const findWebsite: NotificationContext['findWebsite'] = (id) => context.websites.cache.byId(id);
  const notifications: NotificationContext = { ...context, ...sending, clickhouse, baseUrl, findWebsite, metrics };
  const jobs = new JobRunner(serviceJobs(context, notifications, tasks, onExport), context.warn);
  jobs.start();
  context.resources.add('jobs', () => jobs.close());
  return jobs;
}

/** The client for dashboard and API queries: bounded in number, and cached until the next write. */
function forQueries({ clickhouse, config, log }: AppContext) {
  const logged = config.debugSql ? logQueries(clickhouse, (query) => log.info(query, 'query')) : clickhouse;
  return withQueryCache(queued(logged, config.clickhouse.url === undefined ? 'embedded' : 'server'));
}
