import { isIP } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isHostingAddress } from '../../src/collect/steps/hosting.js';
import { parseAddress } from '../../src/lib/ip-address.js';
import { readList } from '../../src/lib/read-list.js';
import { checkRows } from '../rows.js';

/** A block as the numbers of its addresses, `end` excluded. */
interface Range {
  readonly version: number;
  readonly start: bigint;
  readonly end: bigint;
}

const BITS = { ipv4: 32, ipv6: 128 } as const;

function numberOf(address: string): bigint {
  if (isIP(address) === 4) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const all = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return all.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

function textOf(version: number, address: bigint): string {
  const [count, bits, base] = version === 4 ? [4, 8n, 10] : [8, 16n, 16];
  const parts = Array.from(
    { length: count },
    (_, index) => (address >> (BigInt(count - 1 - index) * bits)) % (1n << bits),
  );
  return parts.map((part) => part.toString(base)).join(version === 4 ? '.' : ':');
}

function rangeOf(block: string): Range {
  const [address = '', prefix = ''] = block.split('/');
  const start = numberOf(address);
  const length = isIP(address) === 4 ? BITS.ipv4 : BITS.ipv6;
  return { version: isIP(address), start, end: start + (1n << BigInt(length - Number(prefix))) };
}

function isCanonical(block: string): boolean {
  const [, address = '', prefix] = /^([\da-f.:]+)\/([1-9]\d*)$/.exec(block) ?? [];
  const parsed = parseAddress(address);
  if (parsed?.text !== address || Number(prefix) > BITS[parsed.family]) return false;
  const { start, end } = rangeOf(block);
  return start % (end - start) === 0n;
}

const byAddress = (a: Range, b: Range): number => a.version - b.version || (a.start < b.start ? -1 : 1);
const overlap = (a: Range, b: Range): boolean => a.version === b.version && a.start < b.end && b.start < a.end;

const blocks = readList('hosting-networks.txt').map(([block = '']) => block);
const providers = readList('hosting-asns.tsv');
const ranges = blocks.map(rangeOf).sort(byAddress);

/** Blocks that are nobody's server on the internet: private, for documentation, for tunnels, not given out. */
const RESERVED = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3
  ::/3 2001::/23 2001:db8::/32 2002::/16 3fff::/20 4000::/2 8000::/1`
  .split(/\s+/)
  .map(rangeOf);

describe('the list of hosting networks', () => {
  it('is of some size, in both kinds of addresses', () => {
    expect(new Set(providers.map(([, name]) => name)).size).toBeGreaterThanOrEqual(40);
    expect(blocks.length).toBeGreaterThanOrEqual(10_000);
    expect(ranges.filter(({ version }) => version === 6).length).toBeGreaterThanOrEqual(1_000);
  });

  it('has blocks in their one short form, without bits beyond the prefix', () => {
    expect(blocks.filter((block) => !isCanonical(block))).toEqual([]);
  });

  it('names each system once, with its provider, in order', () => {
    expect(new Set(providers.map(([asn]) => asn)).size).toBe(providers.length);
    expect(providers.filter(([asn = '', name = '']) => !/^[1-9]\d*$/.test(asn) || name === '')).toEqual([]);
    const keys = providers.map(([asn, name]) => ({ asn: Number(asn), name: name! }));
    const sorted = keys.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.asn - b.asn);
    expect(keys).toEqual(sorted);
  });

  it('is sorted, and has no block that is longer than 64 bits', () => {
    expect(blocks.map(rangeOf)).toEqual(ranges);
    expect(blocks.filter((block) => block.includes(':') && Number(block.split('/')[1]) > 64)).toEqual([]);
  });

  it('has no block that another contains', () => {
    const contained = ranges.filter((range, index) => index > 0 && overlap(range, ranges[index - 1] ?? range));
    expect(contained).toEqual([]);
  });

  it('has no block that is reserved', () => {
    expect(blocks.filter((block) => RESERVED.some((reserved) => overlap(reserved, rangeOf(block))))).toEqual([]);
  });
});

describe('isHostingAddress', () => {
  it('holds each block from its first to its last address, and nothing beside', () => {
    const isIn = (range: Range | undefined, version: number, address: bigint) =>
      range !== undefined && range.version === version && range.start <= address && address < range.end;
    for (const [index, { version, start, end }] of ranges.entries()) {
      const near = ranges.slice(Math.max(index - 1, 0), index + 2);
      for (const address of [start - 1n, start, end - 1n, end]) {
        const text = textOf(version, address);
        const isListed = near.some((range) => isIn(range, version, address));
        if (isHostingAddress(text) !== isListed) expect([text, isHostingAddress(text)]).toEqual([text, isListed]);
      }
    }
  });

  it('knows providers', () =>
    checkRows(
      [
        ['AWS in Frankfurt', '3.120.0.1'],
        ['AWS in Virginia', '54.160.10.20'],
        ['AWS in Ireland', '2a05:d018:1::1'],
        ['Google Cloud in Belgium', '35.205.1.1'],
        ['Google Cloud', '2600:1900:4000::1'],
        ['Azure in the Netherlands', '20.50.2.3'],
        ['Azure', '2603:1020:200::1'],
        ['DigitalOcean', '167.99.1.1'],
        ['DigitalOcean', '2a03:b0c0:3:d0::1'],
        ['Hetzner', '5.9.0.1'],
        ['Hetzner', '2a01:4f8:1c1c::1'],
        ['OVHcloud', '51.254.3.4'],
        ['OVHcloud in Canada', '2607:5300:60::1'],
        ['Scaleway', '51.15.0.1'],
        ['Linode', '172.104.9.9'],
        ['Vultr', '149.28.4.4'],
        ['Contabo', '161.97.100.1'],
        ['Leaseweb', '95.211.1.1'],
        ['Alibaba Cloud', '47.91.1.1'],
        ['Tencent Cloud', '129.204.1.1'],
        ['Oracle Cloud', '150.136.1.1'],
        ['IONOS', '217.160.0.1'],
        ['UpCloud', '94.237.10.1'],
        ['an IPv4 address in IPv6', '::ffff:5.9.0.1'],
        ['the same in hexadecimal digits', '::FFFF:509:1'],
      ],
      ([, address]) => {
        expect(isHostingAddress(address)).toBe(true);
      },
    ));

  it('does not take networks of people for one', () =>
    checkRows(
      [
        ['Telekom', '80.130.1.1'],
        ['Telekom', '217.80.1.1'],
        ['Telekom', '2003:c0::1'],
        ['Vodafone', '88.64.1.1'],
        ['Comcast', '73.15.1.1'],
        ['Comcast', '2601:1::1'],
        ['Verizon', '71.162.1.1'],
        ['Google Fiber', '136.32.1.1'],
        ['BT', '86.130.1.1'],
        ['Free', '82.64.1.1'],
        ['Free Mobile, beside Scaleway', '37.160.1.1'],
        ['OVH Télécom, at homes', '109.190.1.1'],
        ['OVH Télécom, at homes', '2001:41d0:fc00::1'],
        ['Jio', '49.32.1.1'],
        ['China Telecom', '58.32.1.1'],
        ['NTT', '153.180.1.1'],
        ['Google’s resolver', '8.8.8.8'],
        ['Google’s resolver', '2001:4860:4860::8888'],
        ['Cloudflare’s resolver', '1.1.1.1'],
        ['Cloudflare WARP', '104.28.200.1'],
        ['iCloud Private Relay at Cloudflare', '2606:54c0::1'],
        ['iCloud Private Relay at Akamai', '172.226.1.1'],
        ['iCloud Private Relay at Akamai', '2a02:26f7::1'],
        ['iCloud Private Relay at Fastly', '140.248.1.1'],
        ['Zscaler', '165.225.1.1'],
        ['a private network', '10.0.0.1'],
        ['a private network', '172.16.0.1'],
        ['a private network', '192.168.1.1'],
        ['a private network', 'fd00::1'],
        ['this machine', '127.0.0.1'],
        ['this machine', '::1'],
        ['a link', 'fe80::1%eth0'],
        ['documentation', '203.0.113.7'],
        ['an IPv4 address in IPv6', '::ffff:80.130.1.1'],
        ['nothing', ''],
        ['no address', '5.9.0.1:80'],
      ],
      ([, address]) => {
        expect(isHostingAddress(address)).toBe(false);
      },
    ));
});
