import { createHash, type Hash, randomUUID } from 'node:crypto';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { Tools } from '../../collect/pipeline.js';
import { AppError, websiteNotFound } from '../../lib/errors.js';
import { type RetryOptions, retryUntilSuccess } from '../../lib/retry.js';
import type { Database } from '../../postgres/postgres.js';
import { startOfRetention } from '../../websites/retention.js';
import type { Website } from '../../websites/website.js';
import { complete, takeBack, takeBackUncertain } from '../commit.js';
import { fold } from '../sessionize.js';
import { Staging, unstage } from '../staging.js';
import { removeTakenBackNote } from '../taken-back.js';
import { takeInTouchedSessions } from '../touched-sessions.js';
import { orUnavailable } from '../unavailable.js';
import { type ImportBody, isGzip, readBody } from './body.js';
import { beginImport, commitImport, finishImport, forgetImport, type ImportResult } from './import-repository.js';
import type { ImportLimits } from './limits.js';
import { clientGone, type ImportQueue } from './queue.js';
import { stageLines } from './stage-lines.js';

const MAX_KEY_LENGTH = 255;

export interface ImportDeps extends Tools, Omit<RetryOptions, 'isNeeded'> {
  readonly clickhouse: ClickHouse;
  readonly db: Database;
  readonly instance: string;
  /** Folder for the events of a running import. */
  readonly folder: string;
  /** The installation's secret. */
  readonly secret: string;
  readonly now: () => number;
  /** `RETENTION_MONTHS`; undefined for none. */
  readonly retentionMonths: number | undefined;
  readonly queue: ImportQueue;
  readonly limits: ImportLimits;
  /** Called with the error behind an AppError `unavailable`. */
  readonly onUnavailable: (error: unknown) => void;
  /** Returns whether the website still exists. */
  readonly exists: (websiteId: string) => boolean;
  /** Runs a task while nothing else imports into the website, and the website is not deleted. */
  readonly alone: RunChange;
  /** Runs a task like `alone`, while no collected event is written either. */
  readonly exclusive: RunChange;
}

/**
 * Runs a task on a website, alone. The task can ask whether it still is: the lock is lost with its connection to PostgreSQL.
 */
export type RunChange = <T>(websiteId: string, task: (isHeld: () => Promise<boolean>) => Promise<T>) => Promise<T>;

export interface ImportRequest extends ImportBody {
  readonly website: Website;
  readonly idempotencyKey: string | undefined;
}

/**
 * Imports past events, one JSON object per line, in any order and of any number. The outcome is as if they had arrived in time
 * order; stored sessions of the same visitors that they touch are rebuilt. All or nothing: an interrupted import leaves nothing.
 * The response to a failed import waits for its removal, for half a minute at most.
 *
 * @throws AppError `conflict` for a key that was used with another body, `invalid` for a body that cannot be read,
 *   `too_many_requests` while too many others wait, `unavailable` when the disk is full or a database is away.
 */
export async function importHistory(given: ImportRequest, deps: ImportDeps): Promise<ImportResult> {
  const { website, signal, contentEncoding } = given;
  const idempotencyKey = given.idempotencyKey || undefined;
  isGzip(contentEncoding);
  if (idempotencyKey !== undefined && idempotencyKey.length > MAX_KEY_LENGTH) {
    throw new AppError('invalid', [`Idempotency-Key: must have at most ${MAX_KEY_LENGTH} characters`]);
  }
  const request = { ...given, idempotencyKey };
  const turn = { accountId: website.accountId, websiteId: website.id, idempotencyKey, signal };
  try {
    return await answerWithin(deps.limits.maxRemovalMs, (answer) =>
      deps.queue.run(turn, (failed) =>
        run(request, deps, (error) => {
          failed();
          answer(error);
        }),
      ),
    );
  } catch (error) {
    const answer = orUnavailable(error);
    if (answer !== error) deps.onUnavailable(error);
    throw answer;
  }
}

/** Waits for the task. Once the task has failed and only cleans up, waits no longer than `ms`. */
const answerWithin = <Result>(
  ms: number,
  task: (failed: (error: unknown) => void) => Promise<Result>,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    task((error) => {
      timer ??= setTimeout(reject, ms, error);
    })
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });

