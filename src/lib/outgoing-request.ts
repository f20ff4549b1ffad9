import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { isPublicAddress } from './public-address.js';

/** How other servers are reached, at addresses that a user of the service has typed. */
export interface OutgoingOptions {
  /** Whether hosts with private addresses are allowed. */
  readonly allowPrivate: boolean;
  /** Resolves host names; by default the system does. */
  readonly lookup?: LookupFunction;
}

/** A request to another server. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: string | Readable;
  readonly signal: AbortSignal;
  /** After so long without a byte, the request fails with an {@link IdleError}. */
  readonly idleMs?: number;
  /** Returns how many bytes of an answer with this status are read. */
  readonly maxBytes: (status: number) => number;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The answer, or its beginning. */
  readonly body: Buffer;
  readonly isWhole: boolean;
}

/** Another server that has stopped to answer. */
export class IdleError extends Error {
  override readonly name = 'IdleError';
}

/** A host that a user of the service may not reach. */
export class NotPublicError extends Error {
  override readonly name = 'NotPublicError';

  constructor() {
    super('The host resolves to a private IP address');
  }
}

/**
 * Sends a request to another server, on a connection of its own. A host that has an address that is not public is refused: its
 * addresses are checked when the connection is made, so that none can change in between. Redirects are not followed.
 *
 * @throws NotPublicError for a private address, or a name that has one; IdleError; the system's errors
 */
export async function sendRequest(
  url: URL,
  { body, maxBytes, idleMs, ...request }: OutgoingRequest,
  { allowPrivate, lookup = systemLookup as LookupFunction }: OutgoingOptions,
): Promise<OutgoingAnswer> {
  try {
    // An address is never looked up.
    if (!allowPrivate && isPrivateAddress(bareHost(url))) throw new NotPublicError();
    const { request: open } = url.protocol === 'https:' ? https : http;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { ...request, agent: false, lookup: allowPrivate ? lookup : publicLookup(lookup) };
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
    // Status and headers are known.
  } finally {
    answer.destroy();
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isWhole };
}

/** Resolves a host name by asking the name servers. The system's own lookup occupies a thread that also writes the journal. */
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

/** Without the brackets of an IPv6 address. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const isPrivateAddress = (host: string): boolean => isIP(host) !== 0 && !isPublicAddress(host);

/**
 * Returns whether {@link sendRequest} would refuse a host now. A name that cannot be resolved now is not refused: it may be by the
 * time of a request, which checks it again.
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

/** Resolves a host name, and refuses it unless all of its addresses are public. */
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
