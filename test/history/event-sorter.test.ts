import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unknownTraits } from '../../src/collect/draft.js';
import type { TrackedEvent } from '../../src/collect/event.js';
import { encodeEvent } from '../../src/collect/event-codec.js';
import { EventSorter } from '../../src/history/event-sorter.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-sorter-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Few visitors, instants and paths, so that many events differ in one of them alone, or in none; some as long as they may be. */
const events = fc.array(
  fc.record<TrackedEvent>({
    websiteId: fc.constant('7c2b1a4e-0000-4000-8000-000000000001'),
    time: fc.integer({ min: 0, max: 3 }),
    type: fc.constantFrom('pageview', 'exit', 'custom', 'leave'),
    visitorId: fc.constantFrom('1', '10', '9', '18446744073709551615'),
    hostname: fc.constant('example.com'),
    path: fc.constantFrom('/', '/a', '/"\n\\é🦔', `/${'x'.repeat(60_000)}`),
    link: fc.constant(''),
    name: fc.constant(''),
    props: fc.constant(''),
    screen: fc.constant(''),
    seconds: fc.constant(0),
    traits: fc.constant(unknownTraits),
  }),
  { maxLength: 60 },
);

/** The events as they come out when they are taken in runs of this length. */
async function sorted(added: readonly TrackedEvent[], length: number): Promise<readonly TrackedEvent[]> {
  const sorter = new EventSorter(folder);
  try {
    for (const [index, event] of added.entries()) {
      sorter.add(event);
      if (index % length === length - 1) await sorter.write();
    }
    await sorter.write();
    expect(await readdir(folder)).toEqual([]);
    const out: TrackedEvent[] = [];
    for await (const read of sorter.all()) out.push(...read);
    return out;
  } finally {
    await sorter.close();
  }
}

const text = encodeEvent;

test('all come out again, each visitor’s together, by time, a page after the one that is left and before what is clicked on it', async () => {
  await fc.assert(
    fc.asyncProperty(events, fc.integer({ min: 1, max: 20 }), async (taken, length) => {
      const out = await sorted(taken, length);
      expect(out.map(text).sort()).toEqual(taken.map(text).sort());
      const visitors = out.map(({ visitorId }) => visitorId).filter((id, index, ids) => id !== ids[index - 1]);
      expect(new Set(visitors).size).toBe(visitors.length);
      for (const [index, { visitorId, time, type }] of out.entries()) {
        const next = out[index + 1];
        if (next?.visitorId !== visitorId) continue;
        expect(next.time).toBeGreaterThanOrEqual(time);
        if (next.time === time && !['leave', 'pageview'].includes(type)) expect(next.type).not.toBe('pageview');
        if (next.time === time && type !== 'leave') expect(next.type).not.toBe('leave');
      }
    }),
  );
});

test('the order in which they are taken, and how many at a time, changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(events, fc.integer({ min: 1, max: 20 }), async (taken, length) => {
      expect(await sorted([...taken].reverse(), length)).toEqual(await sorted(taken, 1000));
    }),
  );
});

test('what waits is full when there is much of it, by number or by length', async () => {
  const [short] = fc.sample(events, { seed: 1, numRuns: 100 }).flat();
  const untilFull = (event: TrackedEvent): number => {
    const sorter = new EventSorter(folder);
    let count = 0;
    while (!sorter.isFull) {
      sorter.add(event);
      count += 1;
    }
    return count;
  };
  expect(untilFull({ ...short!, path: '/' })).toBe(20_000);
  expect(untilFull({ ...short!, path: `/${'x'.repeat(80_000)}` })).toBe(100);
});
