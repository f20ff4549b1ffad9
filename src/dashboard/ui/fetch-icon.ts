import { millisecondsInDay, millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import { LRUCache } from 'lru-cache';
import {
  lookupByNameServers,
  type OutgoingAnswer,
  type OutgoingOptions,
  sendRequest,
} from '../../lib/outgoing-request.js';
import { TaskQueue } from '../../lib/task-queue.js';
import { parseHttpUrl } from '../../lib/url.js';
import { type IconImage, isIconType } from '../../websites/icon.js';

/** Larger than an uploaded icon, because the owner cannot always choose the file. */
const MAX_BYTES = 64 * 1024;
const MAX_CACHED_BYTES = 8 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const MAX_FETCH_MS = 5 * millisecondsInSecond;
const KEPT_MS = millisecondsInDay;
/** A failed fetch is retried after this time. */
const FAILURE_KEPT_MS = 10 * millisecondsInMinute;
const DEFAULT_PORTS = ['', '80', '443'];

const PUBLIC: OutgoingOptions = { allowPrivate: false, lookup: lookupByNameServers };

/** Undefined when the icon cannot be fetched. */
export type FindIcon = (url: string) => Promise<IconImage | undefined>;

/** Fetches each icon once a day, a few at a time, and caches it in memory. */
export function iconFinder(options: OutgoingOptions = PUBLIC): FindIcon {
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
 * The server may reach hosts that its users may not, so it connects only to public addresses, at the standard ports. It
 * checks the address that the connection uses, not that of another lookup.
 *
 * @throws Error for an address that is not public, and for an answer that is not an image of at most 64 KiB
 */
export async function fetchIcon(text: string, options: OutgoingOptions = PUBLIC): Promise<IconImage> {
  const signal = AbortSignal.timeout(MAX_FETCH_MS);
  let address = text;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const url = parseHttpUrl(address);
    if (url === undefined) throw new Error('not an http or https URL');
    if (!options.allowPrivate && !DEFAULT_PORTS.includes(url.port)) throw new Error('not a public address');
    const answer = await sendRequest(
      url,
      { method: 'GET', signal, maxBytes: (status) => (status === 200 ? MAX_BYTES : 0) },
      options,
    );
    const { status, headers } = answer;
    if (status < 300 || status >= 400 || headers.location === undefined) return readImage(answer);
    address = new URL(headers.location, url).href;
  }
  throw new Error('too many redirects');
}

function readImage({ status, headers, body, isWhole }: OutgoingAnswer): IconImage {
  const contentType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (status !== 200 || !isIconType(contentType)) throw new Error('not an image');
  if (!isWhole) throw new Error('too large, or cut off');
  if (body.length === 0) throw new Error('empty');
  return { contentType, bytes: body };
}
