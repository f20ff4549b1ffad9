/// <reference lib="es2024.string" />

/** Returns the first `length` UTF-16 units of a text, without lone surrogates: ClickHouse refuses a whole block for one. */
export const bounded = (text: string, length: number): string => text.slice(0, length).toWellFormed();
