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
  // An address is never looked up.
  if (!allowPrivate && isPrivateAddress(bareHost(url))) throw new NotPublicError();
  const { request } = url.protocol === 'https:' ? https : http;
  return request(url, { ...options, agent: false, lookup: allowPrivate ? lookup : publicLookup(lookup) });
}

/** Without the brackets of an IPv6 address. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const isPrivateAddress = (host: string): boolean => isIP(host) !== 0 && !isPublicAddress(host);

/**
 * Returns whether {@link openRequest} would refuse a host now. A name that cannot be resolved now is not refused: it may be by the
 * time of a request, which checks it again.
 */
export async function isRefusedHost(
  url: URL,
  { allowPrivate, lookup = systemLookup }: OutgoingOptions,
): Promise<boolean> {
  const host = bareHost(url);
  if (allowPrivate || isIP(host) !== 0) return !allowPrivate && isPrivateAddress(host);
  return new Promise((resolve) => {
    publicLookup(lookup)(host, { all: true }, (error) => resolve(error instanceof NotPublicError));
  });
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
