import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unframe } from '../../src/journal/frame.js';
import { inFolder, openJournal, recordsOf, segmentOf } from './open-journal.js';

const records = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 6 });
const textsOf = (list: readonly Buffer[]): readonly string[] => list.map((record) => record.toString());

describe('a segment', () => {
  test('has its records, whatever they hold', () =>
    fc.assert(
      fc.property(records, (list) => {
        expect(textsOf(unframe(segmentOf(list)))).toEqual(list);
      }),
    ));

  test('that is cut anywhere in its last record has all before it, and nothing else', () =>
    fc.assert(
      fc.property(records, (list) => {
        const whole = segmentOf(list);
        const before = list.slice(0, -1);
        for (let end = segmentOf(before).length; end < whole.length; end += 1) {
          expect(textsOf(unframe(whole.subarray(0, end)))).toEqual(before);
        }
      }),
    ));

  test('whose last record has a bit turned over has all before it, and nothing else', () =>
    fc.assert(
      fc.property(records, fc.nat(), (list, place) => {
        const whole = segmentOf(list);
        const before = list.slice(0, -1);
        const start = segmentOf(before).length;
        const bit = place % ((whole.length - start) * 8);
        const index = start + (bit >> 3);
        whole.writeUInt8(whole.readUInt8(index) ^ (1 << (bit & 7)), index);
        expect(textsOf(unframe(whole))).toEqual(before);
      }),
      { numRuns: 1000 },
    ));

  test('with bits turned over anywhere has no record that was never written', () =>
    fc.assert(
      fc.property(records, fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), (list, places) => {
        const whole = segmentOf(list);
        for (const place of places) {
          const index = place % whole.length;
          whole.writeUInt8(whole.readUInt8(index) ^ (1 << (place % 8)), index);
        }
        const found = textsOf(unframe(whole));
        expect(found).toEqual(list.slice(0, found.length));
      }),
      { numRuns: 1000 },
    ));

  // A file system may have made a file longer before the power failed, and not yet written into it.
  test('that ends in zeros has all before them, and nothing else', () => {
    const list = ['first', 'second'];
    for (const zeros of [1, 7, 8, 9, 16, 4096]) {
      expect(textsOf(unframe(Buffer.concat([segmentOf(list), Buffer.alloc(zeros)])))).toEqual(list);
    }
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
