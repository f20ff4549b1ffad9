import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from '../lib/durable-files.js';
import { partsIn } from './part-name.js';
import { countedTables } from './tables.js';

const numbers = z.record(z.enum(countedTables), z.number());

/** By table, the number of the last block that is permanently stored. */
type AcceptedBlocks = z.infer<typeof numbers>;

const pathIn = (folder: string): string => join(folder, 'accepted-blocks.json');

/**
 * Returns undefined when the numbers cannot be read, as in a folder of a version that did not sync its inserts: no part
 * in it can then be identified as unfinished.
 */
export async function acceptedBlocks(folder: string): Promise<AcceptedBlocks | undefined> {
  try {
    return numbers.parse(JSON.parse(await readFile(pathIn(folder), 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * Accepts every block in the folder, so that none counts as an unfinished insert, whatever its log says. Inserts must
 * be synced.
 */
export async function acceptBlocks(folder: string): Promise<void> {
  const readLast = async (table: string): Promise<number> =>
    (await partsIn(join(folder, 'data', 'default', table))).reduce((most, { last }) => Math.max(most, last), 0);
  const last = await Promise.all(countedTables.map(async (table) => [table, await readLast(table)] as const));
  await writeDurably(pathIn(folder), JSON.stringify(Object.fromEntries(last)));
}
