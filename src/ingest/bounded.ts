/// <reference lib="es2024.string" />

/** The first `length` UTF-16 units of a text. ClickHouse refuses a whole block for one lone surrogate: none is left. */
export const bounded = (text: string, length: number): string => text.slice(0, length).toWellFormed();
