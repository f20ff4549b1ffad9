import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Cost, eventCost, exclusionCost, filterCost, leastCost, lineCost } from './costs.js';
import { hostileCollector } from './hostile-collector.js';
import { type Builder, pieces, places, worstInputs } from './worst-inputs.js';

const EVENT_BYTES = 14 * 1024;
const LINE_BYTES = 60 * 1024;
const ORDINARY_BYTES = 100;
const FILTER_LENGTH = 2_000;
const PATTERNS = 400;

/** How much dearer than a plain value another one may be. */
const MAX_PER_PLAIN = 20;

const RUNS = 3;
const MAX_ATTEMPTS = 30;

/** Milliseconds that an event takes which has little in it. */
let ordinary = Number.POSITIVE_INFINITY;

const builderOf = (name: string) => worstInputs[name] ?? expect.unreachable();

beforeAll(async () => {
  ordinary = await leastCost(eventCost(builderOf('ordinary')), ORDINARY_BYTES, 200);
});

/**
 * Expects that an input of the size takes no more than `most` milliseconds. It is judged by its shortest run, and measured again until
 * it fits: other work of the machine alone fails no test.
 */
async function expectCheap(cost: Cost, size: number, most: number): Promise<void> {
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

const expectCheapEvent = (build: Builder) => expectCheap(eventCost(build), EVENT_BYTES, mostFor(EVENT_BYTES));
const expectCheapLine = (build: Builder) => expectCheap(lineCost(build), LINE_BYTES, mostFor(LINE_BYTES));

const names = Object.keys(worstInputs);

describe('an event costs no more than its size:', () => {
  test.each(names)('%s', (name) => expectCheapEvent(builderOf(name)));
});

describe('a line of an import costs no more than its size:', () => {
  test.each(names)('%s', (name) => expectCheapLine(builderOf(name)));
});

test('none of them is refused unread', async () => {
  const { send } = await hostileCollector();
  for (const name of names) {
    const { status } = await send(builderOf(name)(EVENT_BYTES, 'x'));
    expect([name, status]).toEqual([name, expect.toBeOneOf([202, 400, 415])]);
  }
});

test('nothing that is put together from what parsers look for costs more', async () => {
  const unit = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
  const input = fc.tuple(fc.constantFrom(...Object.keys(places)), unit);
  await fc.assert(
    fc.asyncProperty(input, async ([place, text]) => {
      const build = (places[place] ?? expect.unreachable())(text);
      await expectCheapEvent(build);
      await expectCheapLine(build);
    }),
    { seed: 20_261_125, numRuns: 300, interruptAfterTimeLimit: 120_000 },
  );
});

test('the cost of a filter hardly depends on its value', async () => {
  const filled = (unit: string) => filterCost((size, salt) => unit.repeat(size / unit.length) + salt);
  const plain = await leastCost(filled('a'), 8, 10);
  for (const unit of ['a', 'ü', '/', '%C3', 'German ', '-', '漢', ' ', 'http://']) {
    await expectCheap(filled(unit), FILTER_LENGTH, MAX_PER_PLAIN * plain);
  }
});

test('the cost of excluded paths grows with their number, however they repeat themselves', async () => {
  const path = `/${'a'.repeat(1_999)}`;
  const plain = await leastCost(exclusionCost('*ab*', path), PATTERNS, 20);
  const patterns = ['/*a*a*b', '*'.repeat(2_000), `*${'a'.repeat(999)}b*`, `*${'a'.repeat(500)}b${'a'.repeat(499)}*`];
  for (const pattern of patterns) await expectCheap(exclusionCost(pattern, path), PATTERNS, MAX_PER_PLAIN * plain);
});
