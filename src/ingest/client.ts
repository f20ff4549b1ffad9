import UAParser from 'ua-parser-js';
import { bounded } from './bounded.js';
import { appBrowsers, browserNames, hintedBrowsers } from './data/browsers.js';
import { systemNames } from './data/systems.js';
import { remembered } from '../remembered.js';

export type Device = 'desktop' | 'mobile' | 'tablet' | 'tv' | 'other';

/** What a visitor looks at the page with. */
export interface Client {
  /** `Unknown` when unknown; the app's name for a browser inside an app. */
  readonly browser: string;
  /** Major version, empty when unknown. */
  readonly browserVersion: string;
  /** `Unknown` when unknown. */
  readonly os: string;
  /** Two figures at most, empty when unknown. */
  readonly osVersion: string;
  readonly device: Device;
}

/** What Chromium says of itself beside the user agent: https://wicg.github.io/ua-client-hints/ */
export interface ClientHints {
  /** The header `Sec-CH-UA` as it came. */
  readonly brands: string;
}

export const UNKNOWN_CLIENT = 'Unknown';

/** Stands in no header. */
const SEPARATOR = '\n';
const LONGEST_USER_AGENT = 500;
const LONGEST_BRANDS = 200;
const LONGEST_NAME = 60;
const LONGEST_VERSION = 20;

/** Browser, operating system and kind of device of a user agent. The same texts always give the same answer. */
export function clientOf(userAgent: string, hints?: ClientHints): Client {
  const agent = bounded(userAgent, LONGEST_USER_AGENT).replaceAll(SEPARATOR, ' ');
  return parsed(`${agent}${SEPARATOR}${bounded(hints?.brands ?? '', LONGEST_BRANDS)}`);
}

/** Parsing costs as much as all the other steps together, and most visitors share a few hundred user agents. */
const parsed = remembered((agentAndBrands) => {
  const [agent = '', brands = ''] = agentAndBrands.split(SEPARATOR);
  return parse(agent, brands);
}, 5_000);

function parse(agent: string, brands: string): Client {
  const parser = new UAParser(agent);
  const device = parser.getDevice();
  const { os, osVersion } = systemOf(parser.getOS(), device.model);
  const browser = browserInApp(agent) ?? browserOf(parser.getBrowser(), brands);
  const known = browser.browser !== UNKNOWN_CLIENT || os !== UNKNOWN_CLIENT;
  return { ...browser, os, osVersion, device: known ? deviceOf(device, os, agent) : 'other' };
}

type Browser = Pick<Client, 'browser' | 'browserVersion'>;

function browserInApp(agent: string): Browser | undefined {
  for (const [pattern, name] of appBrowsers) {
    const found = pattern.exec(agent);
    if (found !== null) return { browser: name, browserVersion: bounded(found[1] ?? '', LONGEST_VERSION) };
  }
  return undefined;
}

function browserOf({ name, version }: UAParser.IBrowser, brands: string): Browser {
  if (name === undefined) return { browser: UNKNOWN_CLIENT, browserVersion: '' };
  if (name === 'Chrome') {
    const hinted = browserByBrand(brands);
    if (hinted !== undefined) return hinted;
  }
  // The parser takes the engine's version for that of a web view without a name.
  const major = name === 'WebKit' ? undefined : version?.match(/^\d+/)?.[0];
  return { browser: nameIn(browserNames, name), browserVersion: bounded(major ?? '', LONGEST_VERSION) };
}

/** Reads `"Brave";v="143", "Chromium";v="143", "Not A(Brand";v="24"`. */
function browserByBrand(brands: string): Browser | undefined {
  for (const [, brand = '', version = ''] of brands.matchAll(/"([^"]*)";v="(\d{1,10})/g)) {
    const name = Object.hasOwn(hintedBrowsers, brand) ? hintedBrowsers[brand] : undefined;
    if (name !== undefined) return { browser: name, browserVersion: version };
  }
  return undefined;
}

/** Systems in whose user agents something stands for a version that nobody knows them by. */
const versionless = new Set(['ChromeOS', 'Linux', 'webOS']);

function systemOf({ name, version = '' }: UAParser.IOS, model: string | undefined): Pick<Client, 'os' | 'osVersion'> {
  if (name === undefined) return { os: UNKNOWN_CLIENT, osVersion: '' };
  const os = nameIn(systemNames, name);
  const short = versionless.has(os) ? '' : (version.match(/^\w+(?:\.\d+)?/)?.[0] ?? '');
  return { os: os === 'iOS' && model === 'iPad' ? 'iPadOS' : os, osVersion: bounded(short, LONGEST_VERSION) };
}

const nameIn = (names: Readonly<Record<string, string>>, name: string): string => {
  const key = name.toLowerCase();
  return (Object.hasOwn(names, key) ? names[key] : undefined) ?? bounded(name, LONGEST_NAME);
};

const devices: Readonly<Record<string, Device>> = {
  console: 'other',
  embedded: 'other',
  mobile: 'mobile',
  smarttv: 'tv',
  tablet: 'tablet',
  wearable: 'other',
};

const handheld = new Set(['Android', 'iOS', 'KaiOS', 'HarmonyOS', 'Windows Phone']);

/** A user agent that names no device is a desktop's, unless its system runs on none. */
function deviceOf({ type, vendor }: UAParser.IDevice, os: string, agent: string): Device {
  if (type === undefined) return handheld.has(os) ? 'mobile' : 'desktop';
  // By Android's own convention a phone says `Mobile` and a tablet does not; the parser wants it next to `Safari`.
  if (type === 'tablet' && vendor === undefined && /\bMobile\b/.test(agent)) return 'mobile';
  return devices[type] ?? 'other';
}
