import { numberFormat } from './language/formats.js';
import { currentLanguage } from './language/language.js';
import { t } from './language/translate.js';

const whole = numberFormat();
const wholePercent = numberFormat({ style: 'percent' });
const finePercent = numberFormat({ style: 'percent', minimumFractionDigits: 1 });
const compact = numberFormat({
  notation: 'compact',
  maximumFractionDigits: 1,
  maximumSignificantDigits: 3,
  roundingPriority: 'lessPrecision',
  roundingMode: 'trunc',
});

/** `Intl` alone would round 5.35 up, whose nearest double is below it. */
const roundLikeToFixed = (value: number, digits: number): number => Number(value.toFixed(digits));

/** As in `1,234`. */
export const exact = (value: number): string => whole().format(value);

/**
 * As in `1.2k`, `34k`, `5.6M`; exact where the language has no short form. Truncated, so that it never overstates.
 */
export function shortened(value: number): string {
  const parts = compact().formatToParts(value);
  if (!parts.some(({ type }) => type === 'compact')) return exact(value);
  return parts.map(({ type, value }) => (type === 'compact' && value === 'K' ? 'k' : value)).join('');
}

/** As in `+12`, `−1,234`, `0`. Rounded. */
export function changeText(change: number, digits = 0): string {
  const rounded = roundLikeToFixed(change, digits);
  const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : '';
  return sign + exact(Math.abs(rounded));
}

/** Returns a function that writes a number with so many decimals, without grouping: `2.50`. */
export function decimals(digits: number): (value: number) => string {
  const format = numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });
  return (value) => format().format(roundLikeToFixed(value, digits));
}

const percentText = (value: number, digits: 0 | 1): string =>
  (digits === 0 ? wholePercent : finePercent)().format(roundLikeToFixed(value, digits) / 100);

/** A share of 0 to 100 as a whole number: `12%`. A share above zero is never `0%`. */
export const percent = (value: number): string =>
  value > 0 && value < 1 ? `<${percentText(1, 0)}` : percentText(Math.round(value), 0);

/** A rate of 0 to 1 with one decimal, because conversion rates are small: `5.3%`. */
export const rateText = (rate: number): string => percentText(rate * 100, 1);

interface Converted {
  readonly conversions: number;
  readonly visitors: number;
}

/** As in `12 conversions, 3.2% of 375 visitors`. */
export const conversionsText = ({ conversions, visitors }: Converted, rate: number): string =>
  t(
    '{count, plural, one {# conversion} other {# conversions}}, {rate} of {visitors, plural, one {# visitor} other {# visitors}}',
    { count: conversions, rate: rateText(rate), visitors },
  );

/** As in `2 pts`. */
export const pointsText = (points: number): string => t('{points, plural, one {# pt} other {# pts}}', { points });

/** As in `12.3%`. `percentage` is already rounded, but a row with visitors is never `0%`. */
export function formatShare({ value, percentage }: { readonly value: number; readonly percentage: number }): string {
  if (value === 0 || percentage >= 100) return percentText(percentage, Number.isInteger(percentage) ? 0 : 1);
  return percentage < 0.1 ? `<${percentText(0.1, 1)}` : percentText(percentage, 1);
}

/** As in `42s`, `2m 14s`, `1h 3m`. */
export function duration(seconds: number): string {
  const total = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60];
  if (hours > 0) return t('{hours}h {minutes}m', { hours, minutes });
  return minutes > 0 ? t('{minutes}m {seconds}s', { minutes, seconds: rest }) : t('{seconds}s', { seconds: rest });
}

/** As in `€1,234.50`. */
export const moneyText = (amount: number, currency: string): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'currency', currency }).format(amount);

/** As in `€56.50`, `€1,234`, `€1.2M`. */
export function shortMoney(amount: number, currency: string): string {
  const size = Math.abs(amount);
  if (size < 1_000) return moneyText(amount, currency);
  const options = size < 100_000 ? {} : ({ notation: 'compact', maximumFractionDigits: 1 } as const);
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'currency',
    currency,
    maximumFractionDigits: 0,
    ...options,
  }).format(amount);
}
