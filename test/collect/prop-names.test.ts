import { expect, test, vi } from 'vitest';
import { MAX_PROP_NAMES, PropNames } from '../../src/collect/prop-names.js';
import { POLL_OPTIONS } from '../poll-options.js';

const MINUTE = 60_000;

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);

/** Reads of the stored names wait until the test ends them. */
function namesWithReads() {
  const reads: { resolve: (names: readonly string[]) => void; reject: (error: unknown) => void }[] = [];
  const clock = { now: 0 };
  const failures: unknown[] = [];
  const names = new PropNames({
    readStored: () => new Promise((resolve, reject) => reads.push({ resolve, reject })),
    now: () => clock.now,
    onFailed: (error) => failures.push(error),
  });
  return { names, reads, clock, failures };
}

const begun = async (reads: readonly unknown[], count: number) =>
  vi.waitFor(() => expect(reads).toHaveLength(count), POLL_OPTIONS);

const namesWithout = () =>
  new PropNames({ readStored: async () => [], now: () => 0, onFailed: (error) => expect.unreachable(String(error)) });

test('each website has a thousand names, which can be used again', () => {
  const names = namesWithout();
  for (const name of numbered(MAX_PROP_NAMES)) expect(names.take('one', name)).toBe(true);
  expect(names.take('one', 'another')).toBe(false);
  expect(names.take('one', 'p7')).toBe(true);
  expect(names.take('other', 'another')).toBe(true);
});

test('stored names are among them as soon as they are read, and none waits for that', async () => {
  const { names, reads } = namesWithReads();
  expect(names.take('one', 'early')).toBe(true);
  await begun(reads, 1);
  expect(names.take('one', 'another early one')).toBe(true);
  reads[0]?.resolve(numbered(MAX_PROP_NAMES));
  await vi.waitFor(() => expect(names.take('one', `late ${Math.random()}`)).toBe(false), POLL_OPTIONS);
  for (const name of ['early', 'another early one', ...numbered(MAX_PROP_NAMES)]) {
    expect(names.take('one', name), name).toBe(true);
  }
  expect(reads).toHaveLength(1);
});

test('stored names have a place, however many others came before they were read', async () => {
  const { names, reads } = namesWithReads();
  for (let index = 0; index < MAX_PROP_NAMES; index += 1) names.take('one', `junk ${index}`);
  expect(names.take('one', 'plan')).toBe(false);
  await begun(reads, 1);
  reads[0]?.resolve(['plan']);
  await vi.waitFor(() => expect(names.take('one', 'plan')).toBe(true), POLL_OPTIONS);
});

test('names of one website are read at a time', async () => {
  const { names, reads } = namesWithReads();
  names.take('one', 'a');
  names.take('other', 'a');
  await begun(reads, 1);
  reads[0]?.resolve([]);
  await begun(reads, 2);
});

test('after a failure the stored names are read again, at the earliest ten minutes later', async () => {
  const { names, reads, clock, failures } = namesWithReads();
  names.take('one', 'a');
  await begun(reads, 1);
  const down = new Error('ClickHouse is down');
  reads[0]?.reject(down);
  await vi.waitFor(() => expect(failures).toEqual([down]), POLL_OPTIONS);
  clock.now = 10 * MINUTE - 1;
  expect(names.take('one', 'b')).toBe(true);
  clock.now = 10 * MINUTE;
  expect(names.take('one', 'c')).toBe(true);
  await begun(reads, 2);
});

test('an import knows the stored names, and takes names only when it is kept', async () => {
  const stored = numbered(MAX_PROP_NAMES - 1);
  const names = new PropNames({ readStored: async () => stored, now: () => 0, onFailed: () => undefined });
  const failed = await names.startImport('one');
  expect([failed.take('p7'), failed.take('of the failed one'), failed.take('another')]).toEqual([true, true, false]);
  const kept = await names.startImport('one');
  expect([kept.take('of the kept one'), kept.take('another')]).toEqual([true, false]);
  kept.keep();
  expect([names.take('one', 'of the kept one'), names.take('one', 'of the failed one')]).toEqual([true, false]);
});

test('an import goes on when the stored names cannot be read, and the next one reads them again', async () => {
  const { names, reads, failures } = namesWithReads();
  const first = names.startImport('one');
  await begun(reads, 1);
  const down = new Error('ClickHouse is down');
  reads[0]?.reject(down);
  expect((await first).take('plan')).toBe(true);
  expect(failures).toEqual([down]);
  const next = names.startImport('one');
  await begun(reads, 2);
  reads[1]?.resolve(numbered(MAX_PROP_NAMES));
  expect((await next).take('plan')).toBe(false);
});
