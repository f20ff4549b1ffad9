import { memoize } from '../../lib/memoize.js';

const MAX_INPUT_LENGTH = 100;
/** RFC 5646, 4.4.1: no registered tag is longer. */
const MAX_TAG_LENGTH = 35;

export const UNKNOWN_LANGUAGE = 'und';

/**
 * Returns the language of a browser as a BCP 47 tag in canonical case, `und` when missing or invalid. Accepts real
 * input: `de_at`, `en-US@posix`, and a whole `Accept-Language`, of which the first counts.
 */
export const parseLanguage = (text: string | undefined): string => parse((text ?? '').slice(0, MAX_INPUT_LENGTH));

const parse = memoize((text) => {
  const [tag = ''] = text.trim().split(/[,;@.]/, 1);
  try {
    // The base name leaves out extensions such as `-u-co-phonebk`, which concern sorting, not the language.
    const [canonical = UNKNOWN_LANGUAGE] = Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'));
    const { baseName } = new Intl.Locale(canonical);
    return baseName.length <= MAX_TAG_LENGTH ? baseName : UNKNOWN_LANGUAGE;
  } catch {
    return UNKNOWN_LANGUAGE;
  }
}, 1_000);
