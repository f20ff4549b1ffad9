import { type Sql, sql } from '../clickhouse/sql.js';
import { capitalized } from '../lib/text.js';
import { unicodeHost } from '../lib/unicode-host.js';

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/** English, from CLDR. */
export const countryName = (code: string): string => (code === 'ZZ' ? 'Unknown' : nameIn(countryNames, code));

/** English, from CLDR: `en-GB` is British English. */
export const languageName = (tag: string): string => (tag === 'und' ? 'Unknown' : nameIn(languageNames, tag));

export const deviceName = (device: string): string => (device === 'tv' ? 'TV' : capitalized(device));

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
export const NOT_SET = '(not set)';

/** The API's name for a missing part of a campaign. */
export const UNKNOWN_CAMPAIGN = 'Unknown';

/** As in the API. */
export interface Campaign {
  readonly campaign: string;
  readonly source: string;
  readonly medium: string | null;
  readonly ref: string | null;
}

/** Visits with only a source have an empty title. */
export const campaignTitle = (campaign: string): string => (campaign === UNKNOWN_CAMPAIGN ? NOT_SET : campaign);

/** Distinguishes campaigns with the same name: `news / email`. */
export const campaignDetail = ({ source, medium, ref }: Omit<Campaign, 'campaign'>): string =>
  [source === UNKNOWN_CAMPAIGN ? null : source, medium, ref].filter((text) => text !== null).join(' / ');

/** Drops `https://`, and decodes an international host. */
export const linkName = (url: string): string =>
  url.replace(
    /^([a-z]+:\/\/)([^/?#]+)/,
    (_, scheme, host) => (scheme === 'https://' ? '' : scheme) + unicodeHost(host),
  );
