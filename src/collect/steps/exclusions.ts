import { smallAddressSet } from '../../lib/ip-address.js';
import { canonicalHost, hostSet } from './hosts.js';
import { readable } from './page.js';
import { wildcard } from './wildcard.js';

export interface Exclusions {
  readonly excludedIps: readonly string[];
  readonly excludedPaths: readonly string[];
  readonly excludedHostnames: readonly string[];
  readonly excludedCountries: readonly string[];
}

interface Tests {
  readonly ip: (ip: string) => boolean;
  readonly path: (path: string) => boolean;
  readonly hostname: (hostname: string) => boolean;
  readonly country: (country: string) => boolean;
}

/** `excludedIps` has IPv4 and IPv6 addresses, and CIDR blocks of both. */
export const isExcludedIp = (website: Exclusions, ip: string): boolean => compileTests(website).ip(ip);

/** `*` stands for any characters, `/` included. */
export const isExcludedPath = (website: Exclusions, path: string): boolean => compileTests(website).path(path);

/** `excludedHostnames` may have wildcards. */
export const isExcludedHostname = (website: Exclusions, hostname: string): boolean =>
  compileTests(website).hostname(hostname);

export const isExcludedCountry = (website: Exclusions, country: string): boolean =>
  compileTests(website).country(country);

const compiled = new WeakMap<Exclusions, Tests>();

/** Compiles settings once for each website object: changed settings create a new object. */
function compileTests(website: Exclusions): Tests {
  let tests = compiled.get(website);
  if (tests === undefined) {
    tests = compile(website);
    compiled.set(website, tests);
  }
  return tests;
}

function compile(website: Exclusions): Tests {
  const paths = website.excludedPaths.map((pattern) => wildcard(readable(pattern)));
  const hostnames = hostSet(website.excludedHostnames);
  const countries = new Set(website.excludedCountries.map((country) => country.toUpperCase()));
  return {
    ip: smallAddressSet(website.excludedIps),
    // A page is stored without its trailing slash, but `/admin/` and `/admin/*` are meant to match `/admin/` too.
    path: (path) => {
      const folder = `${path}/`;
      return paths.some((matches) => matches(path) || matches(folder));
    },
    hostname: (hostname) => hostnames(canonicalHost(hostname)),
    country: (country) => countries.has(country.toUpperCase()),
  };
}
