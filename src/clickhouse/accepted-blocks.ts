import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from '../lib/durable-files.js';
import { partsIn } from './part-name.js';
import { countedTables } from './tables.js';

const numbers = z.record(z.enum(countedTables), z.number());

/** The last block of each table that is there for good. */
type AcceptedBlocks = z.infer<typeof numbers>;

const pathIn = (folder: string): string => join(folder, 'accepted-blocks.json');

/**
 * Reads what was accepted last; undefined where that cannot be read, as in a folder of a version that did not sync its inserts: no part
 * of it can be told to be unfinished.
 */
export async function acceptedBlocks(folder: string): Promise<AcceptedBlocks | undefined> {
  try {
    return numbers.parse(JSON.parse(await readFile(pathIn(folder), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Accepts every block that is there: whatever its log says, it is no unfinished insert. Inserts must be synced. */
export async function acceptBlocks(folder: string): Promise<void> {
  const lastOf = async (table: string): Promise<number> =>
    (await partsIn(join(folder, 'data', 'default', table))).reduce((most, { last }) => Math.max(most, last), 0);
  const last = await Promise.all(countedTables.map(async (table) => [table, await lastOf(table)] as const));
  await writeDurably(pathIn(folder), JSON.stringify(Object.fromEntries(last)));
}
