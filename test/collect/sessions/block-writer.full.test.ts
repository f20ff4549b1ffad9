import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ClickHouse, ClickHouseError } from '../../../src/clickhouse/clickhouse.js';
import { migrateClickHouse } from '../../../src/clickhouse/migrate.js';
import { sql, uuid } from '../../../src/clickhouse/sql.js';
import type { TrackedEvent } from '../../../src/collect/event.js';
import { encodeEvent } from '../../../src/collect/event-codec.js';
import { newSegmentName } from '../../../src/collect/journal/segment-name.js';
import { BlockFiles } from '../../../src/collect/sessions/block-file.js';
import { BlockWriter } from '../../../src/collect/sessions/block-writer.js';
import { RejectedFolder } from '../../../src/collect/sessions/rejected-folder.js';
import { eventColumns } from '../../../src/collect/sessions/row.js';
import { SessionStore } from '../../../src/collect/sessions/session-store.js';
import { Sessionizer } from '../../../src/collect/sessions/sessionizer.js';
import type { Count } from '../../../src/daily-visitors/dimensions.js';
import { openEmbedded, type TestClickHouse } from '../../clickhouse/each-clickhouse.js';
import { rowsOf } from '../../clickhouse/rows.js';
import { testContext } from '../../context.js';
import { openJournal, segmentOf } from '../journal/open-journal.js';
import { ACCOUNT, linesOf, trackedEvent } from './tracked-event.js';

const INSTANCE = 'instance';
const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
const FOLDERS = ['journal', 'blocks', 'rejected', 'unknown-websites'];
const NOW = START + 10 * MINUTE;

let opened: TestClickHouse;
let folder: string;
let websiteId: string;
let websites = 0;
let clock: number;
let deleted: Set<string>;
let isPostgresAway: boolean;
let noted: unknown[][];
/** Blocks of which the writer has told that they are inserted. */
let inserted: number;

/** Notes what the writer tells. */
const note =
  (what: string) =>
  (...told: readonly unknown[]): void => {
    noted.push([what, ...told]);
  };

beforeAll(async () => {
  opened = await openEmbedded();
  await migrateClickHouse(opened.clickhouse, undefined);
});

afterAll(() => opened.close());

