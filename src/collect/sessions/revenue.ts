import type { TrackedEvent } from '../event.js';

/** What an event says of revenue; without an amount and a currency, all are empty. */
export interface Revenue {
  /** A decimal number as text, which loses no digit; negative for a refund. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly orderId: string;
}

export const NO_REVENUE: Revenue = { amount: '0', currency: '', orderId: '' };

/** Digits after the point that are stored; further ones are rounded. */
const DIGITS = 6;

/** The column has 18 digits. */
const AMOUNT = /^-?\d{1,12}(?:\.\d{1,6})?$/;

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** In any case. */
export const parseCurrency = (text: unknown): string | undefined => {
  const currency = typeof text === 'string' ? text.toUpperCase() : '';
  return CURRENCIES.has(currency) ? currency : undefined;
};

/** A number, or a numeric text such as `49.90`; undefined for other values and for a trillion and more. */
export function parseAmount(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  if (AMOUNT.test(text)) return text;
  const number = typeof value === 'number' ? value : /^-?\d+\.\d+$/.test(text) ? Number(text) : Number.NaN;
  const rounded = Number.isFinite(number) ? number.toFixed(DIGITS) : '';
  return AMOUNT.test(rounded) ? rounded : undefined;
}

const hasRevenue = ({ type, props }: Pick<TrackedEvent, 'type' | 'props'>): boolean =>
  type === 'custom' && props.includes('"revenue":');

/** Reads the reserved properties `revenue`, `currency` and `orderId` of a custom event. */
export function readRevenue(event: Pick<TrackedEvent, 'type' | 'props'>): Revenue {
  if (!hasRevenue(event)) return NO_REVENUE;
  const { revenue, currency, orderId = '' } = JSON.parse(event.props) as Readonly<Record<string, unknown>>;
  const [amount, code] = [parseAmount(revenue), parseCurrency(currency)];
  if (amount === undefined || code === undefined) return NO_REVENUE;
  return { amount, currency: code, orderId: String(orderId) };
}

/** Whether the event names a revenue that does not count. */
export const lacksRevenue = (event: Pick<TrackedEvent, 'type' | 'props'>): boolean =>
  hasRevenue(event) && readRevenue(event) === NO_REVENUE;
