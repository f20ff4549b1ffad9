import { join } from 'node:path';
import type { Logger } from 'pino';
import { bootstrapAccount } from './accounts/create-account.js';
import { forgetExpired } from './accounts/sign-in-sessions.js';
import { type App, createApp } from './app.js';
import { findDetachedParts } from './clickhouse/damage.js';
import { withQueryCache } from './clickhouse/query-cache.js';
import { queued } from './clickhouse/queued.js';
import type { Config } from './config.js';
import { lastGenerations } from './daily-visitors/recount.js';
import { openDataFolder } from './data-folder.js';
import type { Engines, Verify } from './engines.js';
import { type EventStep, openEventPath } from './event-path.js';
import { describeError } from './http/error-description.js';
import type { Services } from './http/v1/services.js';
import { ImportRecovery } from './imports/commit.js';
import { deleteEvents } from './imports/delete-events.js';
import { importHistory } from './imports/import-history.js';
import { type ImportLimits, importLimits } from './imports/limits.js';
import { ImportQueue } from './imports/queue.js';
import { openPlaces } from './ingest/place.js';
import { KeyedMutex, Mutex } from './lib/mutex.js';
import { openMailer } from './mail/open.js';
import { Recounts } from './recounts.js';
import type { AsyncSessionizer } from './sessions/sessionizer.js';
import { openVisitorKeys } from './visitors/visitor-keys.js';
import { endCounts, endFormerCounts, openCount } from './websites/count.js';
import {
  deleteWebsite,
  eraseDeletedWebsites,
  eraseWebsites,
  findDeletedWebsites,
  purgeDeletedWebsites,
} from './websites/delete-website.js';
import { websiteLockName } from './websites/website.js';
import { WebsiteCache } from './websites/website-cache.js';
import { websiteReader } from './websites/website-lookup.js';

/** How often is tried again what failed at the start, and deleted websites are erased a last time. */
const PURGE_INTERVAL_MS = 60_000;
const FORGETTING_INTERVAL_MS = 60 * 60_000;

/** What takes longer than this to close is named in the log. */
const SLOW_CLOSE_MS = 1_000;

export interface ServiceOptions {
  readonly config: Config;
  /** Opens both databases, and calls `verify` before it changes anything in them; called when the data folder is held. */
  readonly openEngines: (verify: Verify) => Promise<Engines>;
  /** Where blocks of rows are made: in a thread of their own, or, for a test, here. */
  readonly sessionizer: AsyncSessionizer;
  readonly log: Logger;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Origin at which the service is reached, without a trailing slash. */
  readonly baseUrl: string;
  /** For tests, which do not wait as long. */
  readonly importLimits?: Partial<ImportLimits>;
  /** Called at each step of an event's way, for tests that end the process there. */
  readonly onStep?: (step: EventStep) => void;
}

