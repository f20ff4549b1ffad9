import { createHash, type Hash, randomUUID } from 'node:crypto';
import type { DropCounter } from '../../collect/drop-counter.js';
import type { Tools } from '../../collect/pipeline.js';
import type { PropNames } from '../../collect/prop-names.js';
import { hashImportedVisitor } from '../../collect/steps/visitor.js';
import { AppError, websiteNotFound } from '../../lib/errors.js';
import { parseIdempotencyKey } from '../../lib/idempotency-key.js';
import { memoize } from '../../lib/memoize.js';
import { startOfRetention } from '../../websites/retention.js';
import type { Website } from '../../websites/website.js';
import { answerWithin } from '../answer-within.js';
import { complete } from '../commit.js';
import { eventsNote } from '../events-note.js';
import {
  beginImport,
  commitImport,
  type EarlierImport,
  finishImport,
  type ImportResult,
} from '../import-repository.js';
import { beginOrForget, type Commitment, type RewriteContext, type RewriteTarget, rewriteEvents } from '../rewrite.js';
import { fold } from '../sessionize.js';
import { Staging } from '../staging.js';
import { takeInTouchedSessions } from '../touched-sessions.js';
import { orUnavailable } from '../unavailable.js';
import { type ImportBody, isGzip, readBody } from './body.js';
import type { ImportLimits } from './limits.js';
import { clientGone, type ImportQueue } from './queue.js';
import { stageLines } from './stage-lines.js';

/** Lines of a visitor are often close together. */
const MAX_CACHED_VISITORS = 1_000;

export interface ImportTools extends Tools {
  readonly queue: ImportQueue;
  readonly limits: ImportLimits;
  readonly propNames: Pick<PropNames, 'startImport'>;
  readonly drops: Pick<DropCounter, 'addCounts'>;
}

export interface ImportRequest extends ImportBody {
  readonly website: Website;
  readonly idempotencyKey: string | undefined;
}

/**
 * Imports past events, one JSON object per line, in any order and of any number. The outcome is as if they had arrived
 * in time order; stored sessions of the same visitors that they touch are rebuilt. All or nothing: an interrupted
 * import leaves nothing. The response to a failed import waits for its removal, for half a minute at most.
 *
 * @throws AppError `conflict` for a key that was used with another body, `invalid` for a body that cannot be read,
 *   `too_many_requests` while too many others wait, `unavailable` when the disk is full or a database is unavailable.
 */
export async function importHistory(
  context: RewriteContext,
  tools: ImportTools,
  given: ImportRequest,
): Promise<ImportResult> {
  const { website, signal, contentEncoding } = given;
  isGzip(contentEncoding);
  const idempotencyKey = parseIdempotencyKey(given.idempotencyKey);
  const request = { ...given, idempotencyKey };
  const turn = { accountId: website.accountId, websiteId: website.id, idempotencyKey, signal };
  try {
    return await answerWithin(context.maxRemovalMs, (answer) =>
      tools.queue.run(turn, (failed) =>
        run(context, tools, request, (error) => {
          failed();
          answer(error);
        }),
      ),
    );
  } catch (error) {
    const answer = orUnavailable(error);
    if (answer !== error) context.warn('an import failed: the disk is full or a database is unavailable')(error);
    throw answer;
  }
}

/** @param onFailed called once the import has failed, before its data is removed */
async function run(
  context: RewriteContext,
  { places, keysAt, limits, propNames, drops }: ImportTools,
  request: ImportRequest,
  onFailed: (error: unknown) => void,
): Promise<ImportResult> {
  const { website, idempotencyKey, signal } = request;
  const { clickhouse, db, config, instance, secret, changes } = context;
  const hash = createHash('sha256');
  const body = hashed(readBody(request, limits), hash);
  const now = context.now();
  const importId = randomUUID();
  const { id: websiteId, accountId } = website;
  const target: RewriteTarget = {
    websiteId,
    importId,
    failed: 'an import could not be completed yet: retrying',
    onFailed,
    finishedLater,
  };
  const earlier = await beginOrForget(context, target, () =>
    beginImport(db, { importId, websiteId, instance, idempotencyKey, now }),
  );
  if (earlier !== undefined) {
    for await (const _ of body);
    return answerAgain(earlier, hash.digest('hex'));
  }
  const check = () => {
    if (signal.aborted) throw clientGone();
    if (!context.exists(websiteId)) throw websiteNotFound();
  };
  const staging = new Staging(context, importId);
  return rewriteEvents(context, target, async ({ locked }) => {
    try {
      const keptFrom = startOfRetention(website, config.retentionMonths, now);
      const visitorNamed = memoize((name) => hashImportedVisitor(secret, websiteId, name), MAX_CACHED_VISITORS);
      const names = await propNames.startImport(websiteId);
      const line = { places, keysAt, website, now, keptFrom, visitorNamed, takePropName: names.take };
      const staged = await stageLines(body, line, staging, check);
      const { result, hasDerivedVisitors, lacking } = staged;
      const note = eventsNote(website, { times: staging.times, events: result.imported, change: 'imported' });
      const rows = async () => {
        await takeInTouchedSessions(clickhouse, staging, websiteId, check);
        await fold(clickhouse, staging.all(), { importId, accountId }, check);
      };
      const commitment: Commitment = {
        note: () => note,
        commit: (tx) => commitImport(tx, importId, result, hash.digest('hex')),
        complete,
        close: finishImport,
      };
      // Only derived visitors can have open sessions, not those named by an import.
      const lock = hasDerivedVisitors ? changes.exclusive : changes.alone;
      await locked(lock, async (write) => {
        check();
        await write(rows, commitment);
        names.keep();
        drops.addCounts(lacking);
      });
      return result;
    } finally {
      await staging.close();
    }
  });
}

function answerAgain(earlier: EarlierImport, bodyHash: string): ImportResult {
  if (bodyHash === earlier.bodyHash) return earlier.result;
  throw new AppError('conflict', ['Idempotency-Key: was used with another body']);
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
