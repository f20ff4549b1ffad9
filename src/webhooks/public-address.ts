import { parseAddress, smallAddressSet } from '../lib/ip-address.js';

/** IPv4 addresses that are not of one host of the public internet (IANA's registry of special-purpose addresses). */
const SPECIAL_IPV4 = smallAddressSet([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
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
]);

/** The public unicast addresses of IPv6, and blocks in them that are special or lead to an IPv4 address. */
const PUBLIC_IPV6 = smallAddressSet(['2000::/3']);
const SPECIAL_IPV6 = smallAddressSet(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Returns whether an IP address is of the public internet. An IPv4 address in its IPv6 mapping counts as IPv4. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === undefined) return false;
  if (address.family === 'ipv4') return !SPECIAL_IPV4(address.text);
  return PUBLIC_IPV6(address.text) && !SPECIAL_IPV6(address.text);
}