/** Footfall at work, but for its listening socket. */
export interface Service {
  readonly app: App;
  readonly engines: Engines;
  readonly services: Services;
  /** Resolves when every event acknowledged before the call is in ClickHouse. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens everything in the order in which it depends on each other, and brings what an earlier process left undone to
 * its end before the first question is answered.
 *
 * @throws FolderInUse when another process holds `DATA_DIR`, IncompleteInstallation when something in it was lost.
 */
export async function openService(parts: ServiceOptions): Promise<Service> {
  const { config, openEngines, sessionizer, log, now, baseUrl, onStep = () => undefined } = parts;
  const opened: (readonly [name: string, close: () => Promise<unknown>])[] = [];
  const closing = async () => {
    for (const [name, close] of opened.reverse()) {
      const slow = setTimeout(() => log.warn(`stopping waits for ${name}`), SLOW_CLOSE_MS);
      await close().finally(() => clearTimeout(slow));
    }
  };
  const warn = (what: string) => (error: unknown) => log.warn({ error: describeError(error) }, what);
  try {
    const places = await openPlaces(config.geoipDb, (message) => log.warn(message));
    const folder = await openDataFolder(config);
    opened.push(['the data folder', () => folder.release()]);
    for (const warning of folder.warnings) log.warn(warning);
    const { installation } = folder;
    const engines = await openEngines(installation.verify);
    opened.push(['the databases', () => engines.close()]);
    const { clickhouse, postgres } = engines;
    if (config.bootstrap !== undefined) await bootstrapAccount(postgres.db, config.bootstrap, now());
    await installation.record(engines, folder);
    if (installation.accepted.length > 0) {
      log.warn(
        { parts: installation.accepted },
        'parts of the installation were missing, and the start went on without',
      );
    }
    const damaged = await findDetachedParts(clickhouse).catch(warn('damaged parts could not be listed'));
    if (damaged?.length) {
      log.error({ damaged }, 'ClickHouse has set damaged parts aside, whose rows no query sees: see footfall doctor');
    }
    const recovery = await ImportRecovery.open(clickhouse, postgres.db, folder.instance);
    const beforeRecovery = { db: postgres.db, refresh: async () => undefined };
    const notRecovered = warn('an import that a stopped process left could not be brought to its end yet');
    await recovery.run(
      (id, task) =>
        postgres.withNamedLock(websiteLockName(id), async () => {
          await endCounts(beforeRecovery, [id]);
          await task();
        }),
      notRecovered,
    );
    await lastGenerations(clickhouse)
      .then((last) => endFormerCounts(beforeRecovery, last))
      .catch(warn('counts of visitors could not be compared with those that ClickHouse has'));

    const live = await WebsiteCache.open(postgres, warn('websites could not be read'));
    opened.push(['the websites', () => live.close()]);
    const websites = { db: postgres.db, refresh: (id: string) => live.refresh(id) };
    const websiteOf = (websiteId: string) => {
      const website = live.byId(websiteId);
      return website && { accountId: website.accountId, count: openCount(website) };
    };
    const findDeleted = (ids: readonly string[]) => findDeletedWebsites(postgres.db, ids);
    const path = await openEventPath({
      config,
      folder,
      clickhouse,
      sessionizer,
      websiteOf,
      endCounts: (ids) => endCounts(websites, ids),
      findDeleted,
      log,
      now,
      onStep,
    });
    opened.push(['events on their way', () => path.close()]);
    const { writer } = path;
    // A block that was left may hold events of a website that is gone.
    const notErased = warn('deleted websites could not be erased yet');
    await eraseDeletedWebsites(clickhouse, postgres.db).catch(notErased);
    writer.start();
    const websiteLocks = new KeyedMutex();
    const withWebsiteLock = <T>(id: string, task: () => Promise<T>) =>
      websiteLocks.run(id, () => postgres.withNamedLock(websiteLockName(id), task));
    // Whatever changes stored events ends the count of their visitors first.
    const alone = <T>(id: string, task: () => Promise<T>) =>
      withWebsiteLock(id, async () => {
        await endCounts(websites, [id]);
        return task();
      });
    const exclusive = <T>(id: string, task: () => Promise<T>) => alone(id, () => writer.exclusive(id, task));
    const recounts = new Recounts({
      clickhouse,
      postgres,
      websites,
      live,
      quiet: (id, task) => withWebsiteLock(id, () => writer.quiet(task)),
      onFailed: warn('the visitors of a website could not be counted by the day yet'),
    });
    recounts.start();
    opened.push(['counts of visitors', () => recounts.close()]);
    const stopping = new AbortController();
    const limits = { ...importLimits, ...parts.importLimits };
    const importQueue = new ImportQueue(limits);
    opened.push([
      'imports',
      async () => {
        importQueue.close();
        stopping.abort();
      },
    ]);
    const purges = new Mutex();
    const purging = setInterval(() => {
      const purge = async () => {
        if (!recovery.isDone) await recovery.run(exclusive, notRecovered);
        await purgeDeletedWebsites(clickhouse, postgres.db, { now: now(), drain: path.drain });
      };
      purges.run(purge).catch(notErased);
    }, PURGE_INTERVAL_MS);
    opened.push([
      'deleted websites',
      () => {
        clearInterval(purging);
        return purges.run(async () => undefined);
      },
    ]);
    const forgetting = setInterval(() => {
      forgetExpired(postgres.db, now()).catch(warn('what has expired could not be removed'));
    }, FORGETTING_INTERVAL_MS);
    opened.push(['what has expired', async () => clearInterval(forgetting)]);

    const { secret } = folder;
    const keys = await openVisitorKeys({
      db: postgres.db,
      rotation: config.visitorIdRotation,
      secret,
      now,
      log: warn('the salts of visitors could not be read'),
    });
    opened.push(['the salts of visitors', async () => keys.close()]);
    const tools = {
      places,
      keysAt: keys.at,
    };
    const imports = {
      ...tools,
      clickhouse,
      db: postgres.db,
      instance: folder.instance,
      folder: join(folder.path, 'imports'),
      queue: importQueue,
      limits,
      secret,
      now,
      exists: (id: string) => live.byId(id) !== undefined,
      alone,
      exclusive,
      stopping: stopping.signal,
      log: warn('an import could not be brought to its end yet'),
      onUnavailable: warn('an import failed, as the disk is full or a database is away'),
    };
    const services: Services = {
      clickhouse: withQueryCache(queued(clickhouse, config.clickhouse.url === undefined ? 'embedded' : 'server')),
      websites,
      reader: websiteReader(postgres, live),
      plan: config.plan,
      now,
      baseUrl,
      scriptUrl: config.scriptUrl ?? baseUrl,
      importHistory: (request) => importHistory(request, imports),
      deleteEvents: (request) =>
        deleteEvents(request, { ...imports, log: warn('a deletion of events could not be brought to its end yet') }),
      deleteWebsite: async (website) => {
        // Usage outlives a website: what it has collected until now counts.
        await path.drain().catch(warn('events of a website that is deleted could not be counted'));
        await deleteWebsite(websites, website, now());
        // The website is gone either way: while ClickHouse is away, its tombstone sees to the rest.
        await exclusive(website.id, () => eraseWebsites(clickhouse, [website.id])).catch(
          warn('the events of a deleted website could not be erased yet'),
        );
      },
    };
    const app = createApp({
      config,
      engines,
      services,
      live,
      path,
      tools,
      mailer: openMailer(config.mail, log),
      secret,
      installation,
      log,
    });
    return { app, engines, services, drain: () => path.drain(), close: closing };
  } catch (error) {
    await closing();
    throw error;
  }
}
