import { type Sql, sql } from '../clickhouse/sql.js';

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/** The English name of an ISO 3166-1 alpha-2 code, after CLDR. */
export const countryName = (code: string): string => (code === 'ZZ' ? 'Unknown' : nameIn(countryNames, code));

/** The English name of a language tag, after CLDR: `en-GB` is British English. */
export const languageName = (tag: string): string => (tag === 'und' ? 'Unknown' : nameIn(languageNames, tag));

/** A system's name as an identifier: `macOS` is `macos`, `Windows Phone` is `windows-phone`. */
export const osCode = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'unknown';

/** The same of the column `os`. */
export const osCodeSql: Sql = sql`ifNull(nullIf(
  replaceRegexpAll(replaceRegexpAll(lowerUTF8(os), '[^\\\\p{L}\\\\p{N}]+', '-'), '^-|-$', ''), ''
), 'unknown')`;

/** `Intl` throws at what has not even the form of a code; an import may have brought such a one. */
function nameIn(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
