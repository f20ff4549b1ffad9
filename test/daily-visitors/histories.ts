import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import type { TrackedEvent } from '../../src/collect/event.js';
import { encodeEvent } from '../../src/collect/event-codec.js';
import { BlockWriter } from '../../src/collect/sessions/block-writer.js';
import { type BlockWebsite, Sessionizer } from '../../src/collect/sessions/sessionizer.js';
import { recount } from '../../src/daily-visitors/recount.js';
import { openEmbedded, type TestClickHouse } from '../clickhouse/each-clickhouse.js';
import { openJournal } from '../collect/journal/open-journal.js';
import { ACCOUNT, trackedEvent, traitsWith } from '../collect/sessions/tracked-event.js';
import { testContext } from '../context.js';
import { type Random, seeded } from '../oracle/random.js';
import { dayStart } from '../oracle/zones.js';
import { expectDailyVisitors } from '../service/daily-visitors.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What lies between neighbours of a visit: also around the end of a session. */
const GAPS = [1, 5 * SECOND, 4 * MINUTE, 29 * MINUTE, 30 * MINUTE - 1, 30 * MINUTE, 31 * MINUTE];

/** Zones in a week in which their clocks change, and one that skipped a day. */
export const WEEKS = [
  ['UTC', '2026-02-26'],
  ['Europe/Berlin', '2026-03-26'],
  ['America/New_York', '2025-10-31'],
  ['America/Santiago', '2025-09-05'],
  ['Australia/Lord_Howe', '2026-04-03'],
  ['Asia/Kathmandu', '2026-05-01'],
  ['Pacific/Apia', '2011-12-28'],
] as const;

/** Few values, so that visitors change between them and come back to them. */
const someTraits = (random: Random) =>
  traitsWith({
    referrer: random.pick(['Direct', 'Google', `it's "quoted"\\`]),
    channel: random.pick(['Direct', 'Organic Search']),
    utmCampaign: random.pick(['', '', 'may', '10%\toff']),
    utmSource: random.pick(['', '', 'news']),
    country: random.pick(['DE', 'DE', 'FR']),
    city: random.pick(['Berlin', 'Unknown']),
    browser: random.pick(['Firefox', 'Firefox', 'Chrome']),
  });

/** Visits of a few days, in the order of time: several a day, over midnight, and some of a whole day without a pause. */
function randomEvents(random: Random, websiteId: string, from: number, visitors: number): readonly TrackedEvent[] {
  const events: TrackedEvent[] = [];
  const visit = (visitorId: string, start: number, length: number, gaps = GAPS) => {
    const usual = someTraits(random);
    let time = start;
    for (let index = 0; index < length; index += 1) {
      const type =
        index > 0 && random.chance(0.2) ? 'leave' : random.pick(['pageview', 'pageview', 'exit', 'custom'] as const);
      const path = random.pick(['/', '/a', '/b']);
      const name = type === 'custom' ? random.pick(['signup', 'buy']) : '';
      const seconds = type === 'leave' ? random.below(600) : 0;
      events.push(trackedEvent({ websiteId, visitorId, time, type, path, name, seconds, traits: usual }));
      time += random.pick(gaps);
    }
  };
  for (let visitor = 1; visitor <= visitors; visitor += 1) {
    for (let visits = 1 + random.below(7); visits > 0; visits -= 1) {
      visit(String(visitor), from + random.below(5 * DAY), 1 + random.below(5));
    }
    // Over the end of a day.
    visit(String(visitor), from + (1 + random.below(4)) * DAY - 40 * MINUTE, 4);
  }
  visit(String(visitors + 1), from + HOUR, 120, [29 * MINUTE]);
  return events.toSorted((one, other) => one.time - other.time);
}

/** A week of a zone, and the seed of its history. */
export type SeededWeek = readonly [zone: string, from: string, seed: number];

/** Counts random histories by blocks and by recounts, and both plainly. */
export function describeHistories(weeks: readonly SeededWeek[], visitors = 12): void {
  let opened: TestClickHouse;

  beforeAll(async () => {
    opened = await openEmbedded();
    await migrateClickHouse(opened.clickhouse, undefined);
  });

  afterAll(() => opened.close());

  test.each(weeks)(
    'blocks and a recount both count a week in %s from %s plainly (seed %i)',
    async (zone, from, seed) => {
      const random = seeded(seed);
      const websiteId = randomUUID();
      const folder = await mkdtemp(join(tmpdir(), 'footfall-counts-'));
      const journal = await openJournal(join(folder, 'journal'));
      const count = { generation: 1, zone };
      const ended: string[] = [];
      let website: BlockWebsite = { accountId: ACCOUNT, count };
      const open = () =>
        BlockWriter.open({
          ...testContext({
            clickhouse: opened.clickhouse,
            instance: randomUUID(),
            now: () => Number.MAX_SAFE_INTEGER,
            config: { dataDir: folder },
          }),
          journal,
          sessionizer: new Sessionizer(),
          websites: {
            find: () => website,
            endCounts: async (ids) => void ended.push(...ids),
            findDeleted: async () => new Set(),
          },
          observer: {
            onStep: () => {},
            onInserted: () => {},
            onRejected: () => expect.unreachable(),
            onEventsRejected: () => expect.unreachable(),
            onSessionsCut: () => {},
            onFailed: (error) => expect.unreachable(String(error)),
            onSkipped: () => expect.unreachable(),
            onNotRestored: () => expect.unreachable(),
            onDamaged: () => expect.unreachable(),
            onRecordsRejected: () => expect.unreachable(),
            onBlockDamaged: () => expect.unreachable(),
            onSegmentsMissing: () => expect.unreachable(),
            onSetAside: () => expect.unreachable(),
            onUnknown: () => expect.unreachable(),
            onLookupFailed: () => expect.unreachable(),
          },
        });
      let writer = await open();
      const events = randomEvents(random, websiteId, dayStart(zone, from), visitors);
      let length = 0;
      for (let start = 0; start < events.length; start += length) {
        length = 1 + random.below(80);
        for (const event of events.slice(start, start + length)) await journal.append(encodeEvent(event));
        await writer.drain();
        // A process that begins anew knows of a visitor only what ClickHouse does.
        if (random.chance(0.15)) writer = await open();
        // In the middle, another count is begun.
        if (start < events.length / 2 && start + length >= events.length / 2) {
          expect(await expectDailyVisitors(opened.clickhouse, websiteId, count)).toBeGreaterThan(6 * visitors);
          website = { accountId: ACCOUNT, count: { generation: 2, zone } };
        }
      }
      expect(ended).toEqual([]);
      const goesOn = async () => true;
      const second = { generation: 2, zone };
      expect(await recount({ clickhouse: opened.clickhouse, websiteId, count: second, goesOn })).toBe(true);
      const rows = await expectDailyVisitors(opened.clickhouse, websiteId, second);
      for (const other of [
        { generation: 3, zone },
        { generation: 4, zone: 'America/St_Johns' },
      ]) {
        await recount({ clickhouse: opened.clickhouse, websiteId, count: other, goesOn, rowsAPart: 50 });
        const found = await expectDailyVisitors(opened.clickhouse, websiteId, other);
        if (other.zone === zone) expect(found).toBe(rows);
      }
      await journal.close();
      await rm(folder, { recursive: true, force: true });
    },
  );
}
