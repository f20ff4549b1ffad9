import type german from '../../lib/language/catalogs/de.json';

declare global {
  /** Texts of the page's language by their English ones. Pages in English have none. */
  var footfallTexts: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns the text in the language of the page. `{name}` stands for a value; plurals are for the server's texts only. The
 * build finds texts by `t('…')`, so they are literals in single quotes.
 */
export function t(text: keyof typeof german, values: Readonly<Record<string, string | number>> = {}): string {
  const translation = globalThis.footfallTexts?.[text] ?? text;
  return translation.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
