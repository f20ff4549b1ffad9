import { largeAddressSet } from '../../lib/ip-address.js';
import { readList } from '../../lib/read-list.js';

let isListed: ((ip: string) => boolean) | undefined;

/** Returns whether an address is in a network of a hosting provider: `lists/hosting-asns.tsv` names them. */
export function isHostingAddress(ip: string): boolean {
  // Only websites that exclude hosting providers need the list, which takes 30 ms to load.
  isListed ??= largeAddressSet(readList('hosting-networks.txt').map(([block = '']) => block));
  return isListed(ip);
}
