import { channelNames } from '../../ingest/channel.js';
import { UNKNOWN_CLIENT } from '../../ingest/client.js';
import { browserNames, hintedBrowsers, markedBrowsers } from '../../ingest/data/browsers.js';
import { systemNames } from '../../ingest/data/systems.js';
import { parseLanguage, UNKNOWN_LANGUAGE } from '../../ingest/language.js';
import { parsePage } from '../../ingest/page.js';
import { UNKNOWN_COUNTRY } from '../../ingest/place-record.js';
import { parseHttpUrl } from '../../lib/url.js';
import type { FilterName } from '../../stats/dimensions.js';
import { countryName, languageName } from '../../stats/names.js';
import { countryCodes } from '../../websites/settings.js';
import { NOT_SET, UNKNOWN_CAMPAIGN } from './filter-names.js';
import type { ViewFilter } from './view-filter.js';
import { MAX_FILTER_VALUES } from './view-filters.js';

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

/** Returns a typed filter with the stored values. Countries are stored as codes: those whose name contains the text are listed. */
export function parseTypedFilter({ dimension, operator, values }: ViewFilter): ViewFilter {
  if (operator === 'is' || operator === 'is_not') {
    return { dimension, operator, values: values.map((value) => parseFilterInput(dimension, value)) };
  }
  if (dimension !== 'country') return { dimension, operator, values };
  const isNamed = (code: string) =>
    values.some((value) => countryName(code).toLowerCase().includes(value.toLowerCase()));
  const codes = COUNTRIES.filter(isNamed).slice(0, MAX_FILTER_VALUES);
  return { dimension, operator: operator === 'contains' ? 'is' : 'is_not', values: codes.length > 0 ? codes : values };
}

/** Returns the stored value for typed text: people know names rather than codes, in any case. */
export function parseFilterInput(name: FilterName, value: string): string {
  const lower = value.toLowerCase();
  const isTyped = (text: string) => text.toLowerCase() === lower;
  switch (name) {
    case 'page':
    case 'entryPage':
      return pathTyped(value);
    case 'country':
      return COUNTRIES.find((code) => isTyped(countryName(code))) ?? value.toUpperCase();
    case 'language':
      return languageTyped(value, isTyped);
    case 'browser':
      return BROWSERS.find(isTyped) ?? value;
    case 'os':
      return SYSTEMS.find(isTyped) ?? value;
    case 'channel':
      return channelNames.find(isTyped) ?? value;
    case 'campaign':
      return isTyped(NOT_SET) ? UNKNOWN_CAMPAIGN : value;
    case 'device':
      return value.toLowerCase();
    default:
      return value;
  }
}

/** Returns the path of a typed path, with or without its slashes, or of a whole address. */
function pathTyped(value: string): string {
  const url = parseHttpUrl(value) ?? new URL(`https://example.com/${value.replace(/^\//, '')}`);
  return parsePage(url, true).path;
}

/** Longer than any language's name with its region. */
const MAX_LANGUAGE_LENGTH = 100;

/** Cached at first use: asking `Intl` for all names takes milliseconds. */
let languageNames: readonly (readonly [code: string, name: string])[] | undefined;

function languageTyped(value: string, isTyped: (name: string) => boolean): string {
  const lower = value.toLowerCase();
  // `German (Germany)`, `British English`: there are too many names of languages in regions to search all of them.
  languageNames ??= LANGUAGES.map((code) => [code, languageName(code).toLowerCase()] as const);
  const named = value.length > MAX_LANGUAGE_LENGTH ? [] : languageNames;
  const codes = named.filter(([, name]) => lower.startsWith(name) || lower.endsWith(name)).map(([code]) => code);
  const tags = [...codes, ...codes.flatMap((code) => REGIONS.map((region) => `${code}-${region}`))];
  const tag = parseLanguage(tags.find((each) => isTyped(languageName(each))) ?? value);
  return tag === UNKNOWN_LANGUAGE && !isTyped(languageName(tag)) ? value : tag;
}
