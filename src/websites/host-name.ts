import { isIP } from 'node:net';
import { hasLongLabel, parseUrl } from '../url.js';

const SCHEME = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i;
const PATH = /[/?#].*$/;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST_NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);
const MAX_LENGTH = 253;

/**
 * The host name in what a person writes for one: scheme, port and path taken off, lower-case, international names in
 * ASCII. `https://Bücher.example/shop` is `xn--bcher-kva.example`. Undefined when there is none; an IP address is none.
 */
export function hostNameIn(text: string): string | undefined {
  const authority = text.trim().replace(SCHEME, '').replace(PATH, '');
  // A long label would be encoded in quadratic time first, and a list of settings has hundreds.
  if (/[\s@\\%]/.test(authority) || hasLongLabel(authority)) return undefined;
  const host = parseUrl(`http://${authority}`)?.hostname.replace(/\.$/, '');
  if (host === undefined || host.length > MAX_LENGTH || isIP(host) !== 0) return undefined;
  return HOST_NAME.test(host) ? host : undefined;
}

/** A website's primary domain: a host name without `www.`, unless nothing but a top-level name would be left. */
export function normaliseDomain(text: string): string | undefined {
  return hostNameIn(text)?.replace(/^www\.(?=.*\.)/, '');
}

/** A host name, or with `*.` in front any sub-domain of one. `www.` stays, for here it may be what is meant. */
export function normaliseHostPattern(text: string): string | undefined {
  const pattern = text.trim();
  if (!pattern.startsWith('*.')) return hostNameIn(pattern);
  const parent = hostNameIn(pattern.slice(2));
  return parent === undefined ? undefined : `*.${parent}`;
}
