import { addressSet } from '../lib/ip-address.js';
import { hostingNetworks } from './data/hosting-networks.js';

/** Whether an address is in a network in which hosting providers rent out machines, as far as the list knows them. */
export const isHostingAddress = addressSet(hostingNetworks.flatMap(({ blocks }) => blocks));
