import { hash } from 'node:crypto';
import type { Context } from '../../context/context.js';
import { parseIdempotencyKey } from '../../lib/idempotency-key.js';
import type { Website } from '../../websites/website.js';
import type { DroppedEvent } from '../collector.js';
import type { PartialReason } from '../drops.js';
import type { EventType } from '../event.js';
import type { ServerEvent } from '../event-body.js';
import { encodeEvent } from '../event-codec.js';
import type { EventObserver } from '../event-observer.js';
import type { Journal } from '../journal/journal.js';
import { type ServerEventDeps, takeServerEvent } from '../server-events.js';
import { type BatchKey, beginBatch, type EventResult, finishBatch, forgetBatch, keyInUse } from './batch-repository.js';

/** Of an event: the answer of a batch is stored in one row of PostgreSQL. */
const MAX_ERRORS = 10;

export interface EventBatchDeps
  extends ServerEventDeps,
    EventObserver,
    Pick<Context, 'db' | 'instance' | 'now' | 'warn'> {
  readonly journal: Pick<Journal, 'append'>;
}

export type ReadEvent =
  | { readonly ok: true; readonly value: ServerEvent }
  | { readonly ok: false; readonly errors: readonly string[] };

export interface EventBatch {
  readonly website: Website;
  readonly events: readonly ReadEvent[];
  readonly idempotencyKey: string | undefined;
  /** Of the whole body. */
  readonly bodyHash: string;
}

/** Takes batches of events that servers report. */
export class EventBatches {
  readonly #running = new Set<string>();

  constructor(private readonly deps: EventBatchDeps) {}

  /**
   * Resolves when all accepted events are on disk, with the result of each event in order. A repeat under the same
   * `Idempotency-Key` has the same results and keeps nothing twice.
   *
   * @throws AppError `conflict` for a key that is in use, or was used with another body; `unavailable` when the events
   *   cannot be kept
   */
  async accept(batch: EventBatch): Promise<readonly EventResult[]> {
    const { website } = batch;
    const idempotencyKey = parseIdempotencyKey(batch.idempotencyKey);
    if (idempotencyKey === undefined) return this.#keep(batch, this.deps.now());
    const name = `${website.id} ${idempotencyKey}`;
    if (this.#running.has(name)) throw keyInUse();
    this.#running.add(name);
    try {
      return await this.#acceptOnce(batch, { websiteId: website.id, idempotencyKey });
    } finally {
      this.#running.delete(name);
    }
  }

  /**
   * A batch without results is one whose process has died, perhaps when its events were on disk already: they are recognized by
   * their ids. So is a batch whose answer could not be stored.
   */
  async #acceptOnce(batch: EventBatch, key: BatchKey): Promise<readonly EventResult[]> {
    const { db, instance, now, warn } = this.deps;
    const { bodyHash } = batch;
    const { results: earlier, createdAt } = await beginBatch(db, { ...key, bodyHash, instance, now: now() });
    if (earlier !== undefined) return earlier;
    const id = hash('sha256', JSON.stringify([key.idempotencyKey, bodyHash])).slice(0, 32);
    const results = await this.#keep(batch, createdAt, id).catch(async (error) => {
      await forgetBatch(db, key).catch(() => undefined);
      throw error;
    });
    await finishBatch(db, key, results).catch(warn('the answer to a batch of events could not be stored'));
    return results;
  }

  /**
   * @param sentAt of the first attempt, in epoch milliseconds
   * @param id tells the batch's events from all others
   */
  async #keep({ website, events }: EventBatch, sentAt: number, id?: string): Promise<readonly EventResult[]> {
    const { journal, onKept, onPartial, onDropped } = this.deps;
    const arrivedAt = this.deps.now();
    const records: string[] = [];
    const lacking: PartialReason[] = [];
    const dropped: (readonly [DroppedEvent, EventType])[] = [];
    const results = events.map((read, index): EventResult => {
      const outcome = read.ok ? takeServerEvent(read.value, website, this.deps, sentAt) : read;
      if ('errors' in outcome) return { status: 'invalid', errors: outcome.errors.slice(0, MAX_ERRORS).map(storable) };
      if ('kept' in outcome) {
        lacking.push(...outcome.lacks);
        const named = id === undefined ? {} : { id: `${id} ${index}` };
        records.push(encodeEvent({ ...named, ...outcome.kept, arrivedAt }));
        return { status: 'accepted' };
      }
      if (read.ok) dropped.push([outcome, read.value.type]);
      return { status: 'dropped', reason: outcome.dropped };
    });
    if (records.length > 0) await journal.append(...records);
    for (const _ of records) onKept();
    for (const reason of lacking) onPartial(website.id, reason);
    for (const [drop, type] of dropped) onDropped(drop, website.id, type);
    return results;
  }
}

/** PostgreSQL refuses NUL and lone surrogates. */
const storable = (error: string): string => error.toWellFormed().replace(/\p{Cc}/gu, '\uFFFD');
