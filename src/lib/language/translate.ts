import { createRequire } from 'node:module';
import type { Child } from 'hono/jsx';
import { IntlMessageFormat } from 'intl-messageformat';
import type german from './catalogs/de.json';
import { currentLanguage, type Language } from './language.js';

/** An English text of the dashboard, as an ICU message: its key in the catalogs of the other languages. */
export type Text = keyof typeof german;

type Catalog = Readonly<Record<string, string>>;

const require = createRequire(import.meta.url);
const catalogs = new Map<Language, Catalog>();
const formats = new Map<string, IntlMessageFormat>();

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

function translation(text: Text): string {
  const language = currentLanguage();
  return language === 'en' ? text : (catalogFor(language)[text] ?? text);
}

function catalogFor(language: Language): Catalog {
  const known = catalogs.get(language);
  if (known !== undefined) return known;
  const catalog = require(`./catalogs/${language}.json`) as Catalog;
  catalogs.set(language, catalog);
  return catalog;
}

function formatFor(text: Text): IntlMessageFormat {
  const language = currentLanguage();
  const key = `${language} ${text}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const format = new IntlMessageFormat(translation(text), language);
  formats.set(key, format);
  return format;
}
