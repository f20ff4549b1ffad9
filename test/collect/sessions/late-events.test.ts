import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSegmentName } from '../../../src/collect/journal/segment-name.js';
import { LateEvents } from '../../../src/collect/sessions/late-events.js';
import { RejectedFolder } from '../../../src/collect/sessions/rejected-folder.js';

const WEBSITE = '6f1c1f9e-0d5f-4b0e-9a53-000000000001';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-late-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a rebuild gets the first 100,000 late events, and the next one those that are left', async () => {
  const late = new LateEvents(join(folder, 'late-events'));
  const rejected = new RejectedFolder(join(folder, 'rejected'));
  const read = async () => late.read((await late.files()).get(WEBSITE) ?? [], rejected, () => expect.unreachable());
  expect(await read()).toEqual({ files: [], events: [] });
  const times = [60_000, 40_000, 1].map((events, segment) => Array.from({ length: events }, () => segment));
  for (const [segment, each] of times.entries()) {
    const events = each.map((time) => ({ visitorId: '7', time }));
    await late.keep(newSegmentName(segment), new Map([[WEBSITE, events]]));
  }
  const first = await read();
  expect(first.events.map(({ time }) => time)).toEqual(times.slice(0, 2).flat());
  await late.remove(first.files);
  expect((await read()).events).toEqual([{ visitorId: '7', time: 2 }]);
});
