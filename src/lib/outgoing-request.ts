import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { isPublicAddress } from './public-address.js';

/** For requests to URLs that users enter. */
export interface OutgoingOptions {
  readonly allowPrivate: boolean;
  /** By default, the system's lookup. */
  readonly lookup?: LookupFunction;
}

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: string | Readable;
  readonly signal: AbortSignal;
  /** After this long without a byte, the request fails with an {@link IdleError}. */
  readonly idleMs?: number;
  /** Returns how many bytes of an answer with this status are read. */
  readonly maxBytes: (status: number) => number;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The response's body, or its beginning. */
  readonly body: Buffer;
  readonly isWhole: boolean;
}

/** The other server has stopped responding. */
export class IdleError extends Error {
  override readonly name = 'IdleError';
}

/** Users may not reach this host. */
export class NotPublicError extends Error {
  override readonly name = 'NotPublicError';

  constructor() {
    super('The host resolves to a private IP address');
  }
}

/**
 * Sends a request on its own connection. Hosts with an address that is not public are refused; addresses are checked
 * when connecting, so that they cannot change in between. Redirects are not followed.
 *
 * @throws NotPublicError for a private address, or a name that has one; IdleError; the system's errors
 */
export async function sendRequest(
  url: URL,
  { body, maxBytes, idleMs, ...request }: OutgoingRequest,
  { allowPrivate, lookup = systemLookup as LookupFunction }: OutgoingOptions,
): Promise<OutgoingAnswer> {
  try {
    // IP addresses are never looked up.
    if (!allowPrivate && isPrivateAddress(bareHost(url))) throw new NotPublicError();
    const { request: open } = url.protocol === 'https:' ? https : http;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      // A name and a password in the URL are not sent.
      const options = { ...request, auth: null, agent: false, lookup: allowPrivate ? lookup : publicLookup(lookup) };
      const sent = open(url, { ...options, ...(idleMs !== undefined && { timeout: idleMs }) });
      sent.on('response', resolve).on('error', reject);
      sent.on('timeout', () => sent.destroy(new IdleError()));
      if (body === undefined || typeof body === 'string') sent.end(body);
      else body.on('error', (error) => sent.destroy(error)).pipe(sent);
    });
    const { statusCode: status = 0, headers } = answer;
    return { status, headers, ...(await readStart(answer, maxBytes(status))) };
  } finally {
    if (typeof body === 'object') body.destroy();
  }
}

async function readStart(answer: IncomingMessage, maxBytes: number): Promise<Pick<OutgoingAnswer, 'body' | 'isWhole'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isWhole = false;
  try {
    if (maxBytes > 0) {
      for await (const chunk of answer) {
        chunks.push(chunk);
        size += chunk.length;
        if (size > maxBytes) break;
      }
      isWhole = size <= maxBytes;
    }
  } catch {
    // Status and headers have arrived.
  } finally {
    answer.destroy();
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isWhole };
}

/** Queries the name servers directly: the system's lookup would occupy a thread that also writes the journal. */
export const lookupByNameServers: LookupFunction = (host, _options, callback) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  void Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]).then((found) => {
    const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );
  });
};

/** Removes the brackets of an IPv6 address. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const isPrivateAddress = (host: string): boolean => isIP(host) !== 0 && !isPublicAddress(host);

/**
 * Whether {@link sendRequest} would refuse the host now. A name that cannot be resolved is not refused: it is checked
 * again with each request.
 */
export async function isRefusedHost(
  url: URL,
  { allowPrivate, lookup = systemLookup as LookupFunction }: OutgoingOptions,
): Promise<boolean> {
  const host = bareHost(url);
  if (allowPrivate || isIP(host) !== 0) return !allowPrivate && isPrivateAddress(host);
  return new Promise((resolve) => {
    publicLookup(lookup)(host, { all: true }, (error) => resolve(error instanceof NotPublicError));
  });
}

/** Refuses a host unless all of its addresses are public. */
const publicLookup =
  (lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = found as LookupAddress[];
      if (error !== null) return callback(error, '');
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new NotPublicError(), '');
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
