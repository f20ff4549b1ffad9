import { Readable } from 'node:stream';
import { millisecondsInMinute } from 'date-fns/constants';
import { z } from 'zod';
import type { Service } from '../src/app/service.js';
import type { ClickHouse } from '../src/clickhouse/clickhouse.js';
import { ofWebsite, sql } from '../src/clickhouse/sql.js';
import { collect } from '../src/collect/collector.js';
import { eventBody } from '../src/collect/event-body.js';
import { UNKNOWN_PLACE } from '../src/collect/steps/place-record.js';
import type { Website } from '../src/websites/website.js';
import type { Hit } from './hit.js';
import type { SampleWebsite } from './websites.js';

const LINES_IN_CHUNK = 500;

const row = z.object({ time: z.coerce.number() });

/** Epoch milliseconds; 0 without events. */
export async function findLastEvent(clickhouse: ClickHouse, { id }: Pick<Website, 'id'>): Promise<number> {
  const [found] = await clickhouse.query({
    name: 'last event of a website',
    row,
    sql: sql`SELECT toUnixTimestamp64Milli(max(time)) AS time FROM events WHERE ${ofWebsite(id)}`,
  });
  return found?.time ?? 0;
}

export interface FillOptions {
  /** Epoch milliseconds; no event is later. */
  readonly until: number;
  readonly signal: AbortSignal;
  /** Called with the minutes of traffic read since the last call. */
  readonly onMinutes?: (minutes: number) => void;
}

/**
 * Adds traffic since the website's last event. Events are imported. Excluded hits pass through the collector's steps at
 * their own times, and count as dropped. Returns the number of imported events.
 */
export async function fillGap(
  service: Service,
  sample: SampleWebsite,
  { until, signal, onMinutes = () => undefined }: FillOptions,
): Promise<number> {
  const { website, visits, excluded } = sample;
  const last = await findLastEvent(service.engines.clickhouse, website);
  for (const _ of visits.takeUntil(last));
  for (const _ of excluded.takeUntil(last));
  const imported = visits.nextTime > until ? 0 : await importVisits(service, sample, { until, signal, onMinutes });
  for (const hit of excluded.takeUntil(until)) countDrop(service, website, hit);
  return imported;
}

async function importVisits(
  { services }: Service,
  { website, visits }: SampleWebsite,
  { until, signal, onMinutes }: Required<FillOptions>,
): Promise<number> {
  const lines = toImportLines(visits.takeUntil(until), visits.nextTime, onMinutes);
  const { imported } = await services.importHistory({
    website,
    stream: Readable.toWeb(Readable.from(lines)) as ReadableStream<Uint8Array>,
    signal,
    contentEncoding: undefined,
    idempotencyKey: undefined,
  });
  return imported;
}

function* toImportLines(hits: Iterable<Hit>, start: number, onMinutes: (minutes: number) => void): Generator<Buffer> {
  let lines: string[] = [];
  let reported = start;
  for (const { time, event, sender } of hits) {
    const { address: ip, userAgent } = sender;
    lines.push(`${JSON.stringify({ timestamp: new Date(time).toISOString(), ...event, ip, userAgent })}\n`);
    if (lines.length < LINES_IN_CHUNK) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
    const minutes = Math.floor((time - reported) / millisecondsInMinute);
    onMinutes(minutes);
    reported += minutes * millisecondsInMinute;
  }
  yield Buffer.from(lines.join(''));
}

/** Runs the collector's steps as at the time of the hit. */
function countDrop({ drops }: Service, website: Website, { time, event, sender }: Hit): void {
  const outcome = collect(eventBody.parse({ key: website.trackingKey, ...event }), sender, {
    findWebsite: () => website,
    now: () => time,
    eventLimit: { take: () => true },
    propNames: { take: () => true },
    places: { of: () => UNKNOWN_PLACE },
    keysAt: () => ({ current: '' }),
  });
  if ('dropped' in outcome) drops.add(website.id, outcome.dropped, time, outcome.agent);
}
