import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A numbered file of the folder `clickhouse/`. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  /** SHA-256 of the file in the repository. */
  readonly checksum: string;
  readonly template: string;
}

const SEPARATOR = /^----$/m;

/** Repeats of this many latest inserts are recognized. */
const DEDUPLICATION_WINDOW = 10_000;

/** A replicated table's default is one hour, but a block may wait on the disk of a stopped process. */
const DEDUPLICATION_SECONDS = 30 * 24 * 60 * 60;

export async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const template = await readFile(join(folder, name), 'utf8');
      const checksum = createHash('sha256').update(template).digest('hex');
      return { version: Number(name.slice(0, 4)), name, checksum, template };
    }),
  );
}

/**
 * Returns the statements of a migration, for a single server or for a cluster. On a cluster, the rows of a table `x` are in
 * `x_local`, replicated on each shard, and `x` is a `Distributed` table in front.
 *
 * - `{{local}}` the suffix of the tables that hold rows
 * - `{{on_cluster}}` makes a statement run on every host
 * - `{{engine:MergeTree}}` an engine, replicated on a cluster
 * - `{{durable}}` settings of a table whose blocks must survive a power loss and be inserted once
 * - `{{distributed:table:key}}` a whole statement, for a cluster only: the table in front, and its sharding key
 */
export function splitStatements({ template }: Migration, cluster: string | undefined): readonly string[] {
  const window =
    cluster === undefined
      ? `non_replicated_deduplication_window = ${DEDUPLICATION_WINDOW}`
      : `replicated_deduplication_window = ${DEDUPLICATION_WINDOW}, replicated_deduplication_window_seconds = ${DEDUPLICATION_SECONDS}`;
  return template
    .replaceAll('{{local}}', cluster === undefined ? '' : '_local')
    .replaceAll('{{on_cluster}}', cluster === undefined ? '' : `ON CLUSTER '${cluster}'`)
    .replaceAll('{{durable}}', `${window}, fsync_after_insert = 1, fsync_part_directory = 1`)
    .replace(/\{\{engine:(\w+)\}\}/g, (_, engine: string) => (cluster === undefined ? engine : `Replicated${engine}`))
    .replace(/\{\{distributed:(\w+):([^}]+)\}\}/g, (_, table: string, key: string) =>
      cluster === undefined
        ? ''
        : `CREATE TABLE IF NOT EXISTS ${table} ON CLUSTER '${cluster}' AS ${table}_local
ENGINE = Distributed('${cluster}', currentDatabase(), '${table}_local', ${key})`,
    )
    .split(SEPARATOR)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
