import type { Config } from '../app/config.js';
import { type DataFolder, FolderInUse, openDataFolder } from '../app/data-folder.js';
import { type Engines, openDatabases, openEngines, openPostgresAlone, type Verify } from '../app/engines.js';
import type { OpenDatabases } from '../app/installation.js';
import type { Postgres } from '../postgres/postgres.js';

/** @param secret of the installation */
type Task<Opened, T> = (opened: Opened, secret: string) => Promise<T>;

interface Needed<Opened> {
  readonly open: (config: Config, verify?: Verify) => Promise<Opened & { close(): Promise<void> }>;
  readonly databases: (opened: Opened) => OpenDatabases;
  readonly areServers: (config: Config) => boolean;
  /** Variables that configure servers. */
  readonly servers: string;
}

const both = {
  areServers: ({ databaseUrl, clickhouse }: Config) => databaseUrl !== undefined && clickhouse.url !== undefined,
  servers: 'DATABASE_URL and CLICKHOUSE_URL to use servers',
  databases: (engines: Engines) => engines,
};

/**
 * Migrates both databases first.
 *
 * @throws FolderInUse while a server holds a database that is embedded, IncompleteInstallation when one was lost.
 */
export const withEngines = <T>(config: Config, task: Task<Engines, T>): Promise<T> =>
  holding({ ...both, open: openEngines }, config, task);

/** Does not migrate the databases. */
export const withUnmigratedEngines = <T>(config: Config, task: Task<Engines, T>): Promise<T> =>
  holding({ ...both, open: openDatabases }, config, task);

/** PostgreSQL has the accounts, their API keys and their websites. */
export const withPostgres = <T>(config: Config, task: Task<Postgres, T>): Promise<T> =>
  holding(
    {
      open: openPostgresAlone,
      areServers: ({ databaseUrl }) => databaseUrl !== undefined,
      servers: 'DATABASE_URL to use a server',
      databases: (postgres) => ({ postgres }),
    },
    config,
    task,
  );

async function holding<Opened, T>(needed: Needed<Opened>, config: Config, task: Task<Opened, T>): Promise<T> {
  const folder = await holdEmbedded(needed, config);
  try {
    const opened = await needed.open(config, folder?.installation.verify);
    try {
      // Without a folder the database is a server, which requires `SECRET`.
      const result = await task(opened, folder?.secret ?? config.secret ?? '');
      await folder?.installation.record(needed.databases(opened), folder);
      return result;
    } finally {
      await opened.close();
    }
  } finally {
    await folder?.release();
  }
}

/**
 * Locks the data folder only for embedded databases. Servers can be shared; an embedded database belongs to one
 * process.
 */
async function holdEmbedded(
  { areServers, servers }: Pick<Needed<unknown>, 'areServers' | 'servers'>,
  config: Config,
): Promise<DataFolder | undefined> {
  if (areServers(config)) return undefined;
  try {
    return await openDataFolder(config);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new FolderInUse(
      `the databases in ${config.dataDir} are in use by a running Footfall: stop it first, or set ${servers}`,
    );
  }
}
