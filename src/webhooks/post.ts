import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../lib/public-address.js';

/** A request to another server that failed, in words for its owner. */
export class WebhookFailure extends Error {
  override readonly name = 'WebhookFailure';
}

const REQUEST_TIMEOUT_MS = 10_000;

export interface PostOptions {
  /** Whether hosts with private addresses are allowed. */
  readonly allowPrivate: boolean;
  /** Resolves host names; by default the system does. */
  readonly lookup?: typeof systemLookup;
}

/**
 * Posts JSON. The answer's body is not read, and redirects are not followed. A host that has an address that is not public is refused:
 * its addresses are checked when the connection is made, so that none can change in between.
 *
 * @throws WebhookFailure unless the answer has a status of 200 to 299
 */
export async function postJson(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  { allowPrivate, lookup = systemLookup }: PostOptions,
): Promise<void> {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  // An address is never looked up.
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic();
  const status = await new Promise<number>((resolve, reject) => {
    const { request } = target.protocol === 'https:' ? https : http;
    const sent = request(target, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Footfall',
        ...headers,
      },
      agent: false,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      lookup: allowPrivate ? lookup : publicLookup(lookup),
    });
    sent.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    sent.on('error', (error) => reject(toFailure(error)));
    sent.end(body);
  });
  if (status < 200 || status > 299) throw new WebhookFailure(`It answered with the status ${status}`);
}

/** Resolves a host name, and refuses it unless all of its addresses are public. */
const publicLookup =
  (lookup: typeof systemLookup): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error !== null) return callback(error, '');
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(notPublic(), '');
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };

const notPublic = () => new WebhookFailure('Its host has an address that is not public');

function toFailure(error: Error): WebhookFailure {
  if (error instanceof WebhookFailure) return error;
  const isLate = error.name === 'TimeoutError' || error.name === 'AbortError';
  return new WebhookFailure(isLate ? 'It did not answer within 10 seconds' : 'It could not be reached', {
    cause: error,
  });
}
