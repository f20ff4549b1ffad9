import { bounded } from '../../lib/text.js';

export interface Place {
  /** ISO 3166-1 alpha-2, `ZZ` when unknown. */
  readonly country: string;
  /** Name of the first subdivision, empty when unknown. */
  readonly region: string;
  /** `Unknown` when unknown. */
  readonly city: string;
}

export const UNKNOWN_COUNTRY = 'ZZ';
export const UNKNOWN_CITY = 'Unknown';
export const UNKNOWN_PLACE: Place = { country: UNKNOWN_COUNTRY, region: '', city: UNKNOWN_CITY };

const MAX_NAME_LENGTH = 255;

/** Upper case; `ZZ` for any other text, including Cloudflare's `XX` and `T1` (Tor). */
export function normalizeCountry(text: string): string {
  const code = text.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : UNKNOWN_COUNTRY;
}

/** Supports the flat records of ip-location-db, and MaxMind's GeoIP2 records. */
export function placeFrom(record: unknown): Place {
  return {
    country: normalizeCountry(textAt(record, 'country_code') || textAt(record, 'country', 'iso_code')),
    region: bounded(textAt(record, 'state1') || textAt(record, 'subdivisions', '0', 'names', 'en'), MAX_NAME_LENGTH),
    city: normalizeCity(textAt(record, 'city') || textAt(record, 'city', 'names', 'en')),
  };
}

/** Drops the district. DB-IP's `Stuttgart (Mitte)` would split a city into forty rows. */
function normalizeCity(name: string): string {
  const [city = ''] = name.split(' (', 1);
  return bounded(city.trim(), MAX_NAME_LENGTH) || UNKNOWN_CITY;
}

function textAt(record: unknown, ...path: readonly string[]): string {
  const value = path.reduce<unknown>((parent, key) => (isRecord(parent) ? parent[key] : undefined), record);
  return typeof value === 'string' ? value : '';
}

/** An array passes too. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
