import { domainToASCII } from 'node:url';
import { addressSet } from '../../lib/ip-address.js';
import { hasLongLabel } from '../../lib/url.js';
import { wildcard } from './wildcard.js';

export interface OwnHosts {
  readonly domain: string;
  readonly allowedDomains: readonly string[];
}

type HostTest = (host: string) => boolean;

/** Lower-case, IDNA-encoded, without trailing dots. */
export function canonicalHost(host: string): string {
  let end = host.length;
  while (host[end - 1] === '.') end -= 1;
  const bare = host.slice(0, end);
  if (/^[a-z\d.-]+\.[a-z]{2,}$/.test(bare)) return bare;
  // domainToASCII returns an empty text for an invalid host name, and takes quadratic time for a long label.
  return (!hasLongLabel(bare) && domainToASCII(bare)) || bare.toLowerCase();
}

const ownHosts = new WeakMap<OwnHosts, HostTest>();

/**
 * Returns whether a host belongs to the website: its domain with all subdomains, or one of its `allowedDomains`, where
 * `*.` in front is any subdomain and another entry is that host, also with `www.` in front.
 */
export function isOwnHost(website: OwnHosts, host: string): boolean {
  let test = ownHosts.get(website);
  if (test === undefined) {
    const domain = canonicalHost(website.domain);
    const allowed = hostSet(website.allowedDomains.flatMap(withWww));
    test = (candidate) => candidate === domain || candidate.endsWith(`.${domain}`) || allowed(candidate);
    ownHosts.set(website, test);
  }
  return test(canonicalHost(host));
}

const withWww = (entry: string): readonly string[] => (entry.startsWith('*.') ? [entry] : [entry, `www.${entry}`]);

/**
 * Builds a set of hosts, in which `*.` in front stands for any subdomain, and a `*` elsewhere for any characters of its label:
 * `*.example.com`, `shop-*.example.com`. Look-ups need canonical hosts.
 */
export function hostSet(entries: readonly string[]): HostTest {
  const exact = new Set<string>();
  const parents: string[] = [];
  const patterns: HostTest[] = [];
  for (const entry of entries.map((each) => each.trim())) {
    const isParent = entry.startsWith('*.');
    const host = isParent ? entry.slice(2) : entry;
    if (host.includes('*')) patterns.push(labelTest(host.toLowerCase().split('.'), isParent));
    else if (isParent) parents.push(`.${canonicalHost(host)}`);
    else exact.add(canonicalHost(host));
  }
  return (host) =>
    exact.has(host) || parents.some((parent) => host.endsWith(parent)) || patterns.some((matches) => matches(host));
}

/** Matches all labels of a host, or the last ones of a subdomain. */
function labelTest(pattern: readonly string[], isParent: boolean): HostTest {
  const tests = pattern.map(wildcard);
  return (host) => {
    const labels = host.split('.');
    const first = labels.length - tests.length;
    if (isParent ? first < 1 : first !== 0) return false;
    return tests.every((matches, index) => matches(labels[first + index]!));
  };
}

const isLoopback = addressSet(['127.0.0.0/8', '0.0.0.0', '::1', '::']);

export function isLocalhost(host: string): boolean {
  const name = canonicalHost(host);
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name.replace(/^\[|\]$/g, ''));
}
