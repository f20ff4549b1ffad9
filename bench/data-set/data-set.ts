import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readConfig } from '../../src/app/config.js';
import { openEngines } from '../../src/app/engines.js';
import { readMigrations } from '../../src/clickhouse/migration-file.js';
import { openEngine } from '../engine/engine.js';
import { countStored } from './counts.js';
import { addWebsites, awaitMerges, insertEvents } from './fill.js';
import { closedMonths, type DataSetOptions, liveMonth } from './plan.js';
import { insertRows } from './rows.js';

const MARK = 'bench.json';

/** A data folder for a service, with the closed months. */
export interface DataSet {
  readonly folder: string;
  /** Does nothing for a folder that is kept. */
  remove(): Promise<void>;
}

/** Inputs of a kept folder. A new or changed migration makes it useless: it may empty the daily visitor counts. */
interface Mark extends DataSetOptions {
  readonly recipe: string;
  readonly migrations: Readonly<Record<string, string>>;
}

/**
 * Reuses the data set that an earlier run with the same options has kept, else creates it.
 *
 * @param keep folder to keep it in; undefined for a temporary one
 */
export async function openDataSet(
  options: DataSetOptions,
  keep: string | undefined,
  onProgress: (done: number, of: number) => void,
): Promise<DataSet> {
  const folder = keep ?? (await mkdtemp(join(tmpdir(), 'footfall-bench-')));
  const remove = async () => {
    if (keep === undefined) await rm(folder, { recursive: true, force: true });
  };
  const mark = await readMark(options);
  if (keep !== undefined && (await isUsable(folder, mark))) return { folder, remove };
  await mkdir(folder, { recursive: true });
  const engines = await openEngines(readConfig({ DATA_DIR: folder }));
  const engine = await openEngine(folder);
  try {
    const accountId = await addWebsites(engines.postgres.db);
    for (const [done, month] of closedMonths.entries()) {
      onProgress(done, closedMonths.length);
      await insertEvents(engine, options, month, accountId);
    }
    onProgress(closedMonths.length, closedMonths.length);
    await countStored(engines.clickhouse, options);
    await awaitMerges(engine);
  } finally {
    engine.close();
    await engines.close();
  }
  await writeFile(join(folder, MARK), `${JSON.stringify(mark, null, 2)}\n`);
  return { folder, remove };
}

/** Empties a folder with another data set. Refuses to touch a folder that is not a data set. */
async function isUsable(folder: string, mark: Mark): Promise<boolean> {
  if (!existsSync(folder) || (await readdir(folder)).length === 0) return false;
  const text = await readFile(join(folder, MARK), 'utf8').catch(() => {
    throw new Error(`${folder} holds no finished data set of the bench: remove it, or name another folder`);
  });
  const found = JSON.parse(text) as Mark;
  if (isDeepStrictEqual(found, JSON.parse(JSON.stringify(mark)))) return true;
  await rm(folder, { recursive: true });
  return false;
}

async function readMark(options: DataSetOptions): Promise<Mark> {
  const recipe = insertRows(options, { first: 0, count: 0 }, liveMonth, '');
  const migrations = await readMigrations('clickhouse');
  return {
    ...options,
    recipe: createHash('sha256').update(recipe).digest('hex'),
    migrations: Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum])),
  };
}
