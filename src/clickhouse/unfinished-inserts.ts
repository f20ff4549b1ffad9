import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder, renameDurably, writeDurably } from '../lib/durable-files.js';
import { acceptedBlocks } from './accepted-blocks.js';
import { pathsIn, unlessGone } from './folders.js';
import { covers, type Part, parsePartName, partsIn } from './part-name.js';
import { countedTables } from './tables.js';

/** The engine keeps merged source parts longer: `old_parts_lifetime` in `clickhouse/embedded.xml`. */
const SOURCES_STAY_MS = 10_000;

/** Repairs of an engine's folder, to be made before the engine is opened. */
export interface Unfinished {
  /** Logs of tokens, rewritten without the lines to remove. */
  readonly logs: readonly { readonly path: string; readonly text: string }[];
  /** Parts to remove: their rows will be inserted again. */
  readonly parts: readonly string[];
  /** Parts that mix such rows with others, and are kept. */
  readonly mixed: readonly string[];
}

export const isUnfinished = ({ logs, parts, mixed }: Unfinished): boolean =>
  logs.length + parts.length + mixed.length > 0;

/**
 * Finds the corrections needed before an engine is opened whose process was killed, or whose machine lost power, during an
 * insert.
 *
 * TRICKY: the engine logs a part's token just before it moves the part into place. Killed between the two, it would treat the
 * same block as a repeat and never insert it. A power loss may also remove the unsynced end of a log but not the part: the same
 * block would then be inserted twice.
 *
 * @param folder of an engine that is not open
 */
export async function unfinishedInserts(folder: string): Promise<Unfinished> {
  const tables = await pathsIn(await pathsIn([join(folder, 'store')]));
  const logs = await Promise.all((await findDeduplicationLogs(tables)).map(findCorrection));
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
 * Removes the tokens of missing parts, and moves parts whose insert will be repeated to their table's folder
 * `detached`. The folder must belong to this process alone, and its engine must be closed.
 */
export async function forgetUnfinished(
  { logs, parts, mixed }: Unfinished,
  warn: (message: string) => void,
): Promise<void> {
  for (const { path, text } of logs) {
    // Not in the logs' own folder, where the engine would read the unfinished file as a log, and refuse to open.
    const unfinished = join(dirname(dirname(path)), `${basename(path)}.unfinished`);
    await writeDurably(path, text, { unfinished });
  }
  for (const path of parts) {
    const detached = join(dirname(path), 'detached');
    await makeFolder(detached);
    // The engine may already have moved a part that is also broken.
    await unlessGone(() => renameDurably(path, join(detached, `unfinished-${Date.now()}_${basename(path)}`)));
    warn(`an insert was cut off by a loss of power and is repeated: ${path} was moved to the folder detached`);
  }
  for (const path of mixed) warn(`an insert was cut off by a loss of power, and ${path} may hold rows that come twice`);
}

const findDeduplicationLogs = async (tables: readonly string[]): Promise<readonly string[]> =>
  (await pathsIn(tables.map((table) => join(table, 'deduplication_logs')))).filter((path) => /_\d+\.txt$/.test(path));

/** Operation, part name, token. The last line may be truncated or unwritten space. */
const LINE = /^(\d+)\t([^\t\0]+)\t[^\t\0]+$/;

/** By this operation the engine forgets the token of a part that a delete emptied. It removes the part later. */
const FORGET = '2';

/** Undefined for a truncated line. */
function parseLine(line: string): { readonly name: string; readonly isForgotten: boolean } | undefined {
  const [, operation, name] = LINE.exec(line) ?? [];
  return name === undefined ? undefined : { name, isForgotten: operation === FORGET };
}

async function findCorrection(path: string): Promise<Unfinished['logs'][number] | undefined> {
  const parts = await partsIn(dirname(dirname(path)));
  const isThere = (line: string): boolean => {
    const parsed = parseLine(line);
    if (parsed === undefined) return false;
    const part = parsePartName(parsed.name);
    return part === undefined || parts.some((each) => covers(each, part));
  };
  const text = await readFile(path, 'utf8');
  // Text after the last line break is an incomplete line.
  const kept = text.split('\n').slice(0, -1).filter(isThere);
  const corrected = kept.map((line) => `${line}\n`).join('');
  return corrected === text ? undefined : { path, text: corrected };
}

/**
 * Finds parts with blocks newer than any in the table's log. Each insert into the table has a token, and its log is
 * synced before other code relies on the insert, so inserts missing from the log will be repeated.
 *
 * @param accepted the last block known to be stored for good; when it is undefined, no part is found
 */
async function unloggedParts(
  table: string,
  accepted: number | undefined,
): Promise<Pick<Unfinished, 'parts' | 'mixed'>> {
  if (accepted === undefined) return { parts: [], mixed: [] };
  const texts = await Promise.all((await findDeduplicationLogs([table])).map((path) => readFile(path, 'utf8')));
  const lines = texts.flatMap((text) => text.split('\n').slice(0, -1)).flatMap((line) => parseLine(line) ?? []);
  // A part that a delete emptied may be missing: a merged part loses no rows without it.
  const emptied = new Set(lines.flatMap(({ name, isForgotten }) => (isForgotten ? [name] : [])));
  const logged = lines.flatMap(({ name }) => parsePartName(name) ?? []);
  const last = logged.reduce((most, part) => Math.max(most, part.last), accepted);
  const sources = logged.filter(({ name }) => !emptied.has(name));
  const parts = await partsIn(table);
  const known = parts.filter((part) => part.last <= last);
  const found: { parts: string[]; mixed: string[] } = { parts: [], mixed: [] };
  for (const part of parts.filter((each) => each.last > last)) {
    const path = join(table, part.name);
    const mayGo = part.first > last || hasSources(part, known, sources) || (await isYoung(path));
    (mayGo ? found.parts : found.mixed).push(path);
  }
  return found;
}

/**
 * Whether the source parts of a merged part still exist.
 *
 * @param logged the parts in the log that were not emptied
 */
const hasSources = (merged: Part, known: readonly Part[], logged: readonly Part[]): boolean =>
  known.some((part) => part.partition === merged.partition && part.first === merged.first) &&
  logged.every((part) => !covers(merged, part) || known.some((each) => covers(each, part)));

/** Whether no source part of this part was removed yet: removing one changes the table's folder. */
async function isYoung(path: string): Promise<boolean> {
  const [part, table] = await Promise.all([stat(path), stat(dirname(path))]);
  return table.mtimeMs - part.mtimeMs < SOURCES_STAY_MS;
}
