declare global {
  /** Texts of the page's language by their English ones. Pages in English have none. */
  var footfallTexts: Readonly<Record<string, string>> | undefined;
}

/** Returns the text in the language of the page. `{name}` stands for a value; plurals are for the server's texts only. */
export function t(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  const translation = globalThis.footfallTexts?.[text] ?? text;
  return translation.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
