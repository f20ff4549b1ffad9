import { byLanguage, type Language } from './language.js';

/** Dates in English have the day before the month. */
export const dateLocale = (language: Language): string => (language === 'en' ? 'en-GB' : language);

/** As in `26 Nov 2026`. */
export const shortDate = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** As in `26 Nov 2026, 14:05`. */
export const shortMoment = { ...shortDate, hour: '2-digit', minute: '2-digit' } as const;

/** Formats dates in the current language. */
export const dateFormat = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  byLanguage((language) => new Intl.DateTimeFormat(dateLocale(language), options));

/** Formats numbers in the current language. */
export const numberFormat = (options: Intl.NumberFormatOptions = {}): (() => Intl.NumberFormat) =>
  byLanguage((language) => new Intl.NumberFormat(language, options));

/** Between clauses of a sentence, and at its end. */
export const clauseMarks = byLanguage((language) => {
  if (language === 'ja') return { between: '、', end: '。' };
  return { between: language === 'fr' ? '\u00A0; ' : '; ', end: '.' };
});

/** Formats lists in the current language: `a, b, and c`. */
export const listFormat = (type: Intl.ListFormatType): (() => Intl.ListFormat) =>
  byLanguage((language) => new Intl.ListFormat(language, { type }));
