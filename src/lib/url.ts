/** A host name has at most 253 characters; the rest is for a port, and for a name in front of `@`. */
const MAX_ENCODED_AUTHORITY = 255;

/**
 * An absolute address, or nothing for any other text.
 *
 * TRICKY: up to Node 22 `URL.canParse` answers false to `https://münchen.example/` once V8 has optimised it, after some thousand
 * calls; so nothing here asks it.
 */
export function parseUrl(text: string): URL | undefined {
  if (text.length > MAX_ENCODED_AUTHORITY && hasLongEncodedAuthority(text)) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The same of addresses by `http` or `https`. */
export function parseHttpUrl(text: string): URL | undefined {
  const url = parseUrl(text);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

/** Returns whether a host, maybe with a port, has a label of more than 63 characters. Encoding makes an international label longer still. */
export const hasLongLabel = (host: string): boolean => /[^.:\u3002\uff0e\uff61]{64}/u.test(host);

/**
 * Returns whether the host of an address is international, and longer than any can be. To encode such a host takes
 * quadratic time: of 64 kB it took over a second.
 */
function hasLongEncodedAuthority(text: string): boolean {
  const [, authority = ''] = /^[^:]*:[\s/\\]*([^/\\?#]*)/.exec(text) ?? [];
  return authority.length > MAX_ENCODED_AUTHORITY && /[^\x21-\x7e]|%|xn--/i.test(authority);
}
