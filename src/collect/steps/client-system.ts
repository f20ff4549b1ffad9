import type UAParser from 'ua-parser-js';
import { disguisedSystems, systemNames } from './known-systems.js';

/** Undefined where the user agent names none. */
export interface System {
  readonly os: string | undefined;
  /** At most two numbers, empty when unknown. */
  readonly osVersion: string;
}

export function nameSystem(agent: string, { name, version = '' }: UAParser.IOS, model: string | undefined): System {
  if (name === undefined) return { os: undefined, osVersion: '' };
  const os = systemNames.get(name.toLowerCase()) ?? name;
  for (const [said, pattern, real] of disguisedSystems) {
    const found = said === os ? pattern.exec(agent) : null;
    if (found !== null) return { os: real, osVersion: found[1] ?? '' };
  }
  const short = version.match(/^(?:Series \w+|\w+(?:\.\d+)?)/)?.[0] ?? '';
  return { os: os === 'iOS' && model === 'iPad' ? 'iPadOS' : os, osVersion: realVersion(agent, os, short) };
}

/**
 * Returns the real version of a system. Browsers freeze the version in user agents. A frozen version is dropped; only
 * Windows keeps its 10, which people also read as 11.
 */
function realVersion(agent: string, os: string, said: string): string {
  if (versionless.has(os)) return '';
  if (os === 'macOS') return said === '10.15' && isFrozenMac(agent) ? '' : said;
  if (os === 'iOS') return /\bOS 18_[67] like\b/.test(agent) ? versionBehindFreeze(agent, said) : said;
  // `K` is not a model: https://www.chromium.org/updates/ua-reduction/
  if (os === 'Android') return /\bAndroid 10; K\b/.test(agent) ? '' : said;
  // Up to HarmonyOS 4 the version is that of the Android below.
  return os === 'HarmonyOS' && agent.includes('Android') ? '' : said;
}

/** Their user agents contain a number that is no known version. */
const versionless = new Set(['ChromeOS', 'Linux', 'webOS']);

const FIRST_FROZEN_IOS = 26;

/** The first versions that report every later macOS as 10.15. */
const freezing: Readonly<Record<string, number>> = { Chrome: 90, Firefox: 87, Version: 14 };

function isFrozenMac(agent: string): boolean {
  const [, browser = '', version] = /\b(Chrome|Firefox|Version)\/(\d+)/.exec(agent) ?? [];
  return version === undefined || Number(version) >= (freezing[browser] ?? 0);
}

/** From 26 on WebKit reports every iOS as 18.6 or 18.7, but Safari's version is the system's, and some apps state it. */
function versionBehindFreeze(agent: string, said: string): string {
  if (/\b(?:CriOS|GSA)\//.test(agent)) return said;
  const [, ...told] = /\bVersion\/(\d+\.\d+)|\bFBSV\/(\d+\.\d+)|; iOS (\d+_\d+)/.exec(agent) ?? [];
  const version = told.find((text) => text !== undefined)?.replace('_', '.') ?? '';
  if (version.startsWith('18.')) return said;
  return Number(version) >= FIRST_FROZEN_IOS ? version : '';
}
