import type { Place, Places } from '../src/collect/steps/place.js';
import { type City, cities } from './people.js';

/** The block for documentation (RFC 3849): no real visitor has such an address. */
const PREFIX = '2001:db8';
const CITY = /^2001:db8:([0-9a-f]{1,4}):/;

export const visitorAddress = (city: City, visitor: number): string =>
  `${PREFIX}:${(cities.indexOf(city) + 1).toString(16)}::${(visitor >>> 16).toString(16)}:${(visitor & 0xffff).toString(16)}`;

/** Adds the locations of the demo's visitors. */
export function withDemoPlaces(places: Places): Places {
  const found: readonly Place[] = cities.map(({ country, name }) => ({ country, region: '', city: name }));
  return {
    of: (ip, headers) => found[Number.parseInt(CITY.exec(ip)?.[1] ?? '', 16) - 1] ?? places.of(ip, headers),
  };
}
