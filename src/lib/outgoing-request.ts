import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import http, { type ClientRequest, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.js';

/** How other servers are reached, at addresses that a user of the service has typed. */
export interface OutgoingOptions {
  /** Whether hosts with private addresses are allowed. */
  readonly allowPrivate: boolean;
  /** Resolves host names; by default the system does. */
  readonly lookup?: typeof systemLookup;
}

/** A host that a user of the service may not reach. */
export class NotPublicError extends Error {
  override readonly name = 'NotPublicError';

  constructor() {
    super('The host resolves to a private IP address');
  }
}

/**
 * Opens a request to another server, on a connection of its own. A host that has an address that is not public is refused: its
 * addresses are checked when the connection is made, so that none can change in between. Redirects are not followed.
 *
 * @throws NotPublicError for a private address in the URL; behind a name, the request fails with it
 */
export function openRequest(
  url: URL,
  options: RequestOptions,
  { allowPrivate, lookup = systemLookup }: OutgoingOptions,
): ClientRequest {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // An address is never looked up.
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw new NotPublicError();
  const { request } = url.protocol === 'https:' ? https : http;
  return request(url, { ...options, agent: false, lookup: allowPrivate ? lookup : publicLookup(lookup) });
}

/** Resolves a host name, and refuses it unless all of its addresses are public. */
const publicLookup =
  (lookup: typeof systemLookup): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error !== null) return callback(error, '');
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new NotPublicError(), '');
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
