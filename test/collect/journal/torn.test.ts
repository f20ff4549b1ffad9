import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unframe } from '../../../src/collect/journal/frame.js';
import { inFolder, openJournal, recordsOf, segmentOf } from './open-journal.js';

/** Text as the journal keeps it: JSON, which has no zeros in it. */
const records = fc.array(
  fc.string({ unit: 'binary', maxLength: 60 }).map((text) => JSON.stringify(text)),
  { minLength: 1, maxLength: 6 },
);

const read = (segment: Buffer, syncedBytes = 0) => {
  const { records, damage } = unframe(segment, { syncedBytes });
  return {
    records: records.map((record) => record.toString()),
    damage: damage.map(({ bytes, missing }) => (missing === undefined ? bytes.toString('hex') : `${missing} missing`)),
  };
};

/** Turns the bit over. */
function flip(segment: Buffer, bit: number): void {
  const index = bit >> 3;
  segment.writeUInt8(segment.readUInt8(index) ^ (1 << (bit & 7)), index);
}

describe('a segment', () => {
  test('has its records, whatever they hold, and no damage', () =>
    fc.assert(
      fc.property(records, fc.boolean(), (list, isClosed) => {
        const whole = segmentOf(list);
        expect(read(whole, isClosed ? whole.length : 0)).toEqual({ records: list, damage: [] });
      }),
    ));

  test('that is cut anywhere in its last record has all before it, and no damage where that was not synced', () =>
    fc.assert(
      fc.property(records, (list) => {
        const whole = segmentOf(list);
        const before = list.slice(0, -1);
        const start = segmentOf(before).length;
        for (let end = start + 1; end < whole.length; end += 1) {
          const cut = whole.subarray(0, end);
          expect(read(cut)).toEqual({ records: before, damage: [] });
          expect(read(cut, start)).toEqual({ records: before, damage: [] });
          const missing = `${whole.length - end} missing`;
          expect(read(cut, whole.length)).toEqual({
            records: before,
            damage: [cut.subarray(start).toString('hex'), missing],
          });
        }
      }),
    ));

  test('with a bit turned over anywhere loses the one record, and the damaged bytes are given back', () =>
    fc.assert(
      fc.property(records, fc.nat(), (list, place) => {
        const whole = segmentOf(list);
        const bit = place % (whole.length * 8);
        flip(whole, bit);
        let [index, start] = [0, 0];
        while (start + 8 + Buffer.byteLength(list[index]!) <= bit >> 3) {
          start += 8 + Buffer.byteLength(list[index]!);
          index += 1;
        }
        const damaged = whole.subarray(start, start + 8 + Buffer.byteLength(list[index]!));
        expect(read(whole, whole.length)).toEqual({
          records: list.toSpliced(index, 1),
          damage: [damaged.toString('hex')],
        });
      }),
      { numRuns: 1000 },
    ));

  test('with bits turned over anywhere has no record that was never written, and every byte is read or given back', () =>
    fc.assert(
      fc.property(records, fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), (list, places) => {
        const whole = segmentOf(list);
        for (const place of places) flip(whole, place % (whole.length * 8));
        const { records: found, damage } = unframe(whole, { syncedBytes: whole.length });
        let rest: readonly string[] = list;
        for (const record of found) {
          expect(rest).toContain(record.toString());
          rest = rest.slice(rest.indexOf(record.toString()) + 1);
        }
        const bytes = found.reduce((sum, { length }) => sum + 8 + length, 0);
        expect(damage.reduce((sum, lost) => sum + lost.bytes.length, bytes)).toBe(whole.length);
      }),
      { numRuns: 1000 },
    ));

  test('whose last record is whole but for a bit is damaged, even where that was not synced', () => {
    const whole = segmentOf(['["first"]', '["second"]']);
    flip(whole, whole.length * 8 - 20);
    expect(read(whole)).toEqual({ records: ['["first"]'], damage: [expect.any(String)] });
  });

  // A file system may have made a file longer before the power failed, and not yet written into it.
  test('that ends in zeros has all before them, and no damage', () => {
    const list = ['first', 'second'];
    for (const zeros of [1, 7, 8, 9, 16, 4096]) {
      const segment = Buffer.concat([segmentOf(list), Buffer.alloc(zeros)]);
      expect(read(segment, segment.length - zeros)).toEqual({ records: list, damage: [] });
    }
  });

  test('that was closed has lost what is zero or gone at its end', () => {
    const list = ['first', 'second', 'third'];
    const whole = segmentOf(list);
    const start = segmentOf(list.slice(0, 2)).length;
    const overwritten = Buffer.concat([whole.subarray(0, start), Buffer.alloc(whole.length - start)]);
    const lost = '00'.repeat(whole.length - start);
    expect(read(overwritten, whole.length)).toEqual({ records: list.slice(0, 2), damage: [lost] });
    const gone = `${whole.length - start} missing`;
    expect(read(whole.subarray(0, start), whole.length)).toEqual({ records: list.slice(0, 2), damage: [gone] });
    expect(read(Buffer.alloc(0), whole.length)).toEqual({ records: [], damage: [`${whole.length} missing`] });
  });

  test('with a hole of zeros in it goes on behind it, and the hole is damage', () => {
    const segment = Buffer.concat([segmentOf(['first']), Buffer.alloc(4096), segmentOf(['second'])]);
    expect(read(segment)).toEqual({ records: ['first', 'second'], damage: ['00'.repeat(4096)] });
  });

  test('of lengths that are all wrong is not searched through again and again', () => {
    // Each of these offsets states a length that ends in the segment: checking them all would take terabytes.
    const segment = Buffer.alloc(8 * 2 ** 20);
    for (let offset = 2; offset < segment.length; offset += 4) segment[offset] = 0x30;
    const { records, damage } = unframe(segment, { syncedBytes: segment.length });
    expect([records.length, damage.reduce((sum, { bytes }) => sum + bytes.length, 0)]).toEqual([0, segment.length]);
  });
});

test('a journal whose last record was torn goes on with all before it', () =>
  inFolder(async (folder) => {
    const journal = await openJournal(folder);
    for (const text of ['first', 'second', 'third']) await journal.append(text);
    await journal.close();
    const [name = ''] = await readdir(folder);
    const whole = await readFile(join(folder, name));
    for (let end = whole.length - 1; end >= whole.length - (8 + 'third'.length); end -= 1) {
      await writeFile(join(folder, name), whole.subarray(0, end));
      const next = await openJournal(folder);
      expect(await recordsOf(next)).toEqual(['first', 'second']);
      await next.append('fourth');
      expect(await recordsOf(next)).toEqual(['first', 'second', 'fourth']);
      for (const segment of (await next.closedSegments()).slice(1)) await next.remove(segment);
    }
  }));
