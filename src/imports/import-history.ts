import { createHash, type Hash } from 'node:crypto';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { Fault, websiteNotFound } from '../errors.js';
import type { Tools } from '../ingest/pipeline.js';
import { importedVisitorOf, isDerived } from '../ingest/visitor.js';
import type { Database } from '../postgres/postgres.js';
import { remembered } from '../remembered.js';
import type { Website } from '../websites/website.js';
import { complete, takeBack } from './end.js';
import { fold } from './fold.js';
import { readLine } from './line.js';
import { decoded, linesOf } from './lines.js';
import { oneBehind } from './one-behind.js';
import { beginImport, commitImport, finishImport, forgetImport, type ImportResult } from './registry.js';
import { Staging, unstage } from './staging.js';
import { takeInTouchedSessions } from './touched-sessions.js';
import { type Patience, untilDone } from './until-done.js';

/** Rejected lines that are reported one by one; the rest is counted. */
const REPORTED_ERRORS = 1_000;

/** A visitor's lines are often close to each other. */
const REMEMBERED_VISITORS = 1_000;

const LONGEST_KEY = 255;

export interface ImportParts extends Tools, Omit<Patience, 'isNeeded'> {
  readonly clickhouse: ClickHouse;
  readonly db: Database;
  readonly instance: string;
  /** Folder in which the events of an import wait. */
  readonly folder: string;
  /** Of the installation. */
  readonly secret: string;
  readonly now: () => number;
  /** Whether the website is still there. */
  readonly exists: (websiteId: string) => boolean;
  /** Runs a task while nothing else imports into the website, and nobody deletes it. */
  readonly alone: <T>(websiteId: string, task: () => Promise<T>) => Promise<T>;
  /** The same, and no collected event is written meanwhile. */
  readonly exclusive: <T>(websiteId: string, task: () => Promise<T>) => Promise<T>;
}

export interface ImportRequest {
  readonly website: Website;
  readonly body: ReadableStream<Uint8Array>;
  readonly contentEncoding: string | undefined;
  readonly idempotencyKey: string | undefined;
}

/**
 * Imports past events, one JSON object a line, in any order and of any number. The outcome is as if they had come in
 * the order of their times; stored sessions of the same visitors that they touch are made anew. All or nothing: an
 * import that breaks off leaves nothing, and while that cannot be brought about there is no answer.
 *
 * @throws Fault `conflict` for a key that was used with another body, `invalid` for a body that cannot be read.
 */
export async function importHistory(request: ImportRequest, parts: ImportParts): Promise<ImportResult> {
  const { website, body, contentEncoding } = request;
  const hash = createHash('sha256');
  const chunks = readAll(decoded(body, contentEncoding), hash);
  const idempotencyKey = request.idempotencyKey || undefined;
  if (idempotencyKey !== undefined && idempotencyKey.length > LONGEST_KEY) {
    throw new Fault('invalid', [`Idempotency-Key: must have at most ${LONGEST_KEY} characters`]);
  }
  const begin = { websiteId: website.id, instance: parts.instance, idempotencyKey, now: parts.now() };
  const begun = await beginImport(parts.db, begin);
  if ('earlier' in begun) {
    for await (const _ of chunks);
    if (hash.digest('hex') === begun.bodyHash) return begun.earlier;
    throw new Fault('conflict', ['Idempotency-Key: was used with another body']);
  }
  const { importId } = begun;
  const { clickhouse, db } = parts;
  const { accountId } = website;
  const insist = (task: () => Promise<void>) => untilDone(task, { isNeeded: () => parts.exists(website.id), ...parts });
  // How it ends, in ClickHouse and in PostgreSQL, from where it has come to.
  let end: typeof complete = unstage;
  let close = forgetImport;
  const staging = new Staging(clickhouse, importId, parts.folder);
  try {
    const { result, hasDerivedVisitors } = await stageLines({ website, chunks, staging }, parts);
    // Only a derived visitor can have sessions that are under way; one that an import names cannot.
    const lock = hasDerivedVisitors ? parts.exclusive : parts.alone;
    await lock(website.id, async () => {
      stillThere(website, parts);
      end = takeBack;
      try {
        await takeInTouchedSessions(clickhouse, staging, website.id);
        await fold(staging.all(), { clickhouse, importId, accountId, check: () => stillThere(website, parts) });
        await commitImport(db, importId, result, hash.digest('hex'));
        [end, close] = [complete, finishImport];
      } finally {
        // Before anything else is written: what went on with a session that is then removed would go with it.
        await insist(() => end(clickhouse, importId, website.id));
        end = async () => {};
      }
    });
    return result;
  } finally {
    await staging.close();
    // PostgreSQL may be away for long: collecting does not wait for it.
    await insist(async () => {
      await end(clickhouse, importId, website.id);
      await close(db, importId);
    });
  }
}

const stageLines = (
  { website, chunks, staging }: { website: Website; chunks: AsyncIterable<Uint8Array>; staging: Staging },
  parts: ImportParts,
): Promise<{ readonly result: ImportResult; readonly hasDerivedVisitors: boolean }> =>
  oneBehind(async (start) => {
    const visitorNamed = remembered((name) => importedVisitorOf(parts.secret, website.id, name), REMEMBERED_VISITORS);
    const context = { ...parts, website, visitorNamed, now: parts.now() };
    const errors: { line: number; message: string }[] = [];
    let imported = 0;
    let rejected = 0;
    let hasDerivedVisitors = false;
    for await (const lines of linesOf(chunks)) {
      for (const { number, text } of lines) {
        const read = text === undefined ? { message: 'is too long' } : readLine(text, context);
        if ('event' in read) {
          imported += 1;
          hasDerivedVisitors ||= isDerived(read.event.visitorId);
          staging.add(read.event);
        } else {
          rejected += 1;
          if (errors.length < REPORTED_ERRORS) errors.push({ line: number, message: read.message });
        }
        if (!staging.isFull) continue;
        await start(() => staging.write());
        stillThere(website, parts);
      }
    }
    await start(() => staging.write());
    return { result: { imported, rejected, errors }, hasDerivedVisitors };
  });

/** A body that breaks off or is no gzip is the caller's fault, wherever in it that shows. */
async function* readAll(body: ReadableStream<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) {
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof Fault ? error : new Fault('invalid', ['The body broke off or is not valid gzip']);
  }
}

function stillThere(website: Website, { exists }: ImportParts): void {
  if (!exists(website.id)) throw websiteNotFound();
}
