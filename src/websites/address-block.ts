import { isIP } from 'node:net';

/** Whether the text is an IPv4 or IPv6 address, or a CIDR block of either: `10.0.0.0/8`. */
export function isAddressBlock(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  // `isIP` knows zones, `fe80::1%eth0`, which mean nothing on another machine.
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}
