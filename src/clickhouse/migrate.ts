import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { earlierLayout } from '../lib/errors.js';
import type { ClickHouse } from './clickhouse.js';
import { type Migration, readMigrations, splitStatements } from './migration-file.js';
import { sql, trusted } from './sql.js';

/** `clickhouse/` beside `src/` and `dist/`. */
const FOLDER = fileURLToPath(new URL('../../clickhouse/', import.meta.url));

const applied = z.object({ version: z.number(), name: z.string(), checksum: z.string() });
type Applied = z.infer<typeof applied>;

/**
 * Applies the missing migrations. Every file can be repeated, so that an interrupted migration can be resumed. Only one
 * process at a time may run it: a repeated file may drop what another process has filled already.
 *
 * @throws Error when an applied file has changed or is missing here, and when the tables are of a version before the
 *   first release.
 */
export async function migrateClickHouse(
  clickhouse: ClickHouse,
  cluster: string | undefined,
  folder: string = FOLDER,
): Promise<void> {
  const migrations = await readMigrations(folder);
  for (const statement of splitStatements(register, cluster)) await clickhouse.command(trusted(statement));
  const rows = await appliedTo(clickhouse);
  if (rows.some((row) => isRenamed(row, migrations))) throw earlierLayout('ClickHouse');
  for (const row of rows) verify(row, migrations);
  for (const migration of findMissing(migrations, rows)) {
    for (const statement of splitStatements(migration, cluster)) await clickhouse.command(trusted(statement));
    await clickhouse.sync();
    await clickhouse.insert({
      table: 'migrations',
      columns: ['version', 'name', 'checksum'],
      body: Buffer.from(`${JSON.stringify([migration.version, migration.name, migration.checksum])}\n`),
      token: migration.checksum,
    });
  }
}

export async function pendingClickHouse(clickhouse: ClickHouse): Promise<readonly string[]> {
  const [found] = await clickhouse.query({
    name: 'migrate/register',
    sql: sql`SELECT count() > 0 AS known FROM system.tables WHERE database = currentDatabase() AND name = 'migrations'`,
    row: z.object({ known: z.number() }),
  });
  const rows = found?.known ? await appliedTo(clickhouse) : [];
  return findMissing(await readMigrations(FOLDER), rows).map(({ name }) => name);
}

const appliedTo = (clickhouse: ClickHouse): Promise<readonly Applied[]> =>
  clickhouse.query({
    name: 'migrate',
    sql: sql`SELECT DISTINCT version, name, checksum FROM migrations ORDER BY version`,
    row: applied,
  });

const findMissing = (migrations: readonly Migration[], rows: readonly Applied[]): readonly Migration[] =>
  migrations.filter((migration) => !rows.some(({ version }) => version === migration.version));

/** No released version has renamed a file. */
const isRenamed = (row: Applied, migrations: readonly Migration[]): boolean =>
  migrations.some(({ version, name }) => version === row.version && name !== row.name);

function verify(row: Applied, migrations: readonly Migration[]): void {
  const migration = migrations.find(({ version }) => version === row.version);
  if (migration === undefined) {
    throw new Error(
      `ClickHouse has migration ${row.name}, which this version of Footfall does not know: use a newer one`,
    );
  }
  if (migration.checksum !== row.checksum) {
    throw new Error(`migration clickhouse/${migration.name} was changed after it had been applied: restore it`);
  }
}

/** The only statement that cannot be in a migration file. */
const register: Migration = {
  version: 0,
  name: 'migrations',
  checksum: '',
  template: `CREATE TABLE IF NOT EXISTS migrations{{local}} {{on_cluster}} (
  version UInt32, name String, checksum String, applied_at DateTime DEFAULT now()
)
ENGINE = {{engine:MergeTree}}
ORDER BY version
SETTINGS {{durable}}
----
{{distributed:migrations:version}}`,
};
