import { Resolver } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { millisecondsInDay, millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import { LRUCache } from 'lru-cache';
import { isPublicAddress } from '../../lib/public-address.js';
import { TaskQueue } from '../../lib/task-queue.js';
import { parseHttpUrl } from '../../lib/url.js';
import { type IconImage, isIconType } from '../../websites/settings.js';

/** Larger than an uploaded icon, because the owner cannot always choose the file. */
const MAX_BYTES = 64 * 1024;
const MAX_CACHED_BYTES = 8 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const MAX_FETCH_MS = 5 * millisecondsInSecond;
const KEPT_MS = millisecondsInDay;
/** An icon that could not be fetched is tried again after this time. */
const FAILURE_KEPT_MS = 10 * millisecondsInMinute;
const DEFAULT_PORTS = ['', '80', '443'];

export interface IconFetchOptions {
  /** Returns the IP addresses of a host. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  readonly isAllowed?: (address: string, port: string) => boolean;
}

/** Finds the icon at an address; undefined when it cannot be fetched. */
export type FindIcon = (url: string) => Promise<IconImage | undefined>;

/** Returns a function that fetches each icon once a day, a few at a time, and keeps it in memory. */
export function iconFinder(options: IconFetchOptions = {}): FindIcon {
  const queue = new TaskQueue({ maxRunning: 4, maxWaiting: 200, maxWaitMs: MAX_FETCH_MS, refusal: 'Too many icons' });
  const icons = new LRUCache<string, { readonly image: IconImage | undefined }>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ image }, url) => url.length + (image?.bytes.length ?? 0),
  });
  const running = new Map<string, Promise<IconImage | undefined>>();
  const find = async (url: string) => {
    const image = await queue.run(() => fetchIcon(url, options)).catch(() => undefined);
    icons.set(url, { image }, { ttl: image === undefined ? FAILURE_KEPT_MS : KEPT_MS });
    running.delete(url);
    return image;
  };
  return (url) => {
    const known = icons.get(url);
    if (known !== undefined) return Promise.resolve(known.image);
    const found = running.get(url) ?? find(url);
    running.set(url, found);
    return found;
  };
}

/**
 * Fetches an image from another host. The server may reach hosts that its users may not, so only public addresses are
 * connected to, at the standard ports: the addresses are checked that the connection then uses, not those of another lookup.
 *
 * @throws Error for an address that is not public, and for an answer that is not an image of at most 64 KiB
 */
export async function fetchIcon(text: string, options: IconFetchOptions = {}): Promise<IconImage> {
  const signal = AbortSignal.timeout(MAX_FETCH_MS);
  let address = text;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const url = parseHttpUrl(address);
    if (url === undefined) throw new Error('not an http or https URL');
    const response = await request(url, options, signal);
    const { statusCode = 0, headers } = response;
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) return readImage(response);
    response.destroy();
    address = new URL(headers.location, url).href;
  }
  throw new Error('too many redirects');
}

async function request(url: URL, options: IconFetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const { resolve = resolveHost, isAllowed = isAllowedByDefault } = options;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  const [first] = addresses;
  if (first === undefined || !addresses.every((each) => isAllowed(each, url.port)))
    throw new Error('not a public address');
  const lookup: LookupFunction = (_host, { all }, done) =>
    all ? done(null, [{ address: first, family: isIP(first) }]) : done(null, first, isIP(first));
  const { get } = url.protocol === 'https:' ? https : http;
  return new Promise((done, fail) => {
    get(
      {
        protocol: url.protocol,
        hostname: host,
        port: url.port,
        path: url.pathname + url.search,
        lookup,
        signal,
        agent: false,
      },
      done,
    ).on('error', fail);
  });
}

const isAllowedByDefault = (address: string, port: string): boolean =>
  isPublicAddress(address) && DEFAULT_PORTS.includes(port);

/** Asks the name servers. The system's own lookup would occupy the threads that write the journal. */
async function resolveHost(host: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2 * millisecondsInSecond, tries: 1 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
}

async function readImage(response: IncomingMessage): Promise<IconImage> {
  try {
    const contentType = response.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (response.statusCode !== 200 || !isIconType(contentType)) throw new Error('not an image');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BYTES) throw new Error('too large');
    }
    if (size === 0) throw new Error('empty');
    return { contentType, bytes: Buffer.concat(chunks) };
  } finally {
    response.destroy();
  }
}
