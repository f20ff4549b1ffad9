import { bounded } from '../../lib/text.js';
import { canonicalHost } from './hosts.js';

const MAX_PATH_LENGTH = 2_000;
const MAX_LINK_LENGTH = 2_000;
const MAX_HOSTNAME_LENGTH = 255;

export interface Page {
  /** Lower-case, IDNA-encoded, without a trailing dot or a port. */
  readonly hostname: string;
  /** The decoded path without query, and without a trailing slash except for the root; at most 2,000 characters. */
  readonly path: string;
}

/** @param hash whether the fragment is part of the path, for sites whose router uses it: `/app#/settings` */
export function parsePage(url: URL, hash: boolean): Page {
  const fragment = hash ? withoutTrailingSlashes(url.hash) : '';
  const path = (withoutTrailingSlashes(url.pathname) || '/') + (fragment === '#' ? '' : fragment);
  return {
    hostname: parseHostname(url),
    path: withoutTrailingSlashes(bounded(readable(path), MAX_PATH_LENGTH)) || '/',
  };
}

export const parseHostname = (url: URL): string => canonicalHost(bounded(url.hostname, MAX_HOSTNAME_LENGTH));

/** Keeps the query, without fragment, name or password; at most 2,000 characters. */
export const parseLink = (url: URL): string => bounded(`${url.origin}${url.pathname}${url.search}`, MAX_LINK_LENGTH);

/** A path with a broken escape is returned unchanged. */
export function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Removes trailing slashes in a loop, because `/\/+$/` takes quadratic time on a path of slashes. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
