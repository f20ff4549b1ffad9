import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { encodeEvent } from '../../../src/collect/event-codec.js';
import { type AsyncSessionizer, Sessionizer } from '../../../src/collect/sessions/sessionizer.js';
import { segmentOf } from '../journal/open-journal.js';
import { streams } from './streams.js';
import { ACCOUNT, linesOf, trackedEvent } from './tracked-event.js';

/** As it is built: a thread of Node's own reads no TypeScript. */
const built: typeof import('../../../src/collect/sessions/sessionizer-thread.js') = await import(
  new URL('../../../dist/collect/sessions/sessionizer-thread.js', import.meta.url).href
);

const NOW = Date.UTC(2026, 2, 29, 12);

const AS_WRITTEN = { name: 'segment', syncedBytes: 0, isLate: false };

const thread = new built.SessionizerThread();

afterAll(() => thread.close());

async function blockOf(sessionizer: AsyncSessionizer, segment: Buffer): Promise<string> {
  const { websites } = await sessionizer.load(segment, AS_WRITTEN);
  const { block } = await sessionizer.buildBatch(
    new Map(websites.map((id) => [id, { accountId: ACCOUNT, count: undefined }])),
  );
  return Buffer.from(block).toString();
}

test('a block that another thread makes is the one that is made here', () =>
  fc.assert(
    fc.asyncProperty(streams(NOW, 40), fc.nat(40), async (events, cut) => {
      const here = new Sessionizer();
      await thread.forget();
      for (const part of [events.slice(0, cut), events.slice(cut)]) {
        const segment = segmentOf(part.map(encodeEvent));
        expect(await blockOf(thread, segment)).toBe(await blockOf(here, segment));
        for (const sessionizer of [here, thread]) await sessionizer.commit(NOW);
      }
    }),
    { numRuns: 50 },
  ));

test('a record that is no event is given back with the reason, and its neighbours count', async () => {
  const event = trackedEvent();
  const records = ['no record', '{}', 'null', '[1]', encodeEvent({ ...event, websiteId: 'none' }), encodeEvent(event)];
  await thread.forget();
  const { websites, damage } = await thread.load(segmentOf(records), AS_WRITTEN);
  expect([websites, damage]).toEqual([[event.websiteId], []]);
  const { block, rejected, unknown } = await thread.buildBatch(
    new Map([[event.websiteId, { accountId: ACCOUNT, count: undefined }]]),
  );
  expect(Buffer.from(block).toString()).toBe(linesOf([event]).join(''));
  expect(rejected).toEqual(records.slice(0, -1).map((record) => ({ record, error: expect.any(String) })));
  expect(unknown.size).toBe(0);
});

test('what goes wrong over there is told here, and the thread goes on', async () => {
  const noSegment = 1 as unknown as Buffer;
  await expect(thread.load(noSegment, AS_WRITTEN)).rejects.toThrow(TypeError);
  await thread.forget();
  const event = trackedEvent();
  expect(await blockOf(thread, segmentOf([encodeEvent(event)]))).toBe(linesOf([event]).join(''));
});
