import UAParser from 'ua-parser-js';
import { memoize } from '../../lib/memoize.js';
import { bounded } from '../../lib/text.js';
import { nameBrowser } from './client-browser.js';
import { classifyDevice, type Device, deviceByHint } from './client-device.js';
import { type ClientHints, systemByPlatform } from './client-hints.js';
import { nameSystem } from './client-system.js';

export type { Device } from './client-device.js';
export type { ClientHints } from './client-hints.js';

export interface Client {
  /** `Unknown` when unknown; the app's name for a browser inside an app. */
  readonly browser: string;
  /** Major version, empty when unknown. */
  readonly browserVersion: string;
  /** `Unknown` when unknown. */
  readonly os: string;
  /** At most two numbers, empty when unknown. */
  readonly osVersion: string;
  readonly device: Device;
}

export const UNKNOWN_CLIENT = 'Unknown';

/** A character that no header contains. */
const SEPARATOR = '\n';
const MAX_USER_AGENT_LENGTH = 500;
const MAX_BRANDS_LENGTH = 200;
const MAX_MOBILE_LENGTH = 2;
const MAX_PLATFORM_LENGTH = 20;
const MAX_NAME_LENGTH = 60;
const MAX_VERSION_LENGTH = 20;

/**
 * Returns browser, operating system and kind of device of a user agent and of the hints, which win where they say more.
 * The same texts always give the same result.
 */
export function parseClient(userAgent: string, hints?: ClientHints): Client {
  const agent = line(userAgent, MAX_USER_AGENT_LENGTH);
  if (hints === undefined) return parsed(agent);
  const { brands, mobile = '', platform = '' } = hints;
  const said = [line(brands, MAX_BRANDS_LENGTH), line(mobile, MAX_MOBILE_LENGTH), line(platform, MAX_PLATFORM_LENGTH)];
  return parsed([agent, ...said].join(SEPARATOR));
}

const line = (text: string, length: number): string => bounded(text, length).replaceAll(SEPARATOR, ' ');

/** Cached: parsing costs as much as all other steps together, and most visitors share a few hundred user agents. */
const parsed = memoize((lines) => {
  const [agent = '', brands = '', mobile = '', platform = ''] = lines.split(SEPARATOR);
  // Only Chromium sends hints. A browser that claims another browser's name is counted as that browser.
  return parse(agent, /\bChrome\/\d/.test(agent) ? { brands, mobile, platform } : { brands: '' });
}, 5_000);

function parse(agent: string, { brands, mobile = '', platform = '' }: ClientHints): Client {
  const parser = new UAParser(agent);
  const { browser, browserVersion } = nameBrowser(agent, parser.getBrowser(), brands);
  const device = parser.getDevice();
  const said = nameSystem(agent, parser.getOS(), device.model);
  const hinted = systemByPlatform(platform, said.os);
  const { os = UNKNOWN_CLIENT, osVersion } = hinted === undefined ? said : { os: hinted, osVersion: '' };
  const known = browser !== undefined || os !== UNKNOWN_CLIENT;
  return {
    browser: bounded(browser ?? UNKNOWN_CLIENT, MAX_NAME_LENGTH),
    browserVersion: bounded(browserVersion, MAX_VERSION_LENGTH),
    os: bounded(os, MAX_NAME_LENGTH),
    osVersion: bounded(osVersion, MAX_VERSION_LENGTH),
    device: known ? deviceByHint(mobile, os, classifyDevice(agent, device, os)) : 'other',
  };
}
