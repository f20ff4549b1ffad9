import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'maxmind';
import { describe, expect, it } from 'vitest';
import { Mmdb } from '../../src/collect/steps/mmdb.js';
import { checkRows } from '../rows.js';
import { SEED } from '../seed.js';
import {
  CITIES,
  compareRandomAddresses,
  expectSameRecords,
  FILES,
  KNOWN,
  lookUpAll,
  lookUpInChangedFiles,
  withCopy,
} from './mmdb-checks.js';

describe('finds the same as maxmind', () => {
  it(`for random addresses of the bundled files (TEST_SEED=${SEED})`, () =>
    checkRows(['ipv4', 'ipv6'], async (kind) => {
      expect(await compareRandomAddresses(kind, 2_000)).toBeGreaterThan(100);
    }));

  it('for addresses of each test file', () =>
    checkRows(
      readdirSync(FILES).filter((name) => name.endsWith('.mmdb')),
      async (name) => {
        expect(await expectSameRecords(join(FILES, name), KNOWN)).toBeGreaterThan(1);
      },
    ));
});

it('knows when a file was built', async () => {
  expect(new Mmdb(CITIES).builtAt).toEqual((await open(CITIES)).metadata.buildEpoch);
});

describe('a damaged file', () => {
  const whole = readFileSync(CITIES);

  const expectRefused = (content: Uint8Array, message?: string) =>
    withCopy(content, (path) => expect(() => new Mmdb(path)).toThrow(message));

  it('is refused, wherever it was cut', () => {
    for (let length = 0; length < whole.length; length += length > whole.length - 400 ? 1 : 101) {
      expectRefused(whole.subarray(0, length));
    }
  });

  it('is refused, when bytes are missing in it', () => {
    const end = whole.subarray(whole.lastIndexOf('\xab\xcd\xefMaxMind.com', undefined, 'latin1'));
    expectRefused(Buffer.concat([whole.subarray(0, 5_000), end]), 'not a complete .mmdb');
  });

  it('of the test files neither holds up nor crashes a look-up', () =>
    checkRows(readdirSync(join(FILES, 'damaged')), (name) => {
      lookUpAll(join(FILES, 'damaged', name));
    }));

  it(`with changed bytes neither holds up nor crashes a look-up (TEST_SEED=${SEED})`, () => lookUpInChangedFiles(50));
});
