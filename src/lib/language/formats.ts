import { byLanguage, currentLanguage, type Language } from './language.js';

/** Dates in English have the day before the month. */
const dateLocale = (language: Language): string => (language === 'en' ? 'en-GB' : language);

/** As in `26 Nov 2026`. */
const shortDate = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** As in `26 Nov 2026, 14:05`. */
export const shortMoment = { ...shortDate, hour: '2-digit', minute: '2-digit' } as const;

/** Formats dates in the current language. */
export const dateFormat = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  byLanguage((language) => new Intl.DateTimeFormat(dateLocale(language), options));

/** Creates a format of dates in the current language. It is not cached, because there are many time zones. */
export const zonedFormat = (options: Intl.DateTimeFormatOptions, timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(dateLocale(currentLanguage()), { ...options, timeZone });

export const utcDate = dateFormat({ ...shortDate, timeZone: 'UTC' });
export const utcMoment = dateFormat({ ...shortMoment, timeZone: 'UTC' });

/** As in `26 Nov`. */
export const dayAndMonth = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Formats numbers in the current language. */
export const numberFormat = (options: Intl.NumberFormatOptions = {}): (() => Intl.NumberFormat) =>
  byLanguage((language) => new Intl.NumberFormat(language, options));

/** Between clauses of a sentence, and at its end. */
export const clauseMarks = byLanguage((language) => {
  if (language === 'ja') return { between: '、', end: '。' };
  return { between: language === 'fr' ? '\u00A0; ' : '; ', end: '.' };
});

/** Formats lists in the current language. */
export const listFormat = (type: Intl.ListFormatType, style?: Intl.ListFormatStyle): (() => Intl.ListFormat) =>
  byLanguage((language) => new Intl.ListFormat(language, { type, style }));

const and = listFormat('conjunction');
const or = listFormat('disjunction');

/** As in `a, b, and c`. */
export const joinAnd = (items: Iterable<string>): string => and().format(items);

/** As in `a, b, or c`. */
export const joinOr = (items: Iterable<string>): string => or().format(items);
