import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TrackedEvent } from '../../../src/collect/event.js';
import { encodeEvent } from '../../../src/collect/event-codec.js';
import { EventKeyLog } from '../../../src/collect/sessions/event-key-log.js';
import { splitLines } from '../../../src/collect/sessions/row.js';
import { Sessionizer } from '../../../src/collect/sessions/sessionizer.js';
import { segmentOf } from '../journal/open-journal.js';
import { ACCOUNT, trackedEvent } from './tracked-event.js';

const WEBSITE = '6f1c1f9e-0d5f-4b0e-9a53-000000000001';
const OTHER_WEBSITE = '6f1c1f9e-0d5f-4b0e-9a53-000000000002';
const START = Date.UTC(2026, 0, 1);

let folder: string;
let log: EventKeyLog;
let sessionizer: Sessionizer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-repeats-'));
  await start();
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Begins as a process does that finds what an earlier one has kept. */
async function start(): Promise<void> {
  log = new EventKeyLog(folder);
  sessionizer = new Sessionizer();
  for await (const entry of log.read()) sessionizer.addRecent(entry);
}

const view = (path: string, id?: string, websiteId = WEBSITE): TrackedEvent =>
  trackedEvent({ websiteId, path, time: START, ...(id !== undefined && { id }) });

/** How many rows are made of a segment. */
async function rowsOf(name: string, ...events: readonly TrackedEvent[]): Promise<number> {
  sessionizer.load(segmentOf(events.map(encodeEvent)), { name, syncedBytes: 0, isLate: false });
  const { block, keys } = sessionizer.buildBatch(
    new Map([WEBSITE, OTHER_WEBSITE].map((id) => [id, { accountId: ACCOUNT, count: undefined }])),
  );
  await log.append({ segment: name, keys });
  sessionizer.commit(START);
  return splitLines(block).length;
}

test('an event that is sent again under its id counts once', async () => {
  expect(await rowsOf('1', view('/', 'a'), view('/', 'a'))).toBe(1);
  expect(await rowsOf('2', view('/', 'a'), view('/', 'b'))).toBe(1);
});

test('so it does when the process was started again in between', async () => {
  expect(await rowsOf('1', view('/', 'a'))).toBe(1);
  await start();
  expect(await rowsOf('2', view('/', 'a'), view('/', 'b'))).toBe(1);
  await start();
  expect(await rowsOf('3', view('/', 'a'), view('/', 'b'))).toBe(0);
});

test('events without an id, and those of another website, are no repeats', async () => {
  expect(await rowsOf('1', view('/'), view('/'), view('/', 'a'), view('/', 'a', OTHER_WEBSITE))).toBe(4);
  expect(await rowsOf('2', view('/'))).toBe(1);
});

test('a segment that is made once more has all of its events again', async () => {
  const events = [view('/', 'a'), view('/', 'b')];
  expect(await rowsOf('1', ...events)).toBe(2);
  expect(await rowsOf('1', ...events)).toBe(2);
  await start();
  expect(await rowsOf('1', ...events)).toBe(2);
});

test('and when the process was started again many times, each time to die soon', async () => {
  expect(await rowsOf('0', view('/', 'a'))).toBe(1);
  for (let times = 1; times < 6; times += 1) {
    await start();
    expect(await rowsOf(String(times), view('/', String(times)))).toBe(1);
  }
  await start();
  expect(await rowsOf('6', view('/', 'a'))).toBe(0);
});
