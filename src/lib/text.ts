import { z } from 'zod';
import { t } from './language/translate.js';
import { exact } from './number-text.js';
import { parseUrl } from './url.js';

/** Control characters, and lone surrogates, which have no UTF-8. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/** JSON Schema: no control characters. */
const PRINTABLE_PATTERN = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';

/** JSON Schema: the same, and at least one character that is no space. */
const NOT_BLANK_PATTERN =
  '^[^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f][^\\u0000-\\u001f\\u007f-\\u009f]*$';

/** Of any length. */
export const anyText = () =>
  z.string({ error: (issue) => (issue.input === undefined ? t('is required') : t('must be a string')) });

/**
 * Accepts one line of text and trims it. Lengths are in characters (an emoji is one). Further checks run only on valid
 * text, so that an empty field has one message.
 */
export function plainText(minLength: number, maxLength: number) {
  return anyText()
    .trim()
    .refine(
      (text) => {
        const { length } = [...text];
        return length >= minLength && length <= maxLength;
      },
      {
        error: () => t('must be {min} to {max} characters', { min: minLength, max: exact(maxLength) }),
        abort: true,
      },
    )
    .refine((text) => !UNPRINTABLE.test(text), { error: () => t('must not contain control characters'), abort: true })
    .meta({ minLength, maxLength, pattern: minLength === 0 ? PRINTABLE_PATTERN : NOT_BLANK_PATTERN });
}

/** Absolute, `http` or `https`. */
export const webAddress = () =>
  plainText(1, 2000)
    .refine((text) => /^https?:\/\//i.test(text) && parseUrl(text) !== undefined, {
      error: () => t('must be an http or https URL'),
    })
    .meta({ format: 'uri' });

const ELLIPSIS = '…';

/** Characters that break a line, or change the direction of the text around them. */
const BREAKING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Invisible characters, which can hide text from people that programs read. Those that join letters and choose emoji are kept, but
 * not two variation selectors in a row, which can encode any text.
 */
const INVISIBLE =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]|(?<=\ufe0e|\ufe0f)(?:\ufe0e|\ufe0f)/gu;

/** Removes what people do not see, or see in another order. Visitors' text could otherwise hide instructions. */
export const visibleText = (text: string): string => text.toWellFormed().replace(BREAKING, ' ').replace(INVISIBLE, '');

/**
 * Makes text of any origin one line of at most `maxLength` characters. Visitors' text could otherwise fake other lines.
 */
export function oneLine(text: string, maxLength: number): string {
  const line = text.toWellFormed().replace(BREAKING, ' ').trim();
  const characters = [...line.slice(0, maxLength * 2 + 2)];
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}${ELLIPSIS}` : line;
}

/// <reference lib="es2024.string" />

/** Truncates to `length` UTF-16 units, without lone surrogates: ClickHouse refuses a whole block for one. */
export const bounded = (text: string, length: number): string => text.slice(0, length).toWellFormed();

/** The text, or its beginning and an ellipsis. */
export const abridged = (text: string, length: number): string =>
  text.length > length ? `${bounded(text, length)}${ELLIPSIS}` : text;

/** With its first letter in upper case. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
