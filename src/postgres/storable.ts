const [TEXT, TEXT_ARRAY, JSONB] = [25, 1009, 3802];

/**
 * The one place that keeps out NUL, which PostgreSQL refuses in every text: it becomes U+FFFD, as half a surrogate pair does
 * in UTF-8. So a text with NUL finds nothing that is stored, and fails no statement.
 */
const storableText = (value: unknown): string => String(value).replaceAll('\0', '\ufffd');

/** The same for JSON, in which PostgreSQL also refuses the escapes of half a surrogate pair. */
const storableJson = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\\(?:u0000|ud[89a-f]..|.)/g, (escaped) =>
    escaped.length === 2 ? escaped : '\\ufffd',
  );

/** The functions that write parameters, by the number of the type in every PostgreSQL, for either driver. */
export const serializers: Readonly<Record<number, (value: unknown) => string>> = {
  [TEXT]: storableText,
  // Drizzle writes such arrays as text.
  [TEXT_ARRAY]: storableText,
  [JSONB]: storableJson,
};
