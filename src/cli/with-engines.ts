import type { Config } from '../config.js';
import { FolderInUse, openDataFolder } from '../data-folder.js';
import { type Engines, openDatabases, openEngines, openPostgresAlone } from '../engines.js';
import type { Postgres } from '../postgres/postgres.js';

type Task<Opened, T> = (opened: Opened) => Promise<T>;

/** Which databases a task needs. */
interface Needed<Opened> {
  readonly open: (config: Config) => Promise<Opened & { close(): Promise<void> }>;
  readonly areServers: (config: Config) => boolean;
  /** What makes them servers. */
  readonly servers: string;
}

const both = {
  areServers: ({ databaseUrl, clickhouse }: Config) => databaseUrl !== undefined && clickhouse.url !== undefined,
  servers: 'DATABASE_URL and CLICKHOUSE_URL to use servers',
};

/**
 * Runs a task on both databases, open and at this version's schema.
 *
 * @throws FolderInUse while a server holds a database that is embedded.
 */
export const withEngines = <T>(config: Config, task: Task<Engines, T>): Promise<T> =>
  holding({ ...both, open: openEngines }, config, task);

/** The same, with the tables as an earlier version may have left them. */
export const withUnmigratedEngines = <T>(config: Config, task: Task<Engines, T>): Promise<T> =>
  holding({ ...both, open: openDatabases }, config, task);

/** The same with PostgreSQL alone, which has the accounts, their keys and their websites. */
export const withPostgres = <T>(config: Config, task: Task<Postgres, T>): Promise<T> =>
  holding(
    {
      open: openPostgresAlone,
      areServers: ({ databaseUrl }) => databaseUrl !== undefined,
      servers: 'DATABASE_URL to use a server',
    },
    config,
    task,
  );

async function holding<Opened, T>(needed: Needed<Opened>, config: Config, task: Task<Opened, T>): Promise<T> {
  const release = await holdEmbedded(needed, config);
  try {
    const opened = await needed.open(config);
    try {
      return await task(opened);
    } finally {
      await opened.close();
    }
  } finally {
    await release();
  }
}

/** Servers are there to be shared; an embedded database belongs to one process. */
async function holdEmbedded(
  { areServers, servers }: Pick<Needed<unknown>, 'areServers' | 'servers'>,
  config: Config,
): Promise<() => Promise<void>> {
  if (areServers(config)) return async () => {};
  try {
    const folder = await openDataFolder(config.dataDir);
    return () => folder.release();
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new FolderInUse(
      `a running Footfall holds the databases in ${config.dataDir}: stop it first, or set ${servers}`,
    );
  }
}
