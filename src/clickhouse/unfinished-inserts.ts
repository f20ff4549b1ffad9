import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A part holds the blocks `first` to `last` of a partition. */
interface Part {
  readonly partition: string;
  readonly first: number;
  readonly last: number;
}

/** A table's log of tokens, without the lines of parts that are not there. */
interface Correction {
  readonly path: string;
  readonly text: string;
}

/**
 * What has to be corrected before an engine is opened that was killed in the middle of an insert.
 *
 * TRICKY: the engine writes a part's token into its log just before it puts the part in its place. Killed between the two,
 * it would take the same block for a repeat ever after, and never insert it.
 *
 * @param folder of an engine that is not open
 */
export async function unfinishedInserts(folder: string): Promise<readonly Correction[]> {
  const tables = await pathsIn(await pathsIn([join(folder, 'store')]));
  const logs = await pathsIn(tables.map((table) => join(table, 'deduplication_logs')));
  const corrections = await Promise.all(logs.filter((path) => /_\d+\.txt$/.test(path)).map(correctionOf));
  return corrections.filter((each) => each !== undefined);
}

/** Writes the corrected logs. The folder must be this process's alone, and its engine not open. */
export async function forgetTokens(corrections: readonly Correction[]): Promise<void> {
  for (const { path, text } of corrections) {
    await writeFile(`${path}.unfinished`, text, { flush: true });
    await rename(`${path}.unfinished`, path);
  }
}

async function correctionOf(path: string): Promise<Correction | undefined> {
  const parts = (await readdir(dirname(dirname(path)))).flatMap(partOf);
  const isThere = (line: string): boolean => {
    const [part] = partOf(line.split('\t')[1] ?? '');
    return part === undefined || parts.some((each) => covers(each, part));
  };
  const lines = (await readFile(path, 'utf8')).split('\n');
  const kept = lines.filter(isThere);
  return kept.length === lines.length ? undefined : { path, text: kept.join('\n') };
}

const covers = (whole: Part, part: Part): boolean =>
  whole.partition === part.partition && whole.first <= part.first && part.last <= whole.last;

/** `202611_7_9_1` holds blocks 7 to 9 of the partition of November 2026, merged once. */
function partOf(name: string): readonly Part[] {
  const [, partition, first, last] = /^(.+)_(\d+)_(\d+)_\d+(?:_\d+)?$/.exec(name) ?? [];
  return partition === undefined ? [] : [{ partition, first: Number(first), last: Number(last) }];
}

/** What is in folders, which need not be there. */
async function pathsIn(folders: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => (await readdir(folder).catch(() => [])).map((name) => join(folder, name))),
  );
  return found.flat();
}
