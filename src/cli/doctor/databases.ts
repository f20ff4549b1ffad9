import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../../app/config.js';
import { failureLine, RESTORE_POSTGRES } from '../../app/failure-line.js';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { hasEventFiles } from '../../clickhouse/embedded-files.js';
import { pendingClickHouse } from '../../clickhouse/migrate.js';
import { openClickHouse } from '../../clickhouse/open.js';
import { aboutClickHouse } from '../../clickhouse/version.js';
import { AppError } from '../../lib/errors.js';
import { findDamagedTables } from '../../postgres/damage.js';
import { pendingPostgres } from '../../postgres/migrate.js';
import { openPostgres } from '../../postgres/open.js';
import { aboutPostgres, type Database } from '../../postgres/postgres.js';
import { type Check, ok, problem, warning } from './check.js';
import type { Hold } from './data-folder.js';

const PING_TIMEOUT_MS = 10_000;

/** Without `opened`, the database cannot be checked further. */
export interface Seen<Opened> {
  readonly checks: readonly Check[];
  readonly opened?: {
    readonly client: Opened;
    readonly isMigrated: boolean /** Milliseconds. */;
    readonly drift: number;
  };
  close(): Promise<void>;
}

export function lookAtClickHouse({ clickhouse, dataDir }: Config, hold: Hold): Promise<Seen<ClickHouse>> {
  const folder = join(dataDir, 'clickhouse');
  return lookAt<ClickHouse>(
    { name: 'ClickHouse', url: clickhouse.url, isThere: () => hasEventFiles(folder), hold },
    {
      open: async () => {
        const client = await openClickHouse(clickhouse, folder);
        return { client, close: () => client.close() };
      },
      about: aboutClickHouse,
      pending: pendingClickHouse,
    },
  );
}

export function lookAtPostgres({ databaseUrl, dataDir }: Config, hold: Hold): Promise<Seen<Database>> {
  const folder = join(dataDir, 'postgres');
  return lookAt<Database>(
    { name: 'PostgreSQL', url: databaseUrl, isThere: async () => existsSync(join(folder, 'PG_VERSION')), hold },
    {
      open: async () => {
        const postgres = await openPostgres({ url: databaseUrl, folder });
        return { client: postgres.db, close: () => postgres.close() };
      },
      about: aboutPostgres,
      pending: pendingPostgres,
      findDamage: findDamagedTables,
    },
  );
}

interface Place {
  readonly name: string;
  readonly url: string | undefined;
  /** Tests without opening, which would create missing files, and hide a loss. */
  readonly isThere: () => Promise<boolean>;
  readonly hold: Hold;
}

interface Probes<Client> {
  open(): Promise<{ readonly client: Client; close(): Promise<void> }>;
  about(client: Client): Promise<{ readonly version: string; readonly clock: number }>;
  pending(client: Client): Promise<readonly string[]>;
  /** Omitted where it would take long. */
  findDamage?(client: Client): Promise<readonly string[]>;
}

async function lookAt<Client>(place: Place, probes: Probes<Client>): Promise<Seen<Client>> {
  const { name } = place;
  const where = place.url === undefined ? 'embedded' : `the server ${new URL(place.url).host}`;
  const closed = async () => {};
  if (place.url === undefined) {
    if (REASONS[place.hold] !== undefined) return { checks: [], close: closed };
    const isThere = place.hold === 'ours' && (await place.isThere());
    if (!isThere) return { checks: [ok(name, 'embedded; created by the first start')], close: closed };
  }
  let close = closed;
  try {
    const opened = await inTime(probes.open());
    close = opened.close;
    const { client } = opened;
    const { version, clock } = await inTime(probes.about(client));
    const drift = clock - Date.now();
    const pending = await inTime(probes.pending(client));
    const checks = [ok(name, `${where}, version ${version}`), migrations(name, pending)];
    if (pending.length === 0 && probes.findDamage !== undefined) {
      const damaged = await inTime(probes.findDamage(client));
      checks.push(tables(name, damaged));
      if (damaged.length > 0) return { checks, close };
    }
    return { checks, opened: { client, drift, isMigrated: pending.length === 0 }, close };
  } catch (error) {
    return { checks: [problem(name, `${where}: ${failureLine(error)}`)], close };
  }
}

/** Why embedded databases are not opened. */
const REASONS: Readonly<Partial<Record<Hold, string>>> = {
  'held by a server': 'skipped while Footfall is running (see /health/ready instead)',
  unusable: 'skipped because the data folder cannot be used',
};

/** One message for all embedded databases. */
export function lookAtSkipped({ clickhouse, databaseUrl }: Config, hold: Hold): readonly Check[] {
  const embedded = [
    ...(clickhouse.url === undefined ? ['ClickHouse'] : []),
    ...(databaseUrl === undefined ? ['PostgreSQL'] : []),
  ];
  const reason = REASONS[hold];
  if (reason === undefined || embedded.length === 0) return [];
  return [warning('databases', `embedded ${embedded.join(' and ')}: ${reason}`)];
}

const migrations = (name: string, pending: readonly string[]): Check =>
  pending.length === 0
    ? ok(`${name} migrations`, 'all applied')
    : warning(`${name} migrations`, `pending: ${pending.join(', ')}; applied by the next start or footfall migrate`);

const tables = (name: string, damaged: readonly string[]): Check =>
  damaged.length === 0
    ? ok(`${name} tables`, 'all rows can be read')
    : problem(`${name} tables`, `rows of ${damaged.join(', ')} cannot be read: ${RESTORE_POSTGRES}`);

async function inTime<T>(work: Promise<T>): Promise<T> {
  const enough = new AbortController();
  const tooLong = wait(PING_TIMEOUT_MS, undefined, { signal: enough.signal }).then(() => {
    throw new AppError('unavailable', [`no response within ${PING_TIMEOUT_MS / 1000} seconds`]);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    enough.abort();
    tooLong.catch(() => undefined);
  }
}
