import { BlockList, isIP, SocketAddress } from 'node:net';
import { memoize } from './memoize.js';

type Family = 'ipv4' | 'ipv6';

export interface Address {
  readonly text: string;
  readonly family: Family;
}

interface Block {
  readonly address: Address;
  /** Number of leading bits that identify the block. */
  readonly prefix: number;
}

/** A proxy's address is in every request, a visitor's in each of their pageviews. */
const MAX_CACHED_ADDRESSES = 10_000;

const MAPPED = '::ffff:';
const LENGTHS: Readonly<Record<Family, number>> = { ipv4: 32, ipv6: 128 };

/**
 * Parses an IP address into its canonical form: without a zone, and with IPv4 out of its IPv6 mapping. Returns
 * undefined for other texts.
 */
export function parseAddress(text: string): Address | undefined {
  const [bare = ''] = text.trim().split('%', 1);
  const version = isIP(bare);
  if (version === 4) return { text: bare, family: 'ipv4' };
  if (version !== 6) return undefined;
  const mapped = withoutMapping(bare);
  if (mapped !== undefined) return { text: mapped, family: 'ipv4' };
  const short = new SocketAddress({ address: bare, family: 'ipv6' }).address;
  const hidden = withoutMapping(short);
  return hidden === undefined ? { text: short, family: 'ipv6' } : { text: hidden, family: 'ipv4' };
}

/** Extracts the IPv4 address from its IPv6 mapping, which dual-stack sockets report. */
function withoutMapping(text: string): string | undefined {
  const mapped = text.startsWith(MAPPED) ? text.slice(MAPPED.length) : '';
  return isIP(mapped) === 4 ? mapped : undefined;
}

/**
 * The network of one subscriber: the first 64 bits of IPv6, since subscribers choose the rest; an IPv4 address
 * unchanged. The address must be canonical.
 */
export function toNetwork(address: string): string {
  if (!address.includes(':')) return address;
  const [unabridged] = /^(?:[\da-f]+:){3}[\da-f]+(?=:)/.exec(address) ?? [];
  if (unabridged !== undefined) return unabridged;
  return toGroups(address).slice(0, 4).join(':');
}

/** 4 or 16 bytes. */
export function toBytes({ text, family }: Address): readonly number[] {
  if (family === 'ipv4') return text.split('.').map(Number);
  return toGroups(text).flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number);
    const number = Number.parseInt(group, 16);
    return [number >> 8, number & 255];
  });
}

/** Eight groups, or seven when the last two are spelled as an IPv4 address. */
function toGroups(address: string): readonly string[] {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const length = address.includes('.') ? 7 : 8;
  return [...head, ...Array<string>(length - head.length - tail.length).fill('0'), ...tail];
}

/** IPv4 or IPv6, for example `10.0.0.0/8`. */
export const isAddressBlock = (text: string): boolean => parseBlock(text) !== undefined;

/** For a set that is tested often. Cached results take 0.2 MB. */
export function addressSet(blocks: readonly string[]): (ip: string) => boolean {
  const holds = smallAddressSet(blocks);
  return blocks.length === 0 ? holds : memoize(holds, MAX_CACHED_ADDRESSES);
}

/**
 * Like {@link addressSet} without a cache, for many small sets: a test takes 2 to 6 µs. Texts that are neither an
 * address nor a block are skipped, because settings are validated on input.
 */
export function smallAddressSet(blocks: readonly string[]): (ip: string) => boolean {
  if (blocks.length === 0) return () => false;
  const set = new BlockList();
  for (const block of blocks.map(parseBlock)) {
    if (block !== undefined) set.addSubnet(block.address.text, block.prefix, block.address.family);
  }
  return (ip) => {
    const address = parseAddress(ip);
    return address !== undefined && set.check(address.text, address.family);
  };
}

/** Bits that {@link largeAddressSet} compares. */
const COMPARED_BITS: Readonly<Record<Family, number>> = { ipv4: 32, ipv6: 64 };

/**
 * Like {@link addressSet} for many thousands of blocks, which must not overlap and have at most 64 bits. `BlockList`
 * would compare an address with each of them.
 */
export function largeAddressSet(blocks: readonly string[]): (ip: string) => boolean {
  const ranges = { ipv4: sortedRanges(blocks, 'ipv4'), ipv6: sortedRanges(blocks, 'ipv6') };
  return memoize((ip) => {
    const address = parseAddress(ip);
    if (address === undefined) return false;
    const at = toNumber(address);
    const { starts, ends } = ranges[address.family];
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= at) low = middle + 1;
      else high = middle;
    }
    return low > 0 && at < ends[low - 1]!;
  }, MAX_CACHED_ADDRESSES);
}

function sortedRanges(blocks: readonly string[], family: Family) {
  const ranges = blocks
    .map(parseBlock)
    .filter((block) => block?.address.family === family)
    .map((block) => ({ start: toNumber(block!.address), bits: BigInt(COMPARED_BITS[family] - block!.prefix) }))
    .toSorted((a, b) => (a.start < b.start ? -1 : 1));
  return { starts: ranges.map(({ start }) => start), ends: ranges.map(({ start, bits }) => start + (1n << bits)) };
}

const toNumber = (address: Address): bigint =>
  BigInt(`0x${Buffer.from(toBytes(address).slice(0, COMPARED_BITS[address.family] / 8)).toString('hex')}`);

/** Refuses a zone, as in `fe80::1%eth0`, which has no meaning on another machine. */
function parseBlock(text: string): Block | undefined {
  const [ip = '', bits, ...rest] = text.split('/');
  const address = /[%\s]/.test(ip) ? undefined : parseAddress(ip);
  if (address === undefined || rest.length > 0) return undefined;
  const longest = LENGTHS[address.family];
  if (bits === undefined) return { address, prefix: longest };
  // `::ffff:192.0.2.0/120` is `192.0.2.0/24`: the first 96 bits are the mapping.
  const prefix = Number(bits) - (address.family === 'ipv4' && ip.includes(':') ? 96 : 0);
  return /^\d{1,3}$/.test(bits) && prefix >= 0 && prefix <= longest ? { address, prefix } : undefined;
}
