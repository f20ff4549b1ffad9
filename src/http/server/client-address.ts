import type { Context } from 'hono';
import { addressSet, parseAddress } from '../../lib/ip-address.js';
import { addressOfNode, nodesOfForwarded, nodesOfXForwardedFor } from './forwarded.js';
import { readHeader, socketAddress } from './incoming.js';

/** The connection and the proxy headers of a request. */
export interface Origin {
  readonly socketAddress: string | undefined;
  readonly xForwardedFor: string | undefined;
  readonly forwarded: string | undefined;
}

/** In canonical spelling; undefined when the connection is already gone. */
export type ClientAddress = (context: Context) => string | undefined;

type AddressTest = (address: string) => boolean;

/** A header with more hops is forged. */
const MAX_HOPS = 50;

const isPrivate = addressSet([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
]);

/**
 * Returns a function that finds client addresses and trusts the headers of these proxies (addresses or CIDR blocks).
 *
 * @param onIgnoredProxy called once, when no proxy is trusted and an apparent proxy reports a client
 */
export function clientAddress(
  trustedProxies: readonly string[],
  onIgnoredProxy: () => void = () => undefined,
): ClientAddress {
  const isTrusted = addressSet(trustedProxies);
  let isProxyExpected = trustedProxies.length > 0;
  return (context) => {
    const origin = {
      socketAddress: socketAddress(context),
      xForwardedFor: readHeader(context, 'x-forwarded-for'),
      forwarded: readHeader(context, 'forwarded'),
    };
    if (!isProxyExpected && (origin.xForwardedFor ?? origin.forwarded) !== undefined) {
      isProxyExpected = isPrivate(parseAddress(origin.socketAddress ?? '')?.text ?? '');
      if (isProxyExpected) onIgnoredProxy();
    }
    return addressOfClient(origin, isTrusted);
  };
}

/** Tests for requests that come directly from one of these proxies, whose headers are all trusted. */
export function fromTrustedProxy(trustedProxies: readonly string[]): (context: Context) => boolean {
  const isTrusted = addressSet(trustedProxies);
  return (context) => isTrusted(socketAddress(context) ?? '');
}

/**
 * Returns the client according to `X-Forwarded-For` or `Forwarded`. A proxy writes one of them and passes on the
 * client's own other one. When both are present but name different clients, the nearest hop that both agree on is used.
 */
export function addressOfClient(origin: Origin, isTrusted: AddressTest): string | undefined {
  const { xForwardedFor, forwarded } = origin;
  const socketAddress = parseAddress(origin.socketAddress ?? '')?.text;
  if (socketAddress === undefined || !isTrusted(socketAddress)) return socketAddress;
  const ways = [
    ...(xForwardedFor === undefined ? [] : [followHops(socketAddress, nodesOfXForwardedFor(xForwardedFor), isTrusted)]),
    ...(forwarded === undefined ? [] : [followHops(socketAddress, nodesOfForwarded(forwarded), isTrusted)]),
  ];
  const [way = [socketAddress], other = way] = ways;
  if (way.at(-1) === other.at(-1)) return way.at(-1);
  const parting = way.findIndex((address, index) => address !== other[index]);
  return way[parting - 1] ?? way.at(-1);
}

/**
 * Walks outward from the socket while the hop is a trusted proxy, because only a trusted proxy is believed about the
 * hop before it.
 */
function followHops(
  socketAddress: string,
  nodes: Iterable<string>,
  isTrusted: AddressTest,
): readonly [string, ...string[]] {
  const way: [string, ...string[]] = [socketAddress];
  for (const node of nodes) {
    const address = addressOfNode(node);
    if (address === undefined) break;
    way.push(address);
    if (!isTrusted(address) || way.length > MAX_HOPS) break;
  }
  return way;
}
