import type { Config } from '../config.js';
import { FolderInUse, openDataFolder } from '../data-folder.js';
import { type Engines, openDatabases, openEngines } from '../engines.js';

type Task<T> = (engines: Engines) => Promise<T>;

/**
 * Runs a task on both databases, open and at this version's schema.
 *
 * @throws FolderInUse while a server holds a database that is embedded.
 */
export const withEngines = <T>(config: Config, task: Task<T>): Promise<T> => holding(config, openEngines, task);

/** The same, with the tables as an earlier version may have left them. */
export const withUnmigratedEngines = <T>(config: Config, task: Task<T>): Promise<T> =>
  holding(config, openDatabases, task);

async function holding<T>(config: Config, open: (config: Config) => Promise<Engines>, task: Task<T>): Promise<T> {
  const release = await holdEmbedded(config);
  try {
    const engines = await open(config);
    try {
      return await task(engines);
    } finally {
      await engines.close();
    }
  } finally {
    await release();
  }
}

/** Servers are there to be shared; an embedded database belongs to one process. */
async function holdEmbedded({ dataDir, databaseUrl, clickhouse }: Config): Promise<() => Promise<void>> {
  if (databaseUrl !== undefined && clickhouse.url !== undefined) return async () => {};
  try {
    const folder = await openDataFolder(dataDir);
    return () => folder.release();
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new FolderInUse(
      `a running Footfall holds the databases in ${dataDir}: stop it first, or set DATABASE_URL and CLICKHOUSE_URL to use servers`,
    );
  }
}
