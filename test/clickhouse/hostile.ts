/** Texts that have broken an escape somewhere. */
export const HOSTILE: readonly string[] = [
  '',
  ' ',
  "'",
  '"',
  '`',
  '\\',
  "\\'",
  '\\\\',
  '\\N',
  '\\0',
  '\\x41',
  'NULL',
  '\0',
  'a\0b',
  '\n',
  '\r\n',
  '\t',
  '\b\f\v',
  '\u0001\u007f',
  '\ufeff',
  '\u2028',
  '{p0:String}',
  '{',
  '}}',
  '?',
  '$1',
  '%00%27',
  ';',
  '/*',
  '-- ',
  "'); DROP TABLE events; --",
  "\\'); DROP TABLE events; --",
  "') FORMAT Null SETTINGS max_memory_usage = 0; --",
  'Straße 東京 👩‍👩‍👧‍👧',
  '\ud800',
  'a\udc00b',
  'x'.repeat(100_000),
  "é'\\".repeat(20_000),
];

/** A text as the title of a test. */
export const titleOf = (text: string): string => {
  const title = JSON.stringify(text);
  return title.length > 60 ? `${title.slice(0, 30)}… (${text.length})` : title;
};
