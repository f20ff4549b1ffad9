import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { toNetwork } from '../../lib/ip-address.js';
import type { SparseLog } from './sparse-log.js';

/** Reserved for the databases, the journal and the log. */
const RESERVED_DESCRIPTORS = 1_024;

/** Each connection takes memory, so this holds for any number of descriptors. */
const MAX_CONNECTIONS = 10_000;

/** Assumed where the limit of descriptors cannot be read. */
const USUAL_DESCRIPTORS = 1_024;

const MAX_PER_ADDRESS = 256;

const IDLE_SWEEP_MS = 1_000;

export interface ConnectionLimits {
  readonly total: number;
  /** For one IPv4 address, or one IPv6 network of 64 bits. */
  readonly perAddress: number;
  /** Many clients share a proxy's address. */
  readonly isProxy: (address: string) => boolean;
}

/** Connections alone cannot use up the process's file descriptors under these limits. */
export function connectionLimits(isProxy: (address: string) => boolean): ConnectionLimits {
  const descriptors = maxDescriptors();
  const total = Math.min(MAX_CONNECTIONS, Math.max(descriptors - RESERVED_DESCRIPTORS, Math.floor(descriptors / 2)));
  return { total, perAddress: Math.min(MAX_PER_ADDRESS, Math.ceil(total / 4)), isProxy };
}

function maxDescriptors(): number {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? USUAL_DESCRIPTORS : Number(soft);
  } catch {
    return USUAL_DESCRIPTORS;
  }
}

/** Closes excess connections as soon as they are accepted. */
export function limitConnections(
  server: Server,
  { total, perAddress, isProxy }: ConnectionLimits,
  log: SparseLog,
): void {
  server.maxConnections = total;
  let idleKeptUntil = 0;
  server.on('drop', () => {
    log('connections were refused: as many are open as this process may have', { limit: total });
    if (performance.now() < idleKeptUntil) return;
    idleKeptUntil = performance.now() + IDLE_SWEEP_MS;
    server.closeIdleConnections();
  });

  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isProxy(address)) return;
    const network = toNetwork(address);
    const count = counts.get(network) ?? 0;
    if (count >= perAddress) {
      log('connections were refused: one address had too many. If it is a proxy, it belongs in TRUSTED_PROXIES', {
        limit: perAddress,
      });
      socket.destroy();
      return;
    }
    counts.set(network, count + 1);
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1;
      if (left === 0) counts.delete(network);
      else counts.set(network, left);
    });
  });
}
