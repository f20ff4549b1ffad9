const [TEXT, TEXT_ARRAY, JSONB] = [25, 1009, 3802];

/**
 * The only place that handles NUL, which PostgreSQL refuses in every text: it becomes U+FFFD, like a lone surrogate in
 * UTF-8. So a search for text with NUL finds nothing, and no statement fails.
 */
const storableText = (value: unknown): string => String(value).replaceAll('\0', '\ufffd');

/** In JSON, PostgreSQL also refuses escapes of lone surrogates. */
const storableJson = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\\(?:u0000|ud[89a-f]..|.)/g, (escaped) =>
    escaped.length === 2 ? escaped : '\\ufffd',
  );

/** For either driver, by the type's OID. */
export const serializers: Readonly<Record<number, (value: unknown) => string>> = {
  [TEXT]: storableText,
  // Drizzle writes such arrays as text.
  [TEXT_ARRAY]: storableText,
  [JSONB]: storableJson,
};
