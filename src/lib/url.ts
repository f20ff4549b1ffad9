/** A host name has at most 253 characters; the rest allows for a port, and a user name before `@`. */
const MAX_ENCODED_AUTHORITY = 255;

/**
 * Undefined for text that is no absolute URL.
 *
 * TRICKY: up to Node 22, `URL.canParse` returns false for `https://münchen.example/` once V8 has optimized it, after
 * some thousand calls, so it is not used here.
 */
export function parseUrl(text: string): URL | undefined {
  if (text.length > MAX_ENCODED_AUTHORITY && hasLongEncodedAuthority(text)) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Undefined unless it is an absolute `http` or `https` URL. */
export function parseHttpUrl(text: string): URL | undefined {
  const url = parseUrl(text);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

/** Labels have at most 63 characters. Encoding makes an international label longer. */
export const hasLongLabel = (host: string): boolean => /[^.:\u3002\uff0e\uff61]{64}/u.test(host);

/**
 * Whether a URL's host is international, and longer than any host can be. Encoding it takes quadratic time: over a
 * second for 64 kB.
 */
function hasLongEncodedAuthority(text: string): boolean {
  const [, authority = ''] = /^[^:]*:[\s/\\]*([^/\\?#]*)/.exec(text) ?? [];
  return authority.length > MAX_ENCODED_AUTHORITY && /[^\x21-\x7e]|%|xn--/i.test(authority);
}
