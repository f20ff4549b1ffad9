import { genericBrands, hintedBrowsers } from './known-browsers.js';
import { hintedSystems } from './known-systems.js';

/**
 * Chromium's client hints, each header as received. Browsers send them with every `https` request without being asked:
 * https://wicg.github.io/ua-client-hints/
 */
export interface ClientHints {
  /** `Sec-CH-UA`: `"Brave";v="143", "Chromium";v="143", "Not A(Brand";v="24"`. */
  readonly brands: string;
  /** `Sec-CH-UA-Mobile`: `?1` or `?0`. */
  readonly mobile?: string | undefined;
  /** `Sec-CH-UA-Platform`: `"Windows"`. */
  readonly platform?: string | undefined;
}

/** Undefined unless the brands say more than `said`, the user agent's browser. */
export function browserByBrand(brands: string, said: string): readonly [name: string, version: string] | undefined {
  const versions = new Map<string, string>();
  for (const [, brand = '', version = ''] of brands.matchAll(/"([^"]*)";v="(\d{1,10})/g)) versions.set(brand, version);
  for (const [brand, name] of isGeneric(said) ? [...hintedBrowsers, ...genericBrands] : hintedBrowsers) {
    const version = versions.get(brand);
    if (version !== undefined) return [name, version];
  }
  return undefined;
}

const isGeneric = (name: string): boolean => genericBrands.some(([, generic]) => generic === name);

/** Undefined unless the platform says more than `said`, the user agent's system. */
export function systemByPlatform(platform: string, said: string | undefined): string | undefined {
  const [, name = ''] = /^"([^"]*)"$/.exec(platform) ?? [];
  const hinted = hintedSystems.get(name);
  if (hinted === said || (said !== undefined && !pretended.has(said))) return undefined;
  // Android and ChromeOS are Linux too, and request the desktop version of pages under that name.
  return hinted === 'Linux' && (said === 'Android' || said === 'ChromeOS') ? undefined : hinted;
}

/** Systems that user agents pretend to be. Televisions, consoles and the like name their real system. */
const pretended = new Set(hintedSystems.values());
