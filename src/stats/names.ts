import { type Sql, sql } from '../clickhouse/sql.js';
import { byLanguage } from '../lib/language/language.js';
import { type Text, t } from '../lib/language/translate.js';
import { capitalized } from '../lib/text.js';
import { unicodeHost } from '../lib/unicode-host.js';

const countryNames = byLanguage((language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }));
const languageNames = byLanguage((language) => new Intl.DisplayNames(language, { type: 'language', fallback: 'code' }));

/** From CLDR. */
export const countryName = (code: string): string => (code === 'ZZ' ? t('Unknown') : nameIn(countryNames(), code));

/** From CLDR: `en-GB` is British English. */
export const languageName = (tag: string): string => (tag === 'und' ? t('Unknown') : nameIn(languageNames(), tag));

export const deviceNames: ReadonlyMap<string, Text> = new Map([
  ['desktop', 'Desktop'],
  ['mobile', 'Mobile'],
  ['tablet', 'Tablet'],
  ['tv', 'TV'],
  ['other', 'Other'],
]);

export function deviceName(device: string): string {
  const name = deviceNames.get(device);
  return name === undefined ? capitalized(device) : t(name);
}

/** Translates `Unknown`. Other names of browsers, systems and cities are the same in all languages. */
export const nameOrUnknown = (name: string): string => (name === 'Unknown' ? t('Unknown') : name);

/**
 * The identifier of an operating system: `macOS` is `macos`, `Windows Phone` is `windows-phone`. Characters beyond
 * ASCII stay as they are, since the engine takes milliseconds to compile a pattern with Unicode classes.
 */
export const osCode = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[ -/:-@[-`{-~]+/g, '-')
    .replace(/^-|-$/g, '') || 'unknown';

/** `osCode` in SQL. */
export const osCodeSql = (os: Sql): Sql => sql`ifNull(nullIf(
  replaceRegexpAll(replaceRegexpAll(lowerUTF8(${os}), '[ -/:-@[-\`{-~]+', '-'), '^-|-$', ''), ''
), 'unknown')`;

/** `Intl` throws for malformed codes, which an import may contain. */
function nameIn(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

/** Stands for a missing part of a campaign, as in Google Analytics. */
export const NOT_SET = '(not set)' satisfies Text;

/** The name of everything that has no row of its own. */
export const OTHER = '(other)' satisfies Text;

/** The API's name for a missing value. */
export const UNKNOWN = 'Unknown';

/** Visits with only a source have an empty title. */
export const campaignTitle = (campaign: string): string => (campaign === UNKNOWN ? t(NOT_SET) : campaign);

/** Drops `https://`, and decodes an international host. */
export const linkName = (url: string): string =>
  url.replace(
    /^([a-z]+:\/\/)([^/?#]+)/,
    (_, scheme, host) => (scheme === 'https://' ? '' : scheme) + unicodeHost(host),
  );
