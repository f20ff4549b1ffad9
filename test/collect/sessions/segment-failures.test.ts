import { beforeEach, expect, test } from 'vitest';
import { ClickHouseError } from '../../../src/clickhouse/clickhouse.js';
import { SegmentFailures } from '../../../src/collect/sessions/segment-failures.js';

const NOT_MADE = new TypeError('x is not a function');
const ATTEMPTS = 5;

let told: unknown[][];
let failures: SegmentFailures;

beforeEach(() => {
  told = [];
  failures = new SegmentFailures({
    onFailed: (error) => told.push(['failed', error]),
    onSkipped: (segment, error) => told.push(['passed by', segment, error]),
  });
});

async function fail(segment: string, error: unknown = NOT_MADE, times = ATTEMPTS): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await failures.attempt(segment, () => Promise.reject(error)).catch(() => undefined);
  }
}

test('a segment that alone fails is passed by after five attempts, and told once', async () => {
  await fail('a', NOT_MADE, ATTEMPTS - 1);
  expect([failures.isSkipped('a'), told]).toEqual([false, []]);
  await fail('a', NOT_MADE, 1);
  expect(failures.isSkipped('a')).toBe(true);
  expect(failures.isSkipped('b')).toBe(false);
  await failures.attempt('a', () => expect.unreachable('before its pause is over'));
  expect(told).toEqual([
    ['failed', NOT_MADE],
    ['passed by', 'a', NOT_MADE],
  ]);
});

test('segments that all fail are not passed by for their own fault', async () => {
  await fail('a');
  await fail('b', NOT_MADE, 1);
  expect([failures.isSkipped('a'), failures.isSkipped('b')]).toEqual([false, false]);
  await fail('b');
  expect([failures.isSkipped('a'), failures.isSkipped('b')]).toEqual([false, false]);
});

test('segments that fail while another is inserted are', async () => {
  await fail('a');
  await fail('b');
  failures.onInserted();
  expect([failures.isSkipped('a'), failures.isSkipped('b')]).toEqual([true, true]);
  await fail('c', NOT_MADE, 1);
  expect(failures.isSkipped('a')).toBe(true);
  await fail('c');
  await fail('d');
  expect([failures.isSkipped('c'), failures.isSkipped('d')]).toEqual([false, false]);
});

test('a segment that fails for want of room is not, unless another is inserted', async () => {
  const full = new ClickHouseError('Cannot reserve 1.00 MiB', 243, undefined);
  await fail('a', full);
  expect(failures.isSkipped('a')).toBe(false);
  failures.onInserted();
  expect(failures.isSkipped('a')).toBe(true);
});
