import { expect, test } from 'vitest';
import { checkRows } from '../rows.js';
import { exclusionCost, filterCost, leastCost } from './costs.js';
import {
  builderOf,
  EVENT_BYTES,
  expectCheap,
  expectCheapEvent,
  expectCheapLine,
  expectCheapMixtures,
} from './expect-cheap.js';
import { hostileCollector } from './hostile-collector.js';
import { worstInputs } from './worst-inputs.js';

const FILTER_LENGTH = 2_000;
const PATTERNS = 400;

/** How much dearer than a plain value another one may be. */
const MAX_PER_PLAIN = 20;

const names = Object.keys(worstInputs);

test('no event costs more than its size', () => checkRows(names, (name) => expectCheapEvent(builderOf(name))));

test('no line of an import costs more than its size', () =>
  checkRows(names, (name) => expectCheapLine(builderOf(name))));

test('none of them is refused unread', async () => {
  const { send } = await hostileCollector();
  await checkRows(names, async (name) => {
    const { status } = await send(builderOf(name)(EVENT_BYTES, 'x'));
    expect(status).toBeOneOf([202, 400, 415]);
  });
});

test('nothing that is put together from what parsers look for costs more', () => expectCheapMixtures(30));

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
