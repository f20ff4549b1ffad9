import { join } from 'node:path';
import type { Logger } from 'pino';
import { bootstrapAccount } from './accounts/bootstrap.js';
import { forgetExpired } from './accounts/forget-expired.js';
import { type App, createApp } from './app.js';
import { askedOnce } from './clickhouse/asked-once.js';
import type { Config } from './config.js';
import { openDataFolder } from './data-folder.js';
import type { Engines } from './engines.js';
import { type EventStep, openEventPath } from './event-path.js';
import { describeError } from './http/error-description.js';
import type { Services } from './http/v1/services.js';
import { recoverImports } from './imports/end.js';
import { importHistory } from './imports/import-history.js';
import { openPlaces } from './ingest/place.js';
import { openMailer } from './mail/open.js';
import { type RollupParts, Rollups } from './rollups/rollups.js';
import type { BlockMaking } from './sessions/block-maker.js';
import { Serial, SerialByKey } from './sessions/serial.js';
import { openVisitorKeys } from './visitors/visitor-keys.js';
import { deleteWebsite } from './websites/delete-website.js';
import { buryDeletedWebsites, eraseDeletedWebsites, eraseWebsites } from './websites/erase-website.js';
import { LiveWebsites } from './websites/live.js';
import { websiteReader } from './websites/reader.js';

const BURIAL_INTERVAL_MS = 60_000;
const FORGETTING_INTERVAL_MS = 60 * 60_000;

/** What takes longer than this to close is named in the log. */
const SLOW_CLOSE_MS = 1_000;

export interface ServiceParts {
  readonly config: Config;
  /** Opens both databases; called when the data folder is held. */
  readonly openEngines: () => Promise<Engines>;
  /** Where blocks of rows are made: in a thread of their own, or, for a test, here. */
  readonly blockMaker: BlockMaking;
  readonly log: Logger;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Origin at which the service is reached, without a trailing slash. */
  readonly baseUrl: string;
  /** For tests, whose websites are small and whose questions are short. */
  readonly rollups?: Pick<RollupParts, 'fewestRows' | 'mostRows' | 'graceMs'>;
  /** Called at each step of an event's way, for tests that end the process there. */
  readonly onStep?: (step: EventStep) => void;
}

/** Footfall at work, but for its listening socket. */
export interface Service {
  readonly app: App;
  readonly engines: Engines;
  readonly services: Services;
  readonly rollups: Rollups;
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
  const { config, openEngines, blockMaker, log, now, baseUrl, onStep = () => undefined } = parts;
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
    const folder = await openDataFolder(config.dataDir);
    opened.push(['the data folder', () => folder.release()]);
    const engines = await openEngines();
    opened.push(['the databases', () => engines.close()]);
    const { clickhouse, postgres } = engines;
    if (config.bootstrap !== undefined) await bootstrapAccount(postgres.db, config.bootstrap, now());
    await recoverImports(clickhouse, postgres.db, folder.instance);

    const live = await LiveWebsites.open(postgres, warn('websites could not be read'));
    opened.push(['the websites', () => live.close()]);
    const accountOf = (websiteId: string) => live.byId(websiteId)?.accountId;
    const path = await openEventPath({ config, folder, clickhouse, blockMaker, accountOf, log, now, onStep });
    opened.push(['events on their way', () => path.close()]);
    const { writer } = path;
    // A block that was left may hold events of a website that is gone.
    await eraseDeletedWebsites(clickhouse, postgres.db);
    writer.start();
    const stopping = new AbortController();
    opened.push(['imports', async () => stopping.abort()]);
    const burials = new Serial();
    const burying = setInterval(() => {
      const bury = () => buryDeletedWebsites(clickhouse, postgres.db, { now: now(), drain: path.drain });
      burials.run(bury).catch(warn('deleted websites could not be erased'));
    }, BURIAL_INTERVAL_MS);
    opened.push([
      'deleted websites',
      () => {
        clearInterval(burying);
        return burials.run(async () => undefined);
      },
    ]);
    const forgetting = setInterval(() => {
      forgetExpired(postgres.db, now()).catch(warn('what has expired could not be removed'));
    }, FORGETTING_INTERVAL_MS);
    opened.push(['what has expired', async () => clearInterval(forgetting)]);

    const rollups = await Rollups.open({
      clickhouse,
      zoneOf: (websiteId) => live.byId(websiteId)?.timezone,
      now,
      exclusively: postgres.exclusively,
      log: warn('rollups could not be made'),
      ...parts.rollups,
    });
    opened.push(['rollups', () => rollups.close()]);

    const secret = config.secret ?? folder.secret;
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
    const websiteTurns = new SerialByKey();
    const alone = <T>(id: string, task: () => Promise<T>) =>
      websiteTurns.run(id, () => postgres.inTurn(`website ${id}`, task));
    const exclusive = <T>(id: string, task: () => Promise<T>) => alone(id, () => writer.exclusive(id, task));
    const websites = { db: postgres.db, refresh: (id: string) => live.refresh(id) };
    const services: Services = {
      clickhouse: askedOnce(clickhouse),
      websites,
      reader: websiteReader(postgres, live),
      withBuilt: rollups.withBuilt,
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
          folder: join(folder.path, 'imports'),
          secret,
          now,
          exists: (id) => live.byId(id) !== undefined,
          alone,
          exclusive,
          stopping: stopping.signal,
          log: warn('an import could not be brought to its end yet'),
        }),
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
      log,
    });
    return { app, engines, services, rollups, drain: () => path.drain(), close: closing };
  } catch (error) {
    await closing();
    throw error;
  }
}
