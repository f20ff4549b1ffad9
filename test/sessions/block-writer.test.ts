import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { sql, uuid } from '../../src/clickhouse/sql.js';
import type { TrackedEvent } from '../../src/event.js';
import { recordOf } from '../../src/event-record.js';
import { newSegmentName } from '../../src/journal/segment-name.js';
import { BlockMaker } from '../../src/sessions/block-maker.js';
import { BlockWriter } from '../../src/sessions/block-writer.js';
import { eventColumns } from '../../src/sessions/row.js';
import { SessionStore } from '../../src/sessions/store.js';
import { openEmbedded, type TestClickHouse } from '../clickhouse/each-clickhouse.js';
import { rowsOf } from '../clickhouse/rows.js';
import { openJournal, segmentOf } from '../journal/open-journal.js';
import { ACCOUNT, linesOf, trackedEvent } from './tracked-event.js';

const INSTANCE = 'instance';
const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
const NOW = START + 10 * MINUTE;

let opened: TestClickHouse;
let folder: string;
let websiteId: string;
let websites = 0;
let clock: number;

beforeAll(async () => {
  opened = await openEmbedded();
  await migrateClickHouse(opened.clickhouse, undefined);
});

afterAll(() => opened.close());

beforeEach(async () => {
  clock = NOW;
  folder = await mkdtemp(join(tmpdir(), 'footfall-blocks-'));
  for (const name of ['journal', 'blocks', 'rejected']) await mkdir(join(folder, name));
  websites += 1;
  websiteId = `6f1c1f9e-0d5f-4b0e-9a53-${String(websites).padStart(12, '0')}`;
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const open = async (clickhouse: ClickHouse = opened.clickhouse, accountOf = (): string | undefined => ACCOUNT) => {
  const journal = await openJournal(join(folder, 'journal'), { now: () => clock });
  const nothing = () => undefined;
  const writer = await BlockWriter.open({
    journal,
    clickhouse,
    maker: new BlockMaker(),
    folder: join(folder, 'blocks'),
    rejectedFolder: join(folder, 'rejected'),
    instance: INSTANCE,
    accountOf,
    now: () => clock,
    observer: { onStep: nothing, onInserted: nothing, onRejected: nothing, onSessionsCut: nothing, onFailed: nothing },
  });
  return { journal, writer };
};

/** What one visitor does in ten minutes, in two halves that are one session. */
const halves = (): readonly (readonly TrackedEvent[])[] =>
  [0, 1].map((half) =>
    ['/a', '/b', '/c'].map((path, index) =>
      trackedEvent({ websiteId, path: `${path}${half}`, time: START + (half * 5 + index) * MINUTE }),
    ),
  );

const writeSegment = (name: string, events: readonly TrackedEvent[]): Promise<void> =>
  writeFile(join(folder, 'journal', name), segmentOf(events.map(recordOf)));

const writeBlock = (name: string, lines: readonly string[]): Promise<void> =>
  writeFile(join(folder, 'blocks', `${name}.block`), lines.join(''));

const insert = (name: string, lines: readonly string[]): Promise<void> =>
  opened.clickhouse.insert({
    table: 'events',
    columns: eventColumns,
    body: Buffer.from(lines.join('')),
    token: `${INSTANCE}-${name}`,
  });

const stored = async () => {
  const [row] = await rowsOf(
    opened.clickhouse,
    sql`SELECT count() AS events, uniqExact(path) AS pages, sum(sessions) AS sessions, sum(bounces) AS bounces,
  sum(duration) AS duration FROM events WHERE website_id = ${uuid(websiteId)}`,
  );
  return Object.values(row ?? {}).map(Number);
};

const leftovers = async () =>
  (await Promise.all(['journal', 'blocks', 'rejected'].map((name) => readdir(join(folder, name))))).flat();

/** Six pages, once each, of one session that is no bounce, from the first minute to the eighth. */
const COMPLETE = [6, 6, 1, 0, 7 * MINUTE];

interface Left {
  readonly segment: string;
  readonly events: readonly TrackedEvent[];
  readonly lines: readonly string[];
}

/** What a process can leave of a segment when it dies, from the first step to the last. */
const DEATHS: readonly (readonly [string, (left: Left) => Promise<void>])[] = [
  ['the segment is there, and no block', ({ segment, events }) => writeSegment(segment, events)],
  [
    'the segment is there, its block is unfinished',
    async ({ segment, events, lines }) => {
      await writeSegment(segment, events);
      await writeFile(join(folder, 'blocks', `${segment}.block.unfinished`), lines.join('').slice(0, 100));
    },
  ],
  [
    'segment and block are there, nothing is inserted',
    async ({ segment, events, lines }) => {
      await writeSegment(segment, events);
      await writeBlock(segment, lines);
    },
  ],
  [
    'segment and block are there, the block is inserted',
    async ({ segment, events, lines }) => {
      await writeSegment(segment, events);
      await writeBlock(segment, lines);
      await insert(segment, lines);
    },
  ],
  [
    'the segment is gone, the block is there and inserted',
    async ({ segment, lines }) => {
      await writeBlock(segment, lines);
      await insert(segment, lines);
    },
  ],
];

describe('a process that died and left its last segment so that', () => {
  test.each(DEATHS)('%s: the next one counts each event once', async (_, die) => {
    const store = new SessionStore();
    const [first = [], second = []] = halves();
    const names = [newSegmentName(START), newSegmentName(START + 1)] as const;
    await insert(names[0], linesOf(first, store));
    await die({ segment: names[1], events: second, lines: linesOf(second, store) });

    const { writer } = await open();
    await writer.drain();
    expect(await stored()).toEqual(COMPLETE);
    expect(await leftovers()).toEqual([]);

    const again = await open();
    await again.writer.drain();
    expect(await stored()).toEqual(COMPLETE);
  });

  test.each(DEATHS)('%s, with another behind it: the session goes on', async (_, die) => {
    const store = new SessionStore();
    const [first = [], second = []] = halves();
    const names = [newSegmentName(START), newSegmentName(START + 1)] as const;
    await die({ segment: names[0], events: first, lines: linesOf(first, store) });
    await writeSegment(names[1], second);

    const { writer } = await open();
    await writer.drain();
    expect(await stored()).toEqual(COMPLETE);
    expect(await leftovers()).toEqual([]);
  });
});

describe('a process that goes on', () => {
  test('after a stop in the middle of a session does not split it', async () => {
    for (const events of halves()) {
      const { journal, writer } = await open();
      for (const event of events) await journal.append(recordOf(event));
      await writer.stop();
      await journal.close();
    }
    expect(await stored()).toEqual(COMPLETE);
    expect(await leftovers()).toEqual([]);
  });

  test('after ClickHouse refused a block several times counts each event once', async () => {
    let refusals = 3;
    const { journal, writer } = await open({
      ...opened.clickhouse,
      insert: async (block) => {
        await opened.clickhouse.insert(block);
        refusals -= 1;
        if (refusals >= 0) throw new Error('the answer was lost');
      },
    });
    for (const event of halves().flat()) await journal.append(recordOf(event));
    for (let time = 0; time < 3; time += 1) await expect(writer.drain()).rejects.toThrow('the answer was lost');
    await writer.drain();
    expect(await stored()).toEqual(COMPLETE);
    expect(await leftovers()).toEqual([]);
  });

  test('hours late does not split a session between the segments that waited', async () => {
    for (const [index, events] of halves().entries()) await writeSegment(newSegmentName(START + index), events);
    clock = START + 3 * 60 * MINUTE;
    const { writer } = await open();
    await writer.drain();
    expect(await stored()).toEqual(COMPLETE);
  });

  test('after what took hours beside it does not split the sessions that waited', async () => {
    const { journal, writer } = await open();
    const [first = [], second = []] = halves();
    for (const event of first) await journal.append(recordOf(event));
    await writer.exclusive(websiteId, async () => {
      for (const event of second) await journal.append(recordOf(event));
      clock = START + 3 * 60 * MINUTE;
    });
    await writer.drain();
    expect(await stored()).toEqual(COMPLETE);
  });

  test('after ClickHouse went away when stored sessions had changed reads them before the next block', async () => {
    let isAway = false;
    const { journal, writer } = await open({
      ...opened.clickhouse,
      query: (query) => (isAway ? Promise.reject(new Error('away')) : opened.clickhouse.query(query)),
    });
    const [first = [], second = []] = halves();
    await writer.exclusive(websiteId, async () => {
      await insert(newSegmentName(START), linesOf(first));
      isAway = true;
    });
    for (const event of second) await journal.append(recordOf(event));
    await expect(writer.drain()).rejects.toThrow('away');
    isAway = false;
    await writer.drain();
    expect(await stored()).toEqual(COMPLETE);
  });

  test('after a block could not be written to the disk gives its events their sessions once', async () => {
    const { journal, writer } = await open();
    for (const event of halves().flat()) await journal.append(recordOf(event));
    const [segment = ''] = await journal.closedSegments();
    const inTheWay = join(folder, 'blocks', `${segment}.block.unfinished`);
    await mkdir(inTheWay);
    await expect(writer.drain()).rejects.toThrow();
    await rm(inTheWay, { recursive: true });
    await writer.drain();
    expect(await stored()).toEqual(COMPLETE);
  });

  test('sets a row aside that ClickHouse refuses, once, and keeps its neighbours', async () => {
    const [events = []] = halves();
    const segment = newSegmentName(START);
    const lines = linesOf(events);
    await writeBlock(segment, [lines[0] ?? '', 'no row\n', ...lines.slice(1)]);
    await insert(`${segment}-0-0`, lines.slice(0, 1));
    const { writer } = await open();
    await writer.drain();
    expect((await stored()).slice(0, 2)).toEqual([3, 3]);
    expect(await leftovers()).toEqual([`${segment}.ndjson`]);
  });

  test('leaves out the events of a website that is gone', async () => {
    await writeSegment(newSegmentName(START), halves().flat());
    const { writer } = await open(opened.clickhouse, () => undefined);
    await writer.drain();
    expect((await stored())[0]).toBe(0);
    expect(await leftovers()).toEqual([]);
  });
});
