import type { Context } from 'hono';
import { addressSet, parseAddress } from '../ip-address.js';
import { type Hop, hopsOfForwarded, hopsOfXForwardedFor } from './forwarded.js';
import { headerOf, socketAddressOf } from './incoming.js';

/** What a request says of its origin. */
export interface Origin {
  readonly socketAddress: string | undefined;
  readonly xForwardedFor: string | undefined;
  readonly forwarded: string | undefined;
}

/** The address of a request's client in canonical spelling; undefined when its connection is already gone. */
export type ClientAddress = (context: Context) => string | undefined;

/** Finds client addresses, trusting what these proxies (addresses or CIDR blocks) tell. */
export function clientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = addressSet(trustedProxies);
  return (context) =>
    addressOfClient(
      {
        socketAddress: socketAddressOf(context),
        xForwardedFor: headerOf(context, 'x-forwarded-for'),
        forwarded: headerOf(context, 'forwarded'),
      },
      isTrusted,
    );
}

/** Whether a request comes from one of these proxies itself, so that all of its headers count. */
export function fromTrustedProxy(trustedProxies: readonly string[]): (context: Context) => boolean {
  const isTrusted = addressSet(trustedProxies);
  return (context) => isTrusted(socketAddressOf(context) ?? '');
}

/**
 * Walks from the socket outward for as long as the hop is a trusted proxy, since only such a one is believed about the
 * hop before it. `X-Forwarded-For` is what proxies write; `Forwarded` counts only where it is missing.
 */
export function addressOfClient(origin: Origin, isTrusted: (address: string) => boolean): string | undefined {
  let address = parseAddress(origin.socketAddress ?? '')?.text;
  const hops = [...hopsOf(origin)];
  while (address !== undefined && hops.length > 0 && isTrusted(address)) {
    const before = hops.pop();
    if (before === undefined) break;
    address = before;
  }
  return address;
}

function hopsOf({ xForwardedFor, forwarded }: Origin): readonly Hop[] {
  if (xForwardedFor !== undefined) return hopsOfXForwardedFor(xForwardedFor);
  return forwarded === undefined ? [] : hopsOfForwarded(forwarded);
}
