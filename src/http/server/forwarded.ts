import { parseAddress } from '../../lib/ip-address.js';

/** Nearest hop first, unparsed. */
export function* nodesOfXForwardedFor(header: string): Generator<string> {
  let end = header.length;
  while (end >= 0) {
    const comma = end === 0 ? -1 : header.lastIndexOf(',', end - 1);
    const node = header.slice(comma + 1, end).trim();
    if (node !== '') yield node;
    end = comma;
  }
}

// `name=token` or `name="quoted"`, and its delimiter. Tokens are matched generously: proxies do not quote IPv6.
const PAIR = /[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s",;]+))[ \t]*(;|,|$)/y;

/**
 * Parses the hops of `Forwarded` (RFC 7239), nearest first; empty where a hop names no client. A malformed header has
 * no hops: an unbalanced quote from the client could otherwise swallow what the proxies added behind it.
 */
export function nodesOfForwarded(header: string): readonly string[] {
  const nodes: string[] = [];
  let node = '';
  PAIR.lastIndex = 0;
  while (PAIR.lastIndex < header.length) {
    const [, name, quoted, token, end] = PAIR.exec(header) ?? [];
    if (name === undefined) return [];
    if (name.toLowerCase() === 'for') node = quoted ?? token ?? '';
    if (end === ';') continue;
    nodes.push(node);
    node = '';
  }
  return nodes.reverse();
}

/**
 * Parses the address of a hop: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:4711`.
 * Undefined when the proxy gave no address, or an invalid one.
 */
export function addressOfNode(node: string): string | undefined {
  if (node.length > MAX_NODE_LENGTH) return undefined;
  return (parseAddress(node) ?? parseAddress(withoutPort(node)))?.text;
}

/** Even an IPv6 address with zone, brackets and port is shorter. */
const MAX_NODE_LENGTH = 100;

const withoutPort = (node: string): string =>
  /^\[([^\]]+)\](?::\w+)?$/.exec(node)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\w+$/.exec(node)?.[1] ?? '';
