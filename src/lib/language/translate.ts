import { createRequire } from 'node:module';
import type { Child } from 'hono/jsx';
import { IntlMessageFormat } from 'intl-messageformat';
import type german from './catalogs/de.json';
import { byLanguage, currentLanguage } from './language.js';

/** An English text of the dashboard, as an ICU message: its key in the catalogs of the other languages. */
export type Text = keyof typeof german;

const require = createRequire(import.meta.url);

/** Texts by the English ones, which English has itself. */
const catalog = byLanguage(
  (language): Partial<Record<Text, string>> => (language === 'en' ? {} : require(`./catalogs/${language}.json`)),
);

/** Parsed at first use. */
const formats = byLanguage(() => new Map<Text, IntlMessageFormat>());

/**
 * Returns the text in the current language. `{name}` stands for a value, and `{count, plural, one {# visit} other
 * {# visits}}` for one of two texts: see the ICU message syntax.
 */
export function t(text: Text, values?: Readonly<Record<string, string | number>>): string {
  return values === undefined ? translation(text) : (formatFor(text).format(values) as string);
}

/**
 * Like {@link t}, for texts with elements: in `Read <a>the docs</a>`, the value `a` returns the element for its content.
 * A value may also be an element.
 */
export const rich = (text: Text, values: Readonly<Record<string, Child | ((content: Child[]) => Child)>>): Child[] =>
  textParts<object>(text, values as Record<string, object>) as Child[];

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
  const known = formats().get(text);
  if (known !== undefined) return known;
  const format = new IntlMessageFormat(translation(text), currentLanguage());
  formats().set(text, format);
  return format;
}
