import { z } from 'zod';
import { parseUrl } from './url.js';

/** Control characters, and lone surrogates, which have no UTF-8. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/** The same in JSON Schema: no control characters, and one that is no space. */
const PRINTABLE_PATTERN =
  '^[^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f][^\\u0000-\\u001f\\u007f-\\u009f]*$';

/** Accepts any text, of any length. */
export const anyText = () =>
  z.string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') });

/**
 * Accepts one line of text with a length in characters (an emoji is one) between two limits, and trims it. A check that is added
 * runs on such a text only, so that an empty field has one message.
 */
export function plainText(minLength: number, maxLength: number) {
  return anyText()
    .trim()
    .refine(
      (text) => {
        const { length } = [...text];
        return length >= minLength && length <= maxLength;
      },
      { error: `must be ${minLength} to ${maxLength.toLocaleString('en')} characters`, abort: true },
    )
    .refine((text) => !UNPRINTABLE.test(text), { error: 'must not contain control characters', abort: true })
    .meta({ minLength, maxLength, pattern: PRINTABLE_PATTERN });
}

/** Accepts an absolute `http` or `https` address. */
export const webAddress = () =>
  plainText(1, 2000)
    .refine((text) => /^https?:\/\//i.test(text) && parseUrl(text) !== undefined, 'must be an http or https URL')
    .meta({ format: 'uri' });

const ELLIPSIS = '…';

/** Characters that break a line, or change the direction of the text around them. */
const BREAKING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Returns a text of any origin as one line of at most so many characters. Text of visitors could otherwise fake other lines. */
export function oneLine(text: string, maxLength: number): string {
  const line = text.toWellFormed().replace(BREAKING, ' ').trim();
  const characters = [...line.slice(0, maxLength * 2 + 2)];
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}${ELLIPSIS}` : line;
}

/// <reference lib="es2024.string" />

/** Returns the first `length` UTF-16 units of a text, without lone surrogates: ClickHouse refuses a whole block for one. */
export const bounded = (text: string, length: number): string => text.slice(0, length).toWellFormed();
