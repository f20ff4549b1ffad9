/** Predicates on names of ClickHouse types, such as `LowCardinality(Nullable(String))`. */

/** Types that wrap another type and behave like it. */
const WRAPPERS = /^(?:(?:Nullable|LowCardinality)\s*\(\s*)+/i;

const matches = (type: string, base: RegExp): boolean => base.test(type.replace(WRAPPERS, ''));

export const isNullable = (type: string): boolean => /^(?:LowCardinality\s*\(\s*)?Nullable\b/i.test(type);

export const isText = (type: string): boolean => matches(type, /^(?:Fixed)?String\b/i);

export const isInteger = (type: string): boolean => matches(type, /^U?Int\d/i);

export const isNumber = (type: string): boolean => isInteger(type) || matches(type, /^(?:B?Float\d|Decimal)/i);

/** Days without a time of day. */
export const isDate = (type: string): boolean => matches(type, /^Date(?:32)?\b/i);

export const isDateTime = (type: string): boolean => matches(type, /^DateTime/i);

export const isUuid = (type: string): boolean => matches(type, /^UUID\b/i);

/** Undefined for types other than arrays. */
export const itemType = (type: string): string | undefined => /^Array\s*\(\s*(.*)\)$/is.exec(type)?.[1];

/** Values are literals with their own escaping: `['a','b']`. */
export const isCompound = (type: string): boolean => matches(type, /^(?:Array|Tuple|Map|Nested)\b/i);
