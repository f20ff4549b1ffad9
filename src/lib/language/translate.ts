import { createRequire } from 'node:module';
import { IntlMessageFormat } from 'intl-messageformat';
import { currentLanguage, type Language } from './language.js';

/** An English text of the dashboard, as an ICU message: its key in the catalogs of the other languages. */
export type Text = string;

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
export function rich<Element>(
  text: Text,
  values: Readonly<Record<string, string | number | Element | ((content: readonly (string | Element)[]) => Element)>>,
): readonly (string | Element)[] {
  const parts = formatFor(text).format<Element>(values as Record<string, Element>);
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