beforeEach(async () => {
  clock = NOW;
  deleted = new Set();
  noted = [];
  inserted = 0;
  isPostgresAway = false;
  folder = await mkdtemp(join(tmpdir(), 'footfall-blocks-'));
  for (const name of FOLDERS) await mkdir(join(folder, name));
  websites += 1;
  websiteId = `6f1c1f9e-0d5f-4b0e-9a53-${String(websites).padStart(12, '0')}`;
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const open = async (
  clickhouse: ClickHouse = opened.clickhouse,
  accountOf: (id: string) => string | undefined = () => ACCOUNT,
  count?: Count,
) => {
  const journal = await openJournal(join(folder, 'journal'), { now: () => clock });
  const nothing = () => undefined;
  const writer = await BlockWriter.open({
    ...testContext({ clickhouse, instance: INSTANCE, now: () => clock, config: { dataDir: folder } }),
    journal,
    sessionizer: new Sessionizer(),
    websites: {
      find: (id) => {
        const accountId = accountOf(id);
        return accountId === undefined ? undefined : { accountId, count };
      },
      endCounts: async (ids) => void noted.push(['counts ended', ...ids]),
      findDeleted: async (ids) => {
        if (isPostgresAway) throw new Error('PostgreSQL is away');
        return new Set(ids.filter((id) => deleted.has(id)));
      },
    },
    observer: {
      onStep: nothing,
      onInserted: () => {
        inserted += 1;
      },
      onRejected: note('rows'),
      onEventsRejected: note('websites'),
      onSessionsCut: nothing,
      onFailed: note('failed'),
      onSkipped: (segment) => noted.push(['passed by', segment]),
      onNotRestored: (_, id) => noted.push(['not restored', id]),
      onDamaged: note('damaged'),
      onRecordsRejected: note('records'),
      onBlockDamaged: note('block'),
      onSegmentsMissing: note('missing'),
      onSetAside: note('set aside'),
      onUnknown: note('unknown'),
      onLookupFailed: note('lookup failed'),
    },
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
  writeFile(join(folder, 'journal', name), segmentOf(events.map(encodeEvent)));

const writeBlock = (name: string, lines: readonly string[]): Promise<void> =>
  new BlockFiles(join(folder, 'blocks')).write(name, { events: Buffer.from(lines.join('')), counts: Buffer.of() });

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

const leftovers = async () => (await Promise.all(FOLDERS.map((name) => readdir(join(folder, name))))).flat();

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
      for (const event of events) await journal.append(encodeEvent(event));
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
    for (const event of halves().flat()) await journal.append(encodeEvent(event));
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
    for (const event of first) await journal.append(encodeEvent(event));
    await writer.exclusive(websiteId, async () => {
      for (const event of second) await journal.append(encodeEvent(event));
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
      ping: () => (isAway ? Promise.reject(new Error('away')) : opened.clickhouse.ping()),
    });
    const [first = [], second = []] = halves();
    await writer.exclusive(websiteId, async () => {
      await insert(newSegmentName(START), linesOf(first));
      isAway = true;
    });
    for (const event of second) await journal.append(encodeEvent(event));
    await expect(writer.drain()).rejects.toThrow('away');
    isAway = false;
    await writer.drain();
    expect(await stored()).toEqual(COMPLETE);
  });

  test('after a block could not be written to the disk gives its events their sessions once', async () => {
    const { journal, writer } = await open();
    for (const event of halves().flat()) await journal.append(encodeEvent(event));
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

  test('ends the count that was begun while it waited', async () => {
    const segment = newSegmentName(START);
    const events = halves().flat();
    await writeSegment(segment, events);
    await writeBlock(segment, linesOf(events));
    const { writer } = await open(opened.clickhouse, () => ACCOUNT, { generation: 2, zone: 'UTC' });
    await writer.drain();
    expect(await stored()).toEqual(COMPLETE);
    expect(noted).toContainEqual(['counts ended', websiteId]);
  });

  test('leaves out the events of a website that was deleted', async () => {
    await writeSegment(newSegmentName(START), halves().flat());
    deleted.add(websiteId);
    const { writer } = await open(opened.clickhouse, () => undefined);
    await writer.drain();
    expect((await stored())[0]).toBe(0);
    expect(await leftovers()).toEqual([]);
  });
});

/** Turns a bit of a file over. */
async function flip(path: string, place: number): Promise<void> {
  const bytes = await readFile(path);
  bytes.writeUInt8(bytes.readUInt8(place) ^ 4, place);
  await writeFile(path, bytes);
}

const rejectedLines = async (name: string) =>
  (await readFile(join(folder, 'rejected', name), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('what is damaged on the disk', () => {
  test('costs one record of a segment, which is kept, counted and told', async () => {
    const segment = newSegmentName(START);
    const records = halves().flat().map(encodeEvent);
    await writeSegment(segment, halves().flat());
    await flip(join(folder, 'journal', segment), 8 + 30);
    const { writer } = await open();
    await writer.drain();
    expect((await stored()).slice(0, 2)).toEqual([5, 5]);
    expect(await leftovers()).toEqual([`${segment}.damaged.ndjson`]);
    const [range, ...more] = await rejectedLines(`${segment}.damaged.ndjson`);
    expect([range.offset, Buffer.from(range.base64, 'base64').length, more]).toEqual([0, 8 + records[0]!.length, []]);
    expect(noted).toEqual([
      ['damaged', segment, 1],
      ['websites', [websiteId]],
    ]);
  });

  test('and what is no event costs none of its neighbours', async () => {
    const segment = newSegmentName(START);
    const [first = '', ...rest] = halves().flat().map(encodeEvent);
    await writeFile(join(folder, 'journal', segment), segmentOf([first, 'no event', ...rest]));
    const { writer } = await open();
    await writer.drain();
    expect(await stored()).toEqual(COMPLETE);
    expect(await rejectedLines(`${segment}.records.ndjson`)).toEqual([
      { record: 'no event', error: expect.stringContaining('SyntaxError') },
    ]);
    expect(noted).toEqual([
      ['records', segment, 1],
      ['websites', [websiteId]],
    ]);
  });

  test.each([
    ['had been inserted', true],
    ['had not been inserted', false],
  ])('is made again of its segment if it is a block that %s: each event counts once', async (_, isInserted) => {
    const [first = [], second = []] = halves();
    let isRefusing = true;
    const { journal, writer } = await open({
      ...opened.clickhouse,
      insert: async (block) => {
        if (isInserted || !isRefusing) await opened.clickhouse.insert(block);
        if (isRefusing) throw new Error('the answer was lost');
      },
    });
    for (const event of first) await journal.append(encodeEvent(event));
    await expect(writer.drain()).rejects.toThrow('the answer was lost');
    const [file = ''] = await readdir(join(folder, 'blocks'));
    await flip(join(folder, 'blocks', file), 100);
    await writeSegment(newSegmentName(NOW + 1), second);
    isRefusing = false;

    const next = await open();
    await next.writer.drain();
    expect(await stored()).toEqual(COMPLETE);
    expect(await leftovers()).toEqual([file]);
    expect(noted.filter(([what]) => what === 'block')).toEqual([['block', file.replace('.block', ''), true]]);
  });

  test('is set aside if it is a block whose segment is gone, and holds up nothing', async () => {
    const [first = [], second = []] = halves();
    const segment = newSegmentName(START);
    await writeFile(join(folder, 'blocks', `${segment}.block`), Buffer.from('\0FB2 no checksum'));
    const { journal, writer } = await open();
    for (const event of [...first, ...second]) await journal.append(encodeEvent(event));
    await writer.drain();
    expect(await stored()).toEqual(COMPLETE);
    expect(await leftovers()).toEqual([`${segment}.block`]);
    expect(noted).toEqual([['block', segment, false]]);
  });

  test('never takes the place of what was set aside before', async () => {
    const rejected = new RejectedFolder(join(folder, 'rejected'));
    for (const text of ['one', 'other', 'one', 'third']) await rejected.keep('name', Buffer.from(text));
    const names = ['name', 'name.1', 'name.2'];
    expect(await readdir(join(folder, 'rejected'))).toEqual(names);
    const texts = names.map((name) => readFile(join(folder, 'rejected', name), 'utf8'));
    expect(await Promise.all(texts)).toEqual(['one', 'other', 'third']);
  });

  test('and a folder that somebody removed is made again', async () => {
    const { journal, writer } = await open();
    for (const name of ['blocks', 'rejected', 'unknown-websites']) await rm(join(folder, name), { recursive: true });
    for (const event of halves().flat()) await journal.append(encodeEvent(event));
    await writer.drain();
    expect(await stored()).toEqual(COMPLETE);
  });

  test('and a segment that somebody removed is told, and holds up nothing', async () => {
    const { journal, writer } = await open();
    await journal.append(encodeEvent(trackedEvent({ websiteId, path: '/lost', time: START })));
    const [segment = ''] = await journal.closedSegments();
    await rm(join(folder, 'journal'), { recursive: true });
    for (const event of halves().flat()) await journal.append(encodeEvent(event));
    await writer.drain();
    expect(await stored()).toEqual(COMPLETE);
    expect(noted).toEqual([['missing', [segment]]]);
    expect(await leftovers()).toEqual([`${segment}.missing.ndjson`]);
  });

  test('and segments that were cut, emptied or removed before a start are told, and the others are stored', async () => {
    const earlier = await openJournal(join(folder, 'journal'), { now: () => clock });
    for (const path of ['/cut', '/emptied', '/removed', '/kept']) {
      await earlier.append(encodeEvent(trackedEvent({ websiteId, path, time: START })));
      await earlier.closedSegments();
    }
    const [cut = '', emptied = '', removed = ''] = await earlier.closedSegments();
    const sizeOf = async (name: string) => (await stat(join(folder, 'journal', name))).size;
    const lost = await sizeOf(emptied);
    await truncate(join(folder, 'journal', cut), Math.floor((await sizeOf(cut)) / 2));
    await truncate(join(folder, 'journal', emptied), 0);
    await rm(join(folder, 'journal', removed));

    const { writer } = await open();
    await writer.drain();
    expect(noted).toEqual([
      ['missing', [removed]],
      ['damaged', cut, 2],
      ['damaged', emptied, 1],
    ]);
    expect(await leftovers()).toEqual([
      `${cut}.damaged.ndjson`,
      `${emptied}.damaged.ndjson`,
      `${removed}.missing.ndjson`,
    ]);
    const lines = await readFile(join(folder, 'rejected', `${emptied}.damaged.ndjson`), 'utf8');
    expect(JSON.parse(lines)).toEqual({ offset: 0, missing: lost, base64: '' });

    noted = [];
    await (await open()).writer.drain();
    expect(noted).toEqual([]);
  });

  test('and a segment that was removed is not told where its block has its events', async () => {
    const isDown: ClickHouse = {
      ...opened.clickhouse,
      insert: async () => {
        throw new ClickHouseError('away', undefined, undefined);
      },
    };
    const { journal, writer } = await open(isDown);
    for (const event of halves().flat()) await journal.append(encodeEvent(event));
    await expect(writer.drain()).rejects.toThrow('away');
    await rm(join(folder, 'journal'), { recursive: true });
    noted = [];
    await (await open()).writer.drain();
    expect(await stored()).toEqual(COMPLETE);
    expect(noted).toEqual([]);
  });
});

describe('a block that ClickHouse never takes', () => {
  const isPoisoned = (body: Uint8Array) => Buffer.from(body).includes('/poison');

  test('holds up those behind it a few times, and is taken when it can be', async () => {
    let isRefusing = true;
    const { journal, writer } = await open({
      ...opened.clickhouse,
      insert: async (block) => {
        if (isRefusing && isPoisoned(block.body)) throw new ClickHouseError('over the limit', 241, undefined);
        await opened.clickhouse.insert(block);
      },
    });
    await journal.append(encodeEvent(trackedEvent({ websiteId, visitorId: '2', path: '/poison', time: START })));
    const [poisoned = ''] = await journal.closedSegments();
    for (const event of halves().flat()) await journal.append(encodeEvent(event));
    for (let time = 0; time < 4; time += 1) await expect(writer.drain()).rejects.toThrow('over the limit');
    expect(writer.isSkipped(poisoned)).toBe(false);
    await expect(writer.drain()).rejects.toThrow('over the limit');
    expect(await stored()).toEqual(COMPLETE);
    await expect(writer.drain()).rejects.toThrow('over the limit');
    expect(writer.isSkipped(poisoned)).toBe(true);
    expect(noted.filter(([what]) => what === 'passed by')).toEqual([['passed by', poisoned]]);
    expect(journal.oldestExcept((segment) => writer.isSkipped(segment))).toBeUndefined();

    isRefusing = false;
    const next = await open();
    await next.writer.drain();
    expect((await stored())[0]).toBe(COMPLETE[0]! + 1);
    expect(await leftovers()).toEqual([]);
  });

  test('is not passed by while ClickHouse is away: those behind it would fail too', async () => {
    const { journal, writer } = await open({
      ...opened.clickhouse,
      insert: () => Promise.reject(new ClickHouseError('connect ECONNREFUSED', undefined, undefined)),
    });
    await journal.append(encodeEvent(trackedEvent({ websiteId, time: START })));
    for (let time = 0; time < 8; time += 1) await expect(writer.drain()).rejects.toThrow('ECONNREFUSED');
    await journal.append(encodeEvent(trackedEvent({ websiteId, time: START })));
    await expect(writer.drain()).rejects.toThrow('ECONNREFUSED');
    expect(await readdir(join(folder, 'blocks'))).toHaveLength(1);
  });
});

describe('sessions that cannot be read', () => {
  /** A website's place among others, as ClickHouse orders UUIDs: by their second half. */
  const placeOf = (id: string) => `${id.slice(19)} ${id.slice(0, 19)}`;

  /** Refuses to read the sessions of one website, and of any that are asked for together with it. */
  const refusing = (refused: string): ClickHouse => ({
    ...opened.clickhouse,
    query: async (query) => {
      if (query.name !== 'pages of open sessions') return opened.clickhouse.query(query);
      const websites = query.sql.parameters.filter(({ type }) => type === 'UUID');
      const [first, last] = websites.map(({ value }) => placeOf(String(value)));
      const place = placeOf(refused);
      if (first === undefined || last === undefined || (first <= place && place <= last)) {
        throw new ClickHouseError('Memory limit exceeded', 241, undefined);
      }
      return opened.clickhouse.query(query);
    },
  });

  test('keep no process from starting, and cost no other website its sessions', async () => {
    const [first = [], second = []] = halves();
    await insert(newSegmentName(START), linesOf(first));
    const other = websiteId.replace(/^6f/, '7f');
    await insert(newSegmentName(START), linesOf([trackedEvent({ websiteId: other, time: START })]));
    const { journal, writer } = await open(refusing(other));
    expect(noted).toEqual([['not restored', other]]);
    for (const event of second) await journal.append(encodeEvent(event));
    await writer.drain();
    expect(await stored()).toEqual(COMPLETE);
  });

  test('of a website that an import has changed hold up no other', async () => {
    const { journal, writer } = await open(refusing(websiteId));
    noted = [];
    await writer.exclusive(websiteId, async () => undefined);
    for (const event of halves().flat()) await journal.append(encodeEvent(event));
    await writer.drain();
    expect(noted).toEqual([['not restored', websiteId]]);
    expect(await stored()).toEqual(COMPLETE);
  });
});

describe('events of a website that is neither known nor deleted', () => {
  const known = () => {
    const accounts = new Map<string, string>();
    return { accounts, accountOf: (id: string) => accounts.get(id) };
  };

  test('are kept, and counted once when it is known, beside those of others', async () => {
    const { accounts, accountOf } = known();
    const other = websiteId.replace(/^6f/, '7f');
    accounts.set(other, ACCOUNT);
    const { journal, writer } = await open(opened.clickhouse, accountOf);
    for (const event of halves().flat()) {
      await journal.append(encodeEvent(event));
      await journal.append(encodeEvent({ ...event, websiteId: other }));
    }
    for (let time = 0; time < 3; time += 1) await writer.drain();
    expect((await stored())[0]).toBe(0);
    expect(await leftovers()).toEqual([expect.stringContaining(websiteId)]);
    expect(noted).toEqual([
      ['set aside', 6],
      ['unknown', websiteId],
    ]);

    accounts.set(websiteId, ACCOUNT);
    for (let time = 0; time < 3; time += 1) await writer.drain();
    expect(await stored()).toEqual(COMPLETE);
    expect(await leftovers()).toEqual([]);
  });

  test('are counted by a later process too', async () => {
    await writeSegment(newSegmentName(START), halves().flat());
    const before = await open(opened.clickhouse, () => undefined);
    await before.writer.drain();
    const { writer } = await open();
    await writer.drain();
    expect(await stored()).toEqual(COMPLETE);
    expect(await leftovers()).toEqual([]);
  });

  test('are counted once when the process dies before their block is kept, and the website is known to the next', async () => {
    await writeSegment(newSegmentName(START), halves().flat());
    const before = await open(opened.clickhouse, () => undefined);
    const inTheWay = join(folder, 'blocks', `${(await before.journal.closedSegments())[0]}.block.unfinished`);
    await mkdir(inTheWay);
    await expect(before.writer.drain()).rejects.toThrow();
    expect(await readdir(join(folder, 'unknown-websites'))).toHaveLength(1);
    await rm(inTheWay, { recursive: true });
    const { writer } = await open();
    await writer.drain();
    expect(await stored()).toEqual(COMPLETE);
    expect(await leftovers()).toEqual([]);
  });

  test('end none of the sessions that are under way when they come late', async () => {
    const { accounts, accountOf } = known();
    const other = websiteId.replace(/^6f/, '7f');
    const { journal, writer } = await open(opened.clickhouse, accountOf);
    await journal.append(encodeEvent(trackedEvent({ websiteId: other, time: START - 300 * MINUTE })));
    await writer.drain();
    accounts.set(websiteId, ACCOUNT);
    const [first = [], second = []] = halves();
    for (const event of first) await journal.append(encodeEvent(event));
    await writer.drain();
    accounts.set(other, ACCOUNT);
    await writer.drain();
    for (const event of second) await journal.append(encodeEvent(event));
    await writer.drain();
    expect(await stored()).toEqual(COMPLETE);
  });

  test('wait while PostgreSQL cannot tell, and hold up nothing', async () => {
    isPostgresAway = true;
    await writeSegment(newSegmentName(START), halves().flat());
    const { writer } = await open(opened.clickhouse, () => undefined);
    for (let time = 0; time < 3; time += 1) await writer.drain();
    expect(noted.map(([what]) => what)).toEqual(['set aside', 'lookup failed']);
    isPostgresAway = false;
    deleted.add(websiteId);
    await writer.drain();
    expect(await leftovers()).toEqual([]);
    expect((await stored())[0]).toBe(0);
  });
});

test('inserts a block once, however often what follows fails', async () => {
  let inserts = 0;
  let isBroken = true;
  const clickhouse: ClickHouse = {
    ...opened.clickhouse,
    insert: (given) => {
      inserts += 1;
      return opened.clickhouse.insert(given);
    },
    sync: () => (isBroken ? Promise.reject(new Error('EIO')) : opened.clickhouse.sync()),
  };
  await writeSegment(newSegmentName(START), halves()[0]!);
  const { writer } = await open(clickhouse);
  for (let time = 0; time < 3; time += 1) await expect(writer.drain()).rejects.toThrow('EIO');
  isBroken = false;
  await writer.drain();
  expect([inserts, inserted, await leftovers()]).toEqual([1, 1, []]);
});

test('inserts the events of a block once, however often its counts fail', async () => {
  const tables: string[] = [];
  let isBroken = true;
  const clickhouse: ClickHouse = {
    ...opened.clickhouse,
    insert: async (given) => {
      tables.push(given.table);
      if (given.table === 'daily_visitors' && isBroken) throw new Error('EIO');
      await opened.clickhouse.insert(given);
    },
  };
  await writeSegment(newSegmentName(START), halves()[0]!);
  const { writer } = await open(clickhouse, () => ACCOUNT, { generation: 1, zone: 'UTC' });
  for (let time = 0; time < 3; time += 1) await expect(writer.drain()).rejects.toThrow('EIO');
  isBroken = false;
  await writer.drain();
  expect(tables).toEqual(['events', ...Array.from({ length: 4 }, () => 'daily_visitors')]);
  expect(await leftovers()).toEqual([]);
});

test('keeps a segment whose insert could not be synced, and counts its events once', async () => {
  let isBroken = true;
  const clickhouse: ClickHouse = {
    ...opened.clickhouse,
    sync: () => (isBroken ? Promise.reject(new Error('EIO')) : opened.clickhouse.sync()),
  };
  for (const [half, events] of halves().entries()) await writeSegment(newSegmentName(START + half), events);
  const { writer } = await open(clickhouse);
  await expect(writer.drain()).rejects.toThrow('EIO');
  expect((await leftovers()).filter((name) => name.endsWith('.segment'))).toHaveLength(2);
  isBroken = false;
  await writer.drain();
  expect(await leftovers()).toEqual([]);
  expect(await stored()).toEqual(COMPLETE);
});

test('a stop that has waited long enough leaves the rest to the next process', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow: ClickHouse = {
    ...opened.clickhouse,
    insert: async (insert) => {
      await held;
      await opened.clickhouse.insert(insert);
    },
  };
  const { journal, writer } = await open(slow);
  for (const half of halves()) {
    for (const event of half) await journal.append(encodeEvent(event));
    await journal.closedSegments();
  }
  await writer.stop();
  release();
  await expect(writer.drain()).rejects.toMatchObject({ kind: 'unavailable' });
  expect([inserted, (await journal.closedSegments()).length, noted]).toEqual([1, 1, []]);
  await (await open()).writer.drain();
  expect(inserted).toBe(2);
});
