import { parseAddress } from '../ip-address.js';

/** One stop on the way of a request, nearest last. Undefined where a proxy did not tell, or told nonsense. */
export type Hop = string | undefined;

/** The hops of `X-Forwarded-For`. */
export function hopsOfXForwardedFor(header: string): readonly Hop[] {
  return header
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '')
    .map(addressOf);
}

// `name=token` or `name="quoted"`, and what ends it. Tokens are taken generously: proxies do not quote IPv6.
const PAIR = /[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s",;]+))[ \t]*(;|,|$)/y;

/**
 * The hops of `Forwarded` (RFC 7239). A header that is not well-formed has none at all: an unbalanced quote from the
 * client could otherwise swallow what the proxies added behind it.
 */
export function hopsOfForwarded(header: string): readonly Hop[] {
  const hops: Hop[] = [];
  let hop: Hop;
  PAIR.lastIndex = 0;
  while (PAIR.lastIndex < header.length) {
    const [, name, quoted, token, end] = PAIR.exec(header) ?? [];
    if (name === undefined) return [];
    if (name.toLowerCase() === 'for') hop = addressOf(quoted ?? token ?? '');
    if (end === ';') continue;
    hops.push(hop);
    hop = undefined;
  }
  return hops;
}

/** Takes `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:4711`. */
function addressOf(node: string): Hop {
  return (parseAddress(node) ?? parseAddress(withoutPort(node)))?.text;
}

const withoutPort = (node: string): string =>
  /^\[([^\]]+)\](?::\w+)?$/.exec(node)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\w+$/.exec(node)?.[1] ?? '';
