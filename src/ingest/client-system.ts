import type UAParser from 'ua-parser-js';
import { disguisedSystems, systemNames } from './data/systems.js';
import { familiarName } from './familiar-name.js';

/** What a user agent says of its operating system: undefined what it does not say. */
export interface System {
  readonly os: string | undefined;
  /** Two figures at most, empty when unknown. */
  readonly osVersion: string;
}

/** The operating system of a user agent, by what the parser made of it. */
export function systemOf(agent: string, { name, version = '' }: UAParser.IOS, model: string | undefined): System {
  if (name === undefined) return { os: undefined, osVersion: '' };
  const os = familiarName(systemNames, name);
  for (const [said, pattern, real] of disguisedSystems) {
    const found = said === os ? pattern.exec(agent) : null;
    if (found !== null) return { os: real, osVersion: found[1] ?? '' };
  }
  const short = version.match(/^(?:Series \w+|\w+(?:\.\d+)?)/)?.[0] ?? '';
  return { os: os === 'iOS' && model === 'iPad' ? 'iPadOS' : os, osVersion: realVersion(agent, os, short) };
}

/**
 * Browsers have frozen what they say of their system. A version that they no longer tell is none, not the frozen one; only
 * Windows keeps its 10, which people know 11 to be called too.
 */
function realVersion(agent: string, os: string, said: string): string {
  if (versionless.has(os)) return '';
  if (os === 'macOS') return said === '10.15' && isFrozenMac(agent) ? '' : said;
  if (os === 'iOS') return /\bOS 18_[67] like\b/.test(agent) ? versionBehindFreeze(agent, said) : said;
  // `K` is no model: https://www.chromium.org/updates/ua-reduction/
  if (os === 'Android') return /\bAndroid 10; K\b/.test(agent) ? '' : said;
  // Up to HarmonyOS 4 the version is that of the Android below.
  return os === 'HarmonyOS' && agent.includes('Android') ? '' : said;
}

/** Systems in whose user agents something stands for a version that nobody knows them by. */
const versionless = new Set(['ChromeOS', 'Linux', 'webOS']);

const FIRST_FROZEN_IOS = 26;

/** The first versions that call every later macOS 10.15. */
const freezing: Readonly<Record<string, number>> = { Chrome: 90, Firefox: 87, Version: 14 };

function isFrozenMac(agent: string): boolean {
  const [, browser = '', version] = /\b(Chrome|Firefox|Version)\/(\d+)/.exec(agent) ?? [];
  return version === undefined || Number(version) >= (freezing[browser] ?? 0);
}

/** From 26 on WebKit calls every iOS 18.6 or 18.7, but Safari's version is the system's, and some apps tell it. */
function versionBehindFreeze(agent: string, said: string): string {
  if (/\b(?:CriOS|GSA)\//.test(agent)) return said;
  const [, ...told] = /\bVersion\/(\d+\.\d+)|\bFBSV\/(\d+\.\d+)|; iOS (\d+_\d+)/.exec(agent) ?? [];
  const version = told.find((text) => text !== undefined)?.replace('_', '.') ?? '';
  if (version.startsWith('18.')) return said;
  return Number(version) >= FIRST_FROZEN_IOS ? version : '';
}
