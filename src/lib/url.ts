/** A host name has at most 253 characters; the rest is for a port, and for a name before `@`. */
const MAX_ENCODED_AUTHORITY = 255;

/**
 * Parses an absolute URL. Returns undefined for any other text.
 *
 * TRICKY: up to Node 22, `URL.canParse` returns false for `https://münchen.example/` once V8 has optimized it, after some
 * thousand calls, so it is not used here.
 */
export function parseUrl(text: string): URL | undefined {
  if (text.length > MAX_ENCODED_AUTHORITY && hasLongEncodedAuthority(text)) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Parses an absolute `http` or `https` URL. Returns undefined for any other text. */
export function parseHttpUrl(text: string): URL | undefined {
  const url = parseUrl(text);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

/**
 * Returns whether a host, with or without a port, has a label of more than 63 characters. Encoding makes an international label
 * longer.
 */
export const hasLongLabel = (host: string): boolean => /[^.:\u3002\uff0e\uff61]{64}/u.test(host);

/**
 * Returns whether the host of a URL is international, and longer than any host can be. Encoding such a host takes quadratic
 * time: for 64 kB, over a second.
 */
function hasLongEncodedAuthority(text: string): boolean {
  const [, authority = ''] = /^[^:]*:[\s/\\]*([^/\\?#]*)/.exec(text) ?? [];
  return authority.length > MAX_ENCODED_AUTHORITY && /[^\x21-\x7e]|%|xn--/i.test(authority);
}
