import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net';

const MAPPED = '::ffff:';

/**
 * One spelling for each address: IPv6 in its short lower-case form without a zone, IPv4 that is mapped into it bare.
 * Undefined for what is no address.
 */
export function canonicalAddress(text: string): string | undefined {
  const [address = ''] = text.split('%', 1);
  if (isIP(address) === 0) return undefined;
  if (isIPv4(address)) return address;
  const short = new SocketAddress({ address, family: 'ipv6' }).address;
  const mapped = short.startsWith(MAPPED) ? short.slice(MAPPED.length) : '';
  return isIPv4(mapped) ? mapped : short;
}

/** Tells whether a canonical address is one of `blocks`: addresses and CIDR blocks. Throws on one that is neither. */
export function addressMatcher(blocks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const block of blocks) add(list, block);
  return (address) => list.check(address, familyOf(address));
}

function add(list: BlockList, block: string): void {
  const [network = '', prefix, ...more] = block.split('/');
  const bits = Number(prefix);
  if (isIP(network) === 0 || more.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) {
    throw new Error(`Not an address or a CIDR block: ${block}`);
  }
  if (prefix === undefined) list.addAddress(network, familyOf(network));
  else list.addSubnet(network, bits, familyOf(network));
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');
