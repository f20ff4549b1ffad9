import { join } from 'node:path';
import type { Logger } from 'pino';
import { bootstrapAccount } from './accounts/bootstrap.js';
import { type App, createApp } from './app.js';
import type { Config } from './config.js';
import { openDataFolder } from './data-folder.js';
import type { Engines } from './engines.js';
import type { Services } from './http/v1/services.js';
import { recoverImports } from './imports/end.js';
import { importHistory } from './imports/import-history.js';
import { openPlaces } from './ingest/place.js';
import { ingestMetrics } from './ingest-metrics.js';
import { Journal, type JournalStep } from './journal/journal.js';
import { type BlockStep, BlockWriter } from './sessions/block-writer.js';
import { SerialByKey } from './sessions/serial.js';
import { deleteWebsite } from './websites/delete-website.js';
import { eraseDeletedWebsites, eraseWebsite } from './websites/erase-website.js';
import { LiveWebsites } from './websites/live.js';

export interface ServiceParts {
  readonly config: Config;
  /** Opens both databases; called when the data folder is held. */
  readonly openEngines: () => Promise<Engines>;
  readonly log: Logger;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Origin at which the service is reached, without a trailing slash. */
  readonly baseUrl: string;
  /** Called at each step of an event's way, for tests that end the process there. */
  readonly onStep?: (step: JournalStep | BlockStep) => void;
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
 * @throws FolderInUse when another process holds `DATA_DIR`.
 */
export async function openService(parts: ServiceParts): Promise<Service> {
  const { config, openEngines, log, now, baseUrl, onStep = () => undefined } = parts;
  const opened: (() => Promise<unknown>)[] = [];
  const closing = async () => {
    for (const close of opened.reverse()) await close();
  };
  const onError = (what: string) => (error: unknown) => log.error({ err: nameOf(error) }, what);
  try {
    const folder = await openDataFolder(config.dataDir);
    opened.push(() => folder.release());
    const engines = await openEngines();
    opened.push(() => engines.close());
    const { clickhouse, postgres } = engines;
    if (config.bootstrap !== undefined) await bootstrapAccount(postgres.db, config.bootstrap, now());
    await eraseDeletedWebsites(clickhouse, postgres.db);
    await recoverImports(clickhouse, postgres.db, folder.instance);

    const live = await LiveWebsites.open(postgres, onError('websites could not be read'));
    opened.push(() => live.close());
    const metrics = ingestMetrics();
    const journal = await Journal.open({
      folder: join(folder.path, 'journal'),
      maxBytes: config.journalMaxBytes,
      now,
      onStep,
    });
    opened.push(() => journal.close());
    const writer = await BlockWriter.open({
      journal,
      clickhouse,
      folder: join(folder.path, 'blocks'),
      rejectedFolder: join(folder.path, 'rejected'),
      instance: folder.instance,
      accountOf: (websiteId) => live.byId(websiteId)?.accountId,
      now,
      observer: {
        onStep,
        onInserted: metrics.onInserted,
        onRejected: (rows) => {
          metrics.onRejected(rows);
          log.error({ rows }, 'ClickHouse refused rows: they are in the folder rejected');
        },
        onFailed: (error) => {
          metrics.onRetry();
          log.warn({ err: nameOf(error) }, 'events wait: ClickHouse did not take them');
        },
      },
    });
    opened.push(() => writer.stop());
    writer.start();

    const tools = {
      places: await openPlaces(config.geoipDb, (message) => log.warn(message)),
      secret: config.secret ?? folder.secret,
    };
    const websiteTurns = new SerialByKey();
    const exclusive = <T>(id: string, task: () => Promise<T>) => websiteTurns.run(id, () => writer.exclusive(id, task));
    const websites = { db: postgres.db, refresh: (id: string) => live.refresh(id) };
    const services: Services = {
      clickhouse,
      websites,
      plan: config.plan,
      now,
      baseUrl,
      scriptUrl: config.scriptUrl ?? baseUrl,
      importHistory: (request) =>
        importHistory(request, {
          ...tools,
          clickhouse,
          db: postgres.db,
          instance: folder.instance,
          now,
          exists: (id) => live.byId(id) !== undefined,
          alone: (id, task) => websiteTurns.run(id, task),
          exclusive,
        }),
      deleteWebsite: async (website) => {
        await deleteWebsite(websites, website, now());
        await exclusive(website.id, () => eraseWebsite(clickhouse, postgres.db, website.id));
      },
    };
    const app = createApp({ config, engines, services, live, journal, metrics, tools, log });
    return { app, engines, services, drain: () => writer.drain(), close: closing };
  } catch (error) {
    await closing();
    throw error;
  }
}

/** An engine's message may quote rows, and a driver's the address of a database: neither is for a log. */
const nameOf = (error: unknown): { readonly name: string; readonly code?: unknown } =>
  error instanceof Error ? { name: error.name, ...('code' in error && { code: error.code }) } : { name: 'unknown' };
