import { BlockList, isIP, SocketAddress } from 'node:net';

export interface Address {
  readonly text: string;
  readonly family: 'ipv4' | 'ipv6';
}

const MAPPED = '::ffff:';

/** An IP address in its one short form: no zone, and IPv4 out of its IPv6 mapping. Nothing for any other text. */
export function parseAddress(text: string): Address | undefined {
  const [bare = ''] = text.trim().split('%', 1);
  const family = isIP(bare);
  if (family === 4) return { text: bare, family: 'ipv4' };
  if (family !== 6) return undefined;
  const short = new SocketAddress({ address: bare, family: 'ipv6' }).address;
  return short.startsWith(MAPPED) && isIP(short.slice(MAPPED.length)) === 4
    ? { text: short.slice(MAPPED.length), family: 'ipv4' }
    : { text: short, family: 'ipv6' };
}

/** A set of addresses and CIDR blocks; what is neither is passed over, since settings are checked when they are saved. */
export function addressSet(entries: readonly string[]): (ip: string) => boolean {
  const set = new BlockList();
  for (const entry of entries) addTo(set, entry);
  return (ip) => {
    const address = parseAddress(ip);
    return address !== undefined && set.check(address.text, address.family);
  };
}

function addTo(set: BlockList, entry: string): void {
  const [ip = '', prefixText] = entry.split('/', 2);
  const address = parseAddress(ip);
  if (address === undefined) return;
  const longest = address.family === 'ipv4' ? 32 : 128;
  // `::ffff:192.0.2.0/120` is `192.0.2.0/24`: of the mapped form 96 bits are the mapping.
  const mapping = address.family === 'ipv4' && ip.includes(':') ? 96 : 0;
  const prefix = prefixText === undefined ? longest : prefixLength(prefixText) - mapping;
  if (prefix >= 0 && prefix <= longest) set.addSubnet(address.text, prefix, address.family);
}

const prefixLength = (text: string): number => (/^\d{1,3}$/.test(text) ? Number(text) : -1);
