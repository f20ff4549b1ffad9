import fc from 'fast-check';
import { expect } from 'vitest';
import { type Cost, eventCost, leastCost, lineCost } from './costs.js';
import { type Builder, pieces, places, worstInputs } from './worst-inputs.js';

export const EVENT_BYTES = 14 * 1024;
const LINE_BYTES = 60 * 1024;
const ORDINARY_BYTES = 100;

const RUNS = 3;
const MAX_ATTEMPTS = 30;

export const builderOf = (name: string) => worstInputs[name] ?? expect.unreachable();

/** Milliseconds that an event takes which has little in it. */
const ordinary = await leastCost(eventCost(builderOf('ordinary')), ORDINARY_BYTES, 200);

/**
 * Expects that an input of the size takes no more than `most` milliseconds. It is judged by its shortest run, and measured again until
 * it fits: other work of the machine alone fails no test.
 */
export async function expectCheap(cost: Cost, size: number, most: number): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    least = Math.min(least, await leastCost(cost, size, RUNS));
    if (least <= most) return;
  }
  expect.unreachable(`milliseconds: ${JSON.stringify({ least, most, ordinary })}`);
}

/**
 * No byte of an input may take twice as long as one of an ordinary event. Large inputs take a tenth of that, on a busy machine a half;
 * a cost that grows with the square of the size is far above.
 */
const mostFor = (bytes: number): number => 2 * ordinary * (bytes / ORDINARY_BYTES);

export const expectCheapEvent = (build: Builder) => expectCheap(eventCost(build), EVENT_BYTES, mostFor(EVENT_BYTES));
export const expectCheapLine = (build: Builder) => expectCheap(lineCost(build), LINE_BYTES, mostFor(LINE_BYTES));

/** Expects that nothing which is put together from what parsers look for costs more than its size. */
export async function expectCheapMixtures(numRuns: number): Promise<void> {
  const unit = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
  const input = fc.tuple(fc.constantFrom(...Object.keys(places)), unit);
  await fc.assert(
    fc.asyncProperty(input, async ([place, text]) => {
      const build = (places[place] ?? expect.unreachable())(text);
      await expectCheapEvent(build);
      await expectCheapLine(build);
    }),
    { seed: 20_261_125, numRuns, interruptAfterTimeLimit: 120_000 },
  );
}
