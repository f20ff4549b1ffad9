import { createRequire } from 'node:module';
import { IntlMessageFormat } from 'intl-messageformat';
import type german from './catalogs/de.json';
import { byLanguage, currentLanguage } from './language.js';

/** An English text of the dashboard, as an ICU message: its key in the catalogs of the other languages. */
export type Text = keyof typeof german;

/** By their names in the message. */
export type TextValues = Readonly<Record<string, string | number>>;

const require = createRequire(import.meta.url);

/** Translations by their English texts. English has none. */
const catalog = byLanguage(
  (language): Partial<Record<Text, string>> => (language === 'en' ? {} : require(`./catalogs/${language}.json`)),
);

const parsedTexts = byLanguage(() => new Map<Text, IntlMessageFormat>());

/**
 * Returns the text in the current language. `{name}` stands for a value, and `{count, plural, one {# visit} other
 * {# visits}}` for one of two texts: see the ICU message syntax.
 */
export function t(text: Text, values?: TextValues): string {
  return values === undefined ? translation(text) : (formatFor(text).format(values) as string);
}

/** Like {@link t}, for values that are not text. Returns them between the texts around them. */
export function textParts<Part extends object>(
  text: Text,
  values: Readonly<Record<string, string | number | Part>>,
): (string | Part)[] {
  const parts = formatFor(text).format<Part>(values);
  return Array.isArray(parts) ? parts : [parts];
}

const translation = (text: Text): string => catalog()[text] ?? text;

function formatFor(text: Text): IntlMessageFormat {
  const known = parsedTexts().get(text);
  if (known !== undefined) return known;
  const format = new IntlMessageFormat(translation(text), currentLanguage());
  parsedTexts().set(text, format);
  return format;
}
