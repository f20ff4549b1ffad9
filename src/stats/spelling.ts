import { domainToASCII } from 'node:url';
import { LRUCache } from 'lru-cache';
import { type Sql, sql } from '../clickhouse/sql.js';
import { parseCampaign, readParameters } from '../collect/steps/campaign.js';
import { channelNames } from '../collect/steps/channel.js';
import { UNKNOWN_CLIENT } from '../collect/steps/client.js';
import { knownBrowsers } from '../collect/steps/known-browsers.js';
import { knownSystems } from '../collect/steps/known-systems.js';
import { parseLanguage, UNKNOWN_LANGUAGE } from '../collect/steps/language.js';
import { parsePage, readable, withoutTrailingSlashes } from '../collect/steps/page.js';
import { UNKNOWN_COUNTRY } from '../collect/steps/place-record.js';
import { encodeCampaignLink } from '../daily-visitors/campaign-link.js';
import { byLanguage, currentLanguage, inLanguage } from '../lib/language/language.js';
import { t } from '../lib/language/translate.js';
import { parseHttpUrl } from '../lib/url.js';
import { countryCodes } from '../websites/settings.js';
import { countryName, deviceName, deviceNames, languageName, NOT_SET, osCode, osCodeSql, UNKNOWN } from './names.js';

// Each function normalizes a typed value to the collector's spelling. It accepts names of codes, and any case.

export const COUNTRIES = [...countryCodes, UNKNOWN_COUNTRY];
/** Latin America is also a region of languages. */
const REGIONS = [...COUNTRIES, '419'];
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const SYSTEMS = [...knownSystems, UNKNOWN_CLIENT];
const BROWSERS = [...knownBrowsers, UNKNOWN_CLIENT];
const LANGUAGES = [...LETTERS.flatMap((first) => LETTERS.map((second) => first + second)), UNKNOWN_LANGUAGE];

const isSame = (some: string, other: string): boolean => some.toLowerCase() === other.toLowerCase();

/** Returns the matching name in its own case; the text itself when none matches. */
const among =
  (names: readonly string[]) =>
  (typed: string): string =>
    names.find((name) => isSame(name, typed)) ?? typed;

export const channel = among(channelNames);

/** Returns `Unknown` for the current language's word for it, and other names as they are. */
export const unknownInEnglish = (typed: string): string => (isSame(typed, t('Unknown')) ? UNKNOWN_CLIENT : typed);

export const browser = (typed: string): string => among(BROWSERS)(unknownInEnglish(typed));

export function os(typed: string): string {
  const name = unknownInEnglish(typed);
  return SYSTEMS.find((system) => isSame(system, name) || osCode(system) === name.toLowerCase()) ?? name;
}

/** How a typed value that no list has finds a stored one in another spelling. */
export interface StoredSpelling {
  readonly isListed: (spelled: string) => boolean;
  /** Under which a stored value is found, in lower case. */
  readonly names: (stored: string) => readonly string[];
  readonly namesSql: (column: Sql) => readonly Sql[];
}

const inAnyCase = {
  names: (stored: string) => [stored.toLowerCase()],
  namesSql: (column: Sql) => [sql`lowerUTF8(${column})`],
};

export const storedCity: StoredSpelling = { ...inAnyCase, isListed: () => false };
export const storedBrowser: StoredSpelling = { ...inAnyCase, isListed: (name) => BROWSERS.includes(name) };
export const storedOs: StoredSpelling = {
  isListed: (name) => SYSTEMS.includes(name),
  names: (stored) => [...inAnyCase.names(stored), osCode(stored)],
  namesSql: (column) => [...inAnyCase.namesSql(column), osCodeSql(column)],
};

export const device = (typed: string): string =>
  [...deviceNames.keys()].find((code) => isSame(deviceName(code), typed)) ?? typed.toLowerCase();

/** Calls a function for the current language, then for English, in which names are understood too. */
const inBoth = <Value>(read: () => readonly Value[]): readonly Value[] =>
  currentLanguage() === 'en' ? read() : [...read(), ...inLanguage('en', read)];

/**
 * Codes by the lower case of their names. Created at first use: asking `Intl` for all names takes a millisecond. If a
 * name has two codes, the last one is meant.
 */
const countryCodesByName = byLanguage(
  () => new Map(inBoth(() => COUNTRIES.map((code) => [countryName(code).toLowerCase(), code] as const))),
);

export const country = (typed: string): string => countryCodesByName().get(typed.toLowerCase()) ?? typed.toUpperCase();

export const campaign = (typed: string): string =>
  [NOT_SET, t(NOT_SET)].some((name) => isSame(name, typed)) ? UNKNOWN : typed;

/** The text, and its `xn--` form, in which international hosts are stored. */
export function hosts(text: string): readonly string[] {
  const ascii = domainToASCII(text);
  return ascii === '' || ascii === text.toLowerCase() ? [text] : [text, ascii];
}

/** Accepts a whole link, or only its query, in any order and encoding. */
export function campaignLink(value: string): string {
  const search = value.replace(/^[^?]*\?|^/, '?').replace(/#.*$/, '');
  const { utmSource, utmMedium, utmCampaign, ref } = parseCampaign(readParameters(search));
  const values = [utmSource, utmMedium, utmCampaign, ref];
  return values.every((each) => each === '') ? value : encodeCampaignLink(values);
}

/** Accepts a whole address, or a path with or without slashes, query and percent-encoding. */
export function path(value: string): string {
  const url = parseHttpUrl(value);
  if (url !== undefined) return parsePage(url, true).path;
  const path = withoutTrailingSlashes(readable(value.replace(/^([^?#]+)\?[^#]*/, '$1')));
  return path.startsWith('/') ? path : `/${path}`;
}

/** Longer than any language's name with its region. */
const MAX_LANGUAGE_LENGTH = 100;

/** Created at first use: asking `Intl` for all names takes milliseconds. */
const languageNames = byLanguage(() =>
  inBoth(() => LANGUAGES.map((code) => [code, languageName(code).toLowerCase()] as const)),
);

export function language(value: string): string {
  const lower = value.toLowerCase();
  // `German (Germany)`, `British English`: there are too many combinations of language and region to search.
  const named = value.length > MAX_LANGUAGE_LENGTH ? [] : languageNames();
  const codes = named.filter(([, name]) => lower.startsWith(name) || lower.endsWith(name)).map(([code]) => code);
  const tags = codes.flatMap((code) => tagsByName(code).get(lower) ?? []);
  const tag = parseLanguage(tags[0] ?? value);
  const isUnknown = inBoth(() => [languageName(tag)]).some((name) => isSame(name, value));
  return tag === UNKNOWN_LANGUAGE && !isUnknown ? value : tag;
}

/** An entry takes about 35 kB. */
const MAX_KNOWN = 50;

const knownTags = byLanguage(() => new LRUCache<string, ReadonlyMap<string, string>>({ max: MAX_KNOWN }));

/** Tags of a language, alone and with each region, by the lower case of their names. The first of a name is meant. */
function tagsByName(code: string): ReadonlyMap<string, string> {
  const known = knownTags().get(code);
  if (known !== undefined) return known;
  const tags = [code, ...REGIONS.map((region) => `${code}-${region}`)];
  const made = new Map(inBoth(() => tags.toReversed().map((tag) => [languageName(tag).toLowerCase(), tag] as const)));
  knownTags().set(code, made);
  return made;
}
