import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder, renameDurably, writeDurably } from '../lib/durable-files.js';
import { acceptedBlocks } from './accepted-blocks.js';
import { pathsIn, unlessGone } from './folders.js';
import { covers, type Part, partOf, partsIn } from './part-name.js';
import { countedTables } from './tables.js';

/** How long the engine keeps what it has merged: `old_parts_lifetime` in `clickhouse/embedded.xml`. */
const SOURCES_STAY_MS = 10_000;

/** What must be done in a folder of the engine before it is opened. */
export interface Unfinished {
  /** Logs of tokens, without the lines that must go. */
  readonly logs: readonly { readonly path: string; readonly text: string }[];
  /** Parts that must go: what they hold will be inserted again. */
  readonly parts: readonly string[];
  /** Parts that hold such rows beside others, and must stay. */
  readonly mixed: readonly string[];
}

export const isUnfinished = ({ logs, parts, mixed }: Unfinished): boolean =>
  logs.length + parts.length + mixed.length > 0;

/**
 * Finds what has to be corrected before an engine is opened whose process was killed, or whose machine lost its power, in the
 * middle of an insert.
 *
 * TRICKY: the engine writes a part's token into its log just before it puts the part in its place. Killed between the two, it would
 * take the same block for a repeat ever after, and never insert it. And a loss of power may take the end of a log that nobody had
 * synced, but not the part: the same block would be inserted twice.
 *
 * @param folder of an engine that is not open
 */
export async function unfinishedInserts(folder: string): Promise<Unfinished> {
  const tables = await pathsIn(await pathsIn([join(folder, 'store')]));
  const logs = await Promise.all((await logsOf(tables)).map(correctionOf));
  const accepted = await acceptedBlocks(folder);
  const parts = await Promise.all(
    countedTables.map((table) => unloggedParts(join(folder, 'data', 'default', table), accepted?.[table])),
  );
  return {
    logs: logs.filter((each) => each !== undefined),
    parts: parts.flatMap((each) => each.parts),
    mixed: parts.flatMap((each) => each.mixed),
  };
}

/**
 * Forgets the tokens of parts that are not there, and puts parts whose insert will be repeated into their table's folder
 * `detached`. The folder must be this process's alone, and its engine not open.
 */
export async function forgetUnfinished(
  { logs, parts, mixed }: Unfinished,
  warn: (message: string) => void,
): Promise<void> {
  for (const { path, text } of logs) await writeDurably(path, text);
  for (const path of parts) {
    const detached = join(dirname(path), 'detached');
    await makeFolder(detached);
    // The engine itself may have put it there, when it was broken too.
    await unlessGone(() => renameDurably(path, join(detached, `unfinished-${Date.now()}_${basename(path)}`)));
    warn(`an insert was cut off by a loss of power and is repeated: ${path} was moved to the folder detached`);
  }
  for (const path of mixed) warn(`an insert was cut off by a loss of power, and ${path} may hold rows that come twice`);
}

const logsOf = async (tables: readonly string[]): Promise<readonly string[]> =>
  (await pathsIn(tables.map((table) => join(table, 'deduplication_logs')))).filter((path) => /_\d+\.txt$/.test(path));

/** An operation, the part's name, its token. The last line may be cut off, or be space that was never written. */
const LINE = /^\d+\t([^\t\0]+)\t[^\t\0]+$/;

async function correctionOf(path: string): Promise<Unfinished['logs'][number] | undefined> {
  const parts = await partsIn(dirname(dirname(path)));
  const isThere = (line: string): boolean => {
    const name = LINE.exec(line)?.[1];
    if (name === undefined) return false;
    const part = partOf(name);
    return part === undefined || parts.some((each) => covers(each, part));
  };
  const text = await readFile(path, 'utf8');
  // What comes after the last line break is no whole line.
  const kept = text.split('\n').slice(0, -1).filter(isThere);
  const corrected = kept.map((line) => `${line}\n`).join('');
  return corrected === text ? undefined : { path, text: corrected };
}

/**
 * The parts of a table with blocks newer than any that its log names. Each insert into the table has a token, and its log is synced
 * before anybody relies on the insert; so theirs will be repeated.
 *
 * @param accepted the last block that is known to be there for good; without one, nothing is known of any
 */
async function unloggedParts(
  table: string,
  accepted: number | undefined,
): Promise<Pick<Unfinished, 'parts' | 'mixed'>> {
  if (accepted === undefined) return { parts: [], mixed: [] };
  const texts = await Promise.all((await logsOf([table])).map((path) => readFile(path, 'utf8')));
  const logged = texts
    .flatMap((text) => text.split('\n').slice(0, -1))
    .flatMap((line) => partOf(LINE.exec(line)?.[1] ?? '') ?? []);
  const last = logged.reduce((most, part) => Math.max(most, part.last), accepted);
  const parts = await partsIn(table);
  const known = parts.filter((part) => part.last <= last);
  const found: { parts: string[]; mixed: string[] } = { parts: [], mixed: [] };
  for (const part of parts.filter((each) => each.last > last)) {
    const path = join(table, part.name);
    const mayGo = part.first > last || hasSources(part, known, logged) || (await isYoung(path));
    (mayGo ? found.parts : found.mixed).push(path);
  }
  return found;
}

/** Whether the parts that a part was merged from are there still, as far as the log names them and they were not emptied. */
const hasSources = (merged: Part, known: readonly Part[], logged: readonly Part[]): boolean =>
  known.some((part) => part.partition === merged.partition && part.first === merged.first) &&
  logged.every((part) => !covers(merged, part) || known.some((each) => covers(each, part)));

/** Whether a part is so young that nothing it was merged from was removed: to remove one changes the table's folder. */
async function isYoung(path: string): Promise<boolean> {
  const [part, table] = await Promise.all([stat(path), stat(dirname(path))]);
  return table.mtimeMs - part.mtimeMs < SOURCES_STAY_MS;
}
