import type UAParser from 'ua-parser-js';
import { browserByBrand } from './client-hints.js';
import { browserNames, markedBrowsers } from './known-browsers.js';

/** Undefined where the user agent names none. */
export interface Browser {
  readonly browser: string | undefined;
  /** Major version, empty when unknown. */
  readonly browserVersion: string;
}

/** `parsed` is the parser's result for the user agent; `brands` is the header `Sec-CH-UA`. */
export function nameBrowser(agent: string, parsed: UAParser.IBrowser, brands: string): Browser {
  for (const [pattern, name] of markedBrowsers) {
    const found = pattern.exec(agent);
    if (found !== null) return { browser: name, browserVersion: found[1] ?? '' };
  }
  if (parsed.name === undefined) return { browser: undefined, browserVersion: '' };
  const said = browserNames.get(parsed.name.toLowerCase()) ?? parsed.name;
  const hinted = browserByBrand(brands, said);
  if (hinted !== undefined) return { browser: hinted[0], browserVersion: hinted[1] };
  // For a web view without a name, the parser returns the engine's version.
  const version = parsed.name === 'WebKit' ? undefined : parsed.version;
  return { browser: said, browserVersion: version?.match(/^\d+/)?.[0] ?? '' };
}
