import { addressSet, parseAddress } from './ip-address.js';

/**
 * Blocks that lead to no other host on the Internet (IANA's special-purpose registries), or that embed another address.
 */
const isSpecial = addressSet([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Azure's virtual host, which its virtual machines reach like a link-local address.
  '168.63.129.16/32',
  // Metadata servers of most clouds. Alibaba's is in 100.64.0.0/10, Oracle's in 192.0.0.0/24.
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);

/** All IPv6 addresses of hosts on the Internet. */
const isGlobalUnicast = addressSet(['2000::/3']);

/** An address on the Internet, not of this machine or a private network. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === undefined || isSpecial(address.text)) return false;
  return address.family === 'ipv4' || isGlobalUnicast(address.text);
}
