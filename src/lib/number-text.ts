const whole = new Intl.NumberFormat('en');

/** As in `1,234`. */
export const exact = (value: number): string => whole.format(value);

const UNITS = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** As in `1.2k`, `34k`, `5.6M`. Truncated, so that it never overstates. */
export function shortened(value: number): string {
  const [size, name] = UNITS.find(([size]) => value >= size) ?? [1, ''];
  if (size === 1) return exact(value);
  const tenths = Math.floor((value / size) * 10) / 10;
  return `${tenths >= 100 ? Math.floor(tenths) : tenths}${name}`;
}

/** Only the word: `visitor` for 1, else `visitors`. */
export const wordFor = (value: number, word: string): string => (value === 1 ? word : `${word}s`);

/** As in `+12`, `−1,234`, `0`. Rounded. */
export function changeText(change: number, digits = 0): string {
  const rounded = Number(change.toFixed(digits));
  const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : '';
  return sign + exact(Math.abs(rounded));
}

/** A share of 0 to 100 as a whole number: `12%`. A share above zero is never `0%`. */
export function percent(value: number): string {
  return value > 0 && value < 1 ? '<1%' : `${Math.round(value)}%`;
}

/** A rate of 0 to 1 with one decimal, because conversion rates are small: `5.3%`. */
export const rateText = (rate: number): string => `${(rate * 100).toFixed(1)}%`;

/** As in `2 pts`. */
export const pointsText = (points: number): string => `${points} ${wordFor(points, 'pt')}`;

/** As in `12.3%`. `percentage` is already rounded, but a row with visitors is never `0%`. */
export function formatShare({ value, percentage }: { readonly value: number; readonly percentage: number }): string {
  if (value === 0 || percentage >= 100) return `${percentage}%`;
  return percentage < 0.1 ? '<0.1%' : `${percentage.toFixed(1)}%`;
}

/** As in `42s`, `2m 14s`, `1h 3m`. */
export function duration(seconds: number): string {
  const total = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60];
  if (hours > 0) return `${hours}h ${minutes}m`;
  return minutes > 0 ? `${minutes}m ${rest}s` : `${rest}s`;
}

/** As in `€1,234.50`. */
export const moneyText = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);

/** As in `€56.50`, `€1,234`, `€1.2M`. */
export function shortMoney(amount: number, currency: string): string {
  const size = Math.abs(amount);
  if (size < 1_000) return moneyText(amount, currency);
  const options = size < 100_000 ? {} : ({ notation: 'compact', maximumFractionDigits: 1 } as const);
  return new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 0, ...options }).format(
    amount,
  );
}
