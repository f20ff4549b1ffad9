import type { Peer } from './peer.js';
import { plausible } from './plausible.js';
import { rybbit } from './rybbit.js';
import { umami } from './umami.js';

export const peers: readonly Peer[] = [umami, plausible, rybbit];
