import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oldestAccounts } from '../accounts/accounts.js';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { readContents } from '../clickhouse/contents.js';
import { hasEventFiles } from '../clickhouse/embedded-files.js';
import { writeDurably } from '../lib/durable-files.js';
import type { Postgres } from '../postgres/postgres.js';
import type { Config } from './config.js';
import {
  compareData,
  compareFiles,
  type Difference,
  describeDifferences,
  type FoundData,
  type FoundFiles,
  fingerprint,
  type Marker,
  markerShape,
  type Part,
} from './installation-marker.js';

export type InstallationConfig = Pick<Config, 'dataDir' | 'secret' | 'databaseUrl' | 'clickhouse' | 'acceptMissing'>;

export interface OpenDatabases {
  readonly postgres: Pick<Postgres, 'db'>;
  readonly clickhouse?: ClickHouse;
}

/** A part of the installation is missing or belongs to another one. Nothing was changed. */
export class IncompleteInstallation extends Error {
  override readonly name = 'IncompleteInstallation';
}

/**
 * The parts of this installation, as recorded in `DATA_DIR/installation.json`. Each start compares the file with the
 * parts it finds before it changes anything: a fresh database in place of a lost one would let a stranger become the
 * owner. A folder without the file gets one.
 */
export class Installation {
  readonly #config: InstallationConfig;
  #marker: Marker | undefined;
  #accepted: readonly Part[] = [];

  private constructor(config: InstallationConfig, marker: Marker | undefined) {
    this.#config = config;
    this.#marker = marker;
  }

  /**
   * Compares the files of `DATA_DIR` with the marker.
   *
   * @throws IncompleteInstallation
   */
  static async open(config: InstallationConfig): Promise<Installation> {
    const marker = await readMarker(config.dataDir);
    const installation = new Installation(config, marker);
    installation.#refuse(compareFiles(marker, await findFiles(config)));
    return installation;
  }

  /** Missing parts that the configuration accepts. */
  get accepted(): readonly Part[] {
    return this.#accepted;
  }

  /** If so, another owner can only be created on the command line. */
  get hadAccounts(): boolean {
    return this.#marker?.hadAccounts ?? false;
  }

  /**
   * Must be called before migrations.
   *
   * @throws IncompleteInstallation
   */
  readonly verify = async (databases: OpenDatabases): Promise<void> => {
    this.#refuse(compareData(this.#marker, await findData(databases)));
  };

  /** Call it once the databases are migrated. */
  async record(databases: OpenDatabases, { instance, secret }: { readonly instance: string; readonly secret: string }) {
    const { accounts, clickhouse } = await findData(databases);
    await this.#write({
      version: 1,
      instance,
      secretFingerprint: fingerprint(secret),
      clickhouseSince: clickhouse === undefined ? (this.#marker?.clickhouseSince ?? null) : clickhouse.since,
      accounts: [...accounts],
      hadAccounts: accounts.length > 0 || this.hadAccounts || this.#accepted.includes('postgres'),
    });
  }

  async recordAccount(id: string): Promise<void> {
    if (this.#marker === undefined || this.#marker.accounts.length > 0) return;
    await this.#write({ ...this.#marker, accounts: [id], hadAccounts: true });
  }

  async #write(marker: Marker): Promise<void> {
    if (JSON.stringify(marker) !== JSON.stringify(this.#marker)) {
      await writeDurably(markerFile(this.#config.dataDir), `${JSON.stringify(marker, null, 2)}\n`, { mode: 0o600 });
    }
    this.#marker = marker;
  }

  #refuse(differences: readonly Difference[]): void {
    const { acceptMissing } = this.#config;
    const refused = differences.filter(({ part }) => !acceptMissing.includes(part));
    if (refused.length > 0)
      throw new IncompleteInstallation(describeDifferences(refused, describePlaces(this.#config)));
    this.#accepted = [...this.#accepted, ...differences.map(({ part }) => part)];
  }
}

const markerFile = (dataDir: string): string => join(dataDir, 'installation.json');

/** Undefined when there is none. Throws Error when the file cannot be parsed. */
export async function readMarker(dataDir: string): Promise<Marker | undefined> {
  const path = markerFile(dataDir);
  if (!existsSync(path)) return undefined;
  const text = await readFile(path, 'utf8');
  try {
    return markerShape.parse(JSON.parse(text));
  } catch {
    throw new Error(
      `${path} is damaged: put a copy of it back, or remove it when nothing else in the folder is missing; it is then made again`,
    );
  }
}

/** Opens no database. */
export async function findFiles({ dataDir, secret, databaseUrl, clickhouse }: InstallationConfig): Promise<FoundFiles> {
  const usedSecret = secret ?? (await readTextIfAny(join(dataDir, 'secret')));
  return {
    instance: await readTextIfAny(join(dataDir, 'instance')),
    secretFingerprint: usedSecret === undefined ? undefined : fingerprint(usedSecret),
    postgres: databaseUrl !== undefined || existsSync(join(dataDir, 'postgres', 'PG_VERSION')),
    clickhouse: clickhouse.url !== undefined || (await hasEventFiles(join(dataDir, 'clickhouse'))),
  };
}

/** The databases need not be migrated. */
export async function findData({ postgres, clickhouse }: OpenDatabases): Promise<FoundData> {
  const accounts = await oldestAccounts(postgres.db);
  return clickhouse === undefined ? { accounts } : { accounts, clickhouse: await readContents(clickhouse) };
}

export function describePlaces({ dataDir, secret, databaseUrl, clickhouse }: InstallationConfig): Record<Part, string> {
  return {
    postgres: databaseUrl === undefined ? join(dataDir, 'postgres') : 'DATABASE_URL',
    clickhouse: clickhouse.url === undefined ? join(dataDir, 'clickhouse') : 'CLICKHOUSE_URL',
    secret: secret === undefined ? join(dataDir, 'secret') : 'SECRET',
    instance: join(dataDir, 'instance'),
  };
}

async function readTextIfAny(path: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined;
  const text = (await readFile(path, 'utf8')).trim();
  return text === '' ? undefined : text;
}
