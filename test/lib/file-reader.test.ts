import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileReader } from '../../src/lib/file-reader.js';
import { checkRows } from '../rows.js';

const SIZE = 3_000_001;

let folder: string;
let path: string;
let content: Buffer;
let reader: FileReader;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footfall-file-reader-'));
  path = join(folder, 'file');
  content = randomBytes(SIZE);
  writeFileSync(path, content);
  reader = new FileReader(path);
});
afterEach(() => {
  reader.close();
  rmSync(folder, { recursive: true });
});

test('reads any bytes of a file that is larger than its memory', () => {
  for (let index = 0; index < 5_000; index += 1) {
    const length = randomInt(0, 2_000);
    const position = randomInt(0, SIZE - length);
    expect(reader.bytesAt(position, length).equals(content.subarray(position, position + length))).toBe(true);
  }
  expect(reader.byteAt(SIZE - 1)).toBe(content[SIZE - 1]);
  expect(reader.numberAt(1_022, 4)).toBe(content.readUInt32BE(1_022));
});

test('has no byte beyond its ends', () =>
  checkRows([-1, SIZE, Number.NaN, Number.MAX_SAFE_INTEGER], (position) => {
    expect(() => reader.byteAt(position)).toThrow(RangeError);
  }));

test('reads nothing beyond the end', () => {
  expect(() => reader.bytesAt(SIZE - 1, 2)).toThrow(RangeError);
});

test('notices that the file has become shorter', () => {
  reader.byteAt(0);
  expect(reader.isIntact()).toBe(true);
  truncateSync(path, SIZE - 1);
  expect(reader.isIntact()).toBe(false);
  expect(() => reader.byteAt(SIZE - 2)).toThrow(RangeError);
});