/** @param failed called once the import has failed, before its data is removed */
async function run(request: ImportRequest, deps: ImportDeps, failed: (error: unknown) => void): Promise<ImportResult> {
  const { website, idempotencyKey, signal } = request;
  const { clickhouse, db, limits, ...tools } = deps;
  const hash = createHash('sha256');
  const body = hashed(readBody(request, limits), hash);
  const now = deps.now();
  const importId = randomUUID();
  const start = { importId, websiteId: website.id, instance: deps.instance, idempotencyKey, now };
  const earlier = await beginOrForget(deps, start, () => beginImport(db, start));
  if (earlier !== undefined) {
    for await (const _ of body);
    if (hash.digest('hex') === earlier.bodyHash) return earlier.result;
    throw new AppError('conflict', ['Idempotency-Key: was used with another body']);
  }
  const { accountId } = website;
  const check = () => {
    if (signal.aborted) throw clientGone();
    if (!deps.exists(website.id)) throw websiteNotFound();
  };
  let isCommitted = false;
  const insist = (task: () => Promise<void>) =>
    retryUntilSuccess(task, { isNeeded: () => deps.exists(website.id), ...deps }).catch((error: unknown) => {
      if (!deps.exists(website.id)) throw websiteNotFound();
      throw isCommitted ? finishedLater() : error;
    });
  // How the import ends at its present stage, in ClickHouse and in PostgreSQL.
  let end: typeof complete = unstage;
  let close = forgetImport;
  const staging = new Staging(clickhouse, importId, deps.folder);
  try {
    const keptFrom = startOfRetention(website, deps.retentionMonths, now);
    const { result, hasDerivedVisitors } = await stageLines({ ...tools, website, now, keptFrom, body, staging, check });
    // Only derived visitors can have open sessions; visitors named by an import cannot.
    const lock = hasDerivedVisitors ? deps.exclusive : deps.alone;
    await lock(website.id, async (isHeld) => {
      check();
      end = takeBack;
      try {
        await takeInTouchedSessions(clickhouse, staging, website.id, check);
        await fold(staging.all(), { clickhouse, importId, accountId, check });
        await clickhouse.sync();
        await requireHeld(isHeld);
        end = takeBackUncertain(deps.folder);
        await commitImport(db, importId, result, hash.digest('hex'));
        isCommitted = true;
        [end, close] = [complete, finishImport];
      } catch (error) {
        failed(error);
        throw error;
      } finally {
        // Before any other write: an event that continues a removed session would be removed with it.
        await insist(() => end(clickhouse, importId, website.id));
        end = async () => {};
      }
    });
    return result;
  } catch (error) {
    if (!isCommitted) failed(error);
    throw error;
  } finally {
    await staging.close();
    // PostgreSQL may be away for long: collecting does not wait for it.
    await insist(async () => {
      await end(clickhouse, importId, website.id);
      await close(db, importId);
      await removeTakenBackNote(deps.folder, importId);
    });
  }
}

/**
 * Registers an import or a deletion. After a failure it may be registered although the answer was lost: it is forgotten then, as soon
 * as PostgreSQL answers. Otherwise it would be under way until the next start.
 */
export async function beginOrForget<Result>(
  { db, exists, stopping, log }: Pick<ImportDeps, 'db' | 'exists' | 'stopping' | 'log'>,
  { importId, websiteId }: { readonly importId: string; readonly websiteId: string },
  begin: () => Promise<Result>,
): Promise<Result> {
  try {
    return await begin();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isNeeded = () => exists(websiteId);
    void retryUntilSuccess(() => forgetImport(db, importId), { isNeeded, stopping, log }).catch(log);
    throw error;
  }
}

/** Throws AppError `unavailable` when another process may have changed the website's stored events meanwhile. */
export async function requireHeld(isHeld: () => Promise<boolean>): Promise<void> {
  if (!(await isHeld())) throw new AppError('unavailable', ['PostgreSQL was away meanwhile, try again']);
}

async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

const finishedLater = (): AppError =>
  new AppError('unavailable', [
    'The import is kept, and complete after the next start: repeat it only under its Idempotency-Key',
  ]);
