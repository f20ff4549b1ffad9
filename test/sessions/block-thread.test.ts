import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { recordOf } from '../../src/event-record.js';
import { BlockMaker, type BlockMaking } from '../../src/sessions/block-maker.js';
import { segmentOf } from '../journal/open-journal.js';
import { streams } from './streams.js';
import { ACCOUNT, linesOf, trackedEvent, WEBSITE } from './tracked-event.js';

/** As it is built: a thread of Node's own reads no TypeScript. */
const built: typeof import('../../src/sessions/block-thread.js') = await import(
  new URL('../../dist/sessions/block-thread.js', import.meta.url).href
);

const NOW = Date.UTC(2026, 2, 29, 12);

const thread = new built.BlockThread();

afterAll(() => thread.close());

async function blockOf(maker: BlockMaking, segment: Buffer): Promise<string> {
  const websites = await maker.read(segment);
  return Buffer.from(await maker.make(new Map(websites.map((id) => [id, ACCOUNT])))).toString();
}

test('a block that another thread makes is the one that is made here', () =>
  fc.assert(
    fc.asyncProperty(streams(NOW, 40), fc.nat(40), async (events, cut) => {
      const here = new BlockMaker();
      await thread.restore([], WEBSITE);
      for (const part of [events.slice(0, cut), events.slice(cut)]) {
        const segment = segmentOf(part.map(recordOf));
        expect(await blockOf(thread, segment)).toBe(await blockOf(here, segment));
        for (const maker of [here, thread]) await maker.keep(NOW);
      }
    }),
    { numRuns: 50 },
  ));

test('what goes wrong over there is told here, and the thread goes on', async () => {
  await expect(thread.read(segmentOf(['no record']))).rejects.toThrow(SyntaxError);
  await thread.restore([], WEBSITE);
  const event = trackedEvent();
  expect(await blockOf(thread, segmentOf([recordOf(event)]))).toBe(linesOf([event]).join(''));
});
