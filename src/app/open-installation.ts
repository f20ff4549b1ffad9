import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { bootstrapAccount } from '../accounts/create-account.js';
import { findDetachedParts } from '../clickhouse/damage.js';
import { describeError } from '../lib/error-description.js';
import { findDamagedTables } from '../postgres/damage.js';
import type { Config } from './config.js';
import { type DataFolder, openDataFolder } from './data-folder.js';
import type { Engines, Verify } from './engines.js';
import { localQueries } from './local-queries.js';
import { localStats } from './local-stats.js';
import type { Resources } from './resources.js';

export interface InstallationOptions {
  readonly config: Config;
  /** Must call `verify` before it changes anything. Called once the data folder is locked. */
  readonly openEngines: (verify: Verify) => Promise<Engines>;
  readonly log: Logger;
  readonly now: () => number;
}

export interface OpenInstallation {
  readonly folder: DataFolder;
  readonly engines: Engines;
}

/**
 * Also creates the account that the configuration names.
 *
 * @throws FolderInUse when another process holds `DATA_DIR`, IncompleteInstallation when a part of the installation was
 *   lost.
 */
export async function openInstallation(
  { config, openEngines, log, now }: InstallationOptions,
  resources: Resources,
): Promise<OpenInstallation> {
  const folder = await openDataFolder(config);
  resources.add('the data folder', () => folder.release());
  for (const warning of folder.warnings) log.warn(warning);
  const { installation } = folder;
  const engines = await openEngines(installation.verify);
  resources.add('the databases', () => engines.close());
  if (config.bootstrap !== undefined) await bootstrapAccount(engines.postgres.db, config.bootstrap, now());
  await installation.record(engines, folder);
  folder.answer(getRequestListener(localAnswers(engines, config, now).fetch, { errorHandler: logFailure(log) }));
  if (installation.accepted.length > 0) {
    log.warn({ parts: installation.accepted }, 'started without missing parts of the installation, as configured');
  }
  await logDamage(engines, log);
  return { folder, engines };
}

/** For commands of this machine, while this process holds the databases. */
function localAnswers({ clickhouse, postgres: { db } }: Engines, config: Config, now: () => number): Hono {
  const app = new Hono();
  app.route('/', localQueries(db));
  app.route('/', localStats({ clickhouse, db, now, config }));
  app.onError((error) => {
    throw error;
  });
  return app;
}

const logFailure =
  (log: Logger) =>
  (error: unknown): Response => {
    log.error({ error: describeError(error) }, 'a command of this machine could not be answered');
    return new Response(null, { status: 500 });
  };

async function logDamage({ clickhouse, postgres }: Engines, log: Logger): Promise<void> {
  try {
    const damaged = await findDetachedParts(clickhouse);
    if (damaged.length > 0) {
      log.error({ damaged }, 'ClickHouse detached damaged parts, so their rows are missing: run footfall doctor');
    }
    // A server manages its own files.
    const tables = postgres.kind === 'embedded' ? await findDamagedTables(postgres.db) : [];
    if (tables.length > 0) {
      log.error(
        { tables },
        'rows of PostgreSQL cannot be read, so its files are damaged: restore DATA_DIR from a backup',
      );
    }
  } catch (error) {
    log.warn({ error: describeError(error) }, 'damage could not be looked for');
  }
}
