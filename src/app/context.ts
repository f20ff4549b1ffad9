import type { Logger } from 'pino';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { describeError } from '../lib/error-description.js';
import type { Warn } from '../lib/log.js';
import type { Database, Postgres } from '../postgres/postgres.js';
import type { Config } from './config.js';
import type { DataFolder } from './data-folder.js';
import type { Engines } from './engines.js';
import { type InstallationOptions, openInstallation } from './open-installation.js';
import type { Resources } from './resources.js';

/** Passed to each part of the service when it is opened. */
export interface Context {
  readonly config: Config;
  readonly folder: DataFolder;
  readonly engines: Engines;
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  readonly db: Database;
  /** Closed when the service stops. */
  readonly resources: Resources;
  readonly now: () => number;
  readonly log: Logger;
  readonly warn: Warn;
}

/** Throws as {@link openInstallation} does. */
export async function openContext(options: InstallationOptions, resources: Resources): Promise<Context> {
  const { config, log, now } = options;
  const { folder, engines } = await openInstallation(options, resources);
  const { clickhouse, postgres } = engines;
  const warn: Warn = (what) => (error) => log.warn({ error: describeError(error) }, what);
  return { config, folder, engines, clickhouse, postgres, db: postgres.db, resources, now, log, warn };
}
