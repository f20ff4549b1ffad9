import { largeAddressSet } from '../../lib/ip-address.js';
import { readList } from '../../lib/read-list.js';

let isListed: ((ip: string) => boolean) | undefined;

/** The networks come from the providers in `lists/hosting-asns.tsv`. */
export function isHostingAddress(ip: string): boolean {
  // Only websites that exclude hosting providers need the list, which takes 30 ms to load.
  isListed ??= largeAddressSet(readList('hosting-networks.txt').map(([block = '']) => block));
  return isListed(ip);
}
