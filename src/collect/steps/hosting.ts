import { addressSet } from '../../lib/ip-address.js';
import { hostingNetworks } from '../known/hosting-networks.js';

/** Returns whether an address is in a listed network of a hosting provider. */
export const isHostingAddress = addressSet(hostingNetworks.flatMap(({ blocks }) => blocks));
