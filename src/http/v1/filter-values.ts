import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { parseCampaign, readParameters } from '../../ingest/campaign.js';
import { channelNames } from '../../ingest/channel.js';
import { UNKNOWN_CLIENT } from '../../ingest/client.js';
import { browserNames, hintedBrowsers, markedBrowsers } from '../../ingest/data/browsers.js';
import { systemNames } from '../../ingest/data/systems.js';
import { parseLanguage, UNKNOWN_LANGUAGE } from '../../ingest/language.js';
import { parsePage, readable, withoutTrailingSlashes } from '../../ingest/page.js';
import { UNKNOWN_COUNTRY } from '../../ingest/place-record.js';
import { nameOfLabel } from '../../ingest/source.js';
import { parseHttpUrl } from '../../lib/url.js';
import { campaignName } from '../../stats/campaign-name.js';
import { type FilterName, filterNames } from '../../stats/dimensions.js';
import { countryName, languageName, NOT_SET, osCode, UNKNOWN_CAMPAIGN } from '../../stats/names.js';
import type { Filters } from '../../stats/query.js';
import { findSpelling, findValues } from '../../stats/reports/find-values.js';
import { countryCodes } from '../../websites/settings.js';

/** The codes of all countries, and the code for an unknown one. */
export const COUNTRIES = [...countryCodes, UNKNOWN_COUNTRY];
/** Latin America is also a region of languages. */
const REGIONS = [...COUNTRIES, '419'];
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const LANGUAGES = [...LETTERS.flatMap((first) => LETTERS.map((second) => first + second)), UNKNOWN_LANGUAGE];

const SYSTEMS = [...Object.values(systemNames), UNKNOWN_CLIENT];
const BROWSERS = [
  ...Object.values(browserNames),
  ...[...markedBrowsers, ...hintedBrowsers].map(([, name]) => name),
  UNKNOWN_CLIENT,
];

/**
 * Returns the filters as stored values. A value that the website has is taken as given, and any other in the spelling in which
 * events are stored. So a row of a list is always found under its own name, also when an import has another spelling.
 */
export async function resolveFilters(clickhouse: ClickHouse, websiteId: string, given: Filters): Promise<Filters> {
  const resolved = filterNames.flatMap((name) => {
    const value = given[name];
    if (value === undefined) return [];
    return [resolveValues(clickhouse, websiteId, name, [value]).then(([found]) => [name, found] as const)];
  });
  return Object.fromEntries(await Promise.all(resolved));
}

/** Returns values of one dimension as stored values, in their order. */
export async function resolveValues(
  clickhouse: ClickHouse,
  websiteId: string,
  name: FilterName,
  values: readonly string[],
): Promise<readonly string[]> {
  // The cities of the world are in no list here: their spelling is that of the website's events.
  const isCity = name === 'city';
  const others = isCity ? values : values.filter((value) => spellFilterValue(name, value) !== value);
  if (others.length === 0) return values;
  const stored = await findValues(clickhouse, websiteId, name, others);
  const resolved = values.map(async (value) => {
    if (stored.has(value)) return value;
    if (isCity) return (await findSpelling(clickhouse, websiteId, name, value)) ?? value;
    return spellFilterValue(name, value);
  });
  return Promise.all(resolved);
}

/** Returns the spelling in which the collector stores a value. Takes names for codes, and any case. */
export function spellFilterValue(name: FilterName, value: string): string {
  const lower = value.toLowerCase();
  const isTyped = (text: string) => text.toLowerCase() === lower;
  switch (name) {
    case 'referrer':
      return nameOfLabel(value) || value;
    case 'page':
    case 'entryPage':
      return spellPath(value);
    case 'country':
      return COUNTRIES.find((code) => isTyped(countryName(code))) ?? value.toUpperCase();
    case 'language':
      return spellLanguage(value, isTyped);
    case 'browser':
      return BROWSERS.find(isTyped) ?? value;
    case 'os':
      return SYSTEMS.find((system) => isTyped(system) || osCode(system) === lower) ?? value;
    case 'channel':
      return channelNames.find(isTyped) ?? value;
    case 'campaign':
      return isTyped(NOT_SET) ? UNKNOWN_CAMPAIGN : value;
    case 'campaignLink':
      return spellCampaignLink(value);
    case 'device':
      return value.toLowerCase();
    default:
      return value;
  }
}

/** Returns the parameters of a whole link, or of its query in any order and encoding, as the collector reads them. */
function spellCampaignLink(value: string): string {
  const search = value.replace(/^[^?]*\?|^/, '?').replace(/#.*$/, '');
  const { utmSource, utmMedium, utmCampaign, ref } = parseCampaign(readParameters(search));
  const values = [utmSource, utmMedium, utmCampaign, ref];
  return values.every((each) => each === '') ? value : campaignName(values);
}

/** Returns the path of a whole address, or of a path with or without its slashes, query and percent-encoding. */
function spellPath(value: string): string {
  const url = parseHttpUrl(value);
  if (url !== undefined) return parsePage(url, true).path;
  const path = withoutTrailingSlashes(readable(value.replace(/^([^?#]+)\?[^#]*/, '$1')));
  return path.startsWith('/') ? path : `/${path}`;
}

/** Longer than any language's name with its region. */
const MAX_LANGUAGE_LENGTH = 100;

/** Cached at first use: asking `Intl` for all names takes milliseconds. */
let languageNames: readonly (readonly [code: string, name: string])[] | undefined;

function spellLanguage(value: string, isTyped: (name: string) => boolean): string {
  const lower = value.toLowerCase();
  // `German (Germany)`, `British English`: there are too many names of languages in regions to search all of them.
  languageNames ??= LANGUAGES.map((code) => [code, languageName(code).toLowerCase()] as const);
  const named = value.length > MAX_LANGUAGE_LENGTH ? [] : languageNames;
  const codes = named.filter(([, name]) => lower.startsWith(name) || lower.endsWith(name)).map(([code]) => code);
  const tags = [...codes, ...codes.flatMap((code) => REGIONS.map((region) => `${code}-${region}`))];
  const tag = parseLanguage(tags.find((each) => isTyped(languageName(each))) ?? value);
  return tag === UNKNOWN_LANGUAGE && !isTyped(languageName(tag)) ? value : tag;
}
