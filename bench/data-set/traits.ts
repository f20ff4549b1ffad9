/** A value that is drawn with a weight; the weights of a table add up to 100. */
type Weighted<T> = readonly (readonly [weight: number, ...T[]])[];

/** Countries with the language that most of their visitors read. */
export const countries: Weighted<string> = [
  [26, 'US', 'en-US'],
  [12, 'DE', 'de-DE'],
  [9, 'GB', 'en-GB'],
  [7, 'FR', 'fr-FR'],
  [6, 'IN', 'en-IN'],
  [5, 'BR', 'pt-BR'],
  [4, 'ES', 'es-ES'],
  [4, 'IT', 'it-IT'],
  [4, 'CA', 'en-CA'],
  [3, 'NL', 'nl-NL'],
  [3, 'JP', 'ja-JP'],
  [3, 'AU', 'en-AU'],
  [2, 'PL', 'pl-PL'],
  [2, 'SE', 'sv-SE'],
  [2, 'CH', 'de-CH'],
  [2, 'AT', 'de-AT'],
  [1, 'MX', 'es-MX'],
  [1, 'TR', 'tr-TR'],
  [1, 'KR', 'ko-KR'],
  [1, 'NP', 'ne-NP'],
  [1, 'ZA', 'en-ZA'],
  [1, 'ZZ', 'und'],
];

/** Combinations of device, operating system and browser. */
export const clients: Weighted<string> = [
  [24, 'desktop', 'Windows', 'Chrome'],
  [7, 'desktop', 'Windows', 'Edge'],
  [4, 'desktop', 'Windows', 'Firefox'],
  [6, 'desktop', 'macOS', 'Safari'],
  [6, 'desktop', 'macOS', 'Chrome'],
  [2, 'desktop', 'Linux', 'Chrome'],
  [2, 'desktop', 'Linux', 'Firefox'],
  [20, 'mobile', 'iOS', 'Safari'],
  [4, 'mobile', 'iOS', 'Chrome'],
  [17, 'mobile', 'Android', 'Chrome'],
  [4, 'mobile', 'Android', 'Samsung Internet'],
  [3, 'tablet', 'iPadOS', 'Safari'],
  [1, 'tablet', 'Android', 'Chrome'],
];

/** Source, channel, and the medium of its campaign links; `Referral` stands for one of many hosts. */
export const sources: Weighted<string> = [
  [36, 'Direct', 'Direct', ''],
  [26, 'Google', 'Organic Search', ''],
  [4, 'Bing', 'Organic Search', ''],
  [2, 'DuckDuckGo', 'Organic Search', ''],
  [5, 'Facebook', 'Organic Social', ''],
  [3, 'X', 'Organic Social', ''],
  [2, 'Reddit', 'Organic Social', ''],
  [2, 'YouTube', 'Organic Video', ''],
  [3, 'ChatGPT', 'AI Assistants', ''],
  [5, 'Google', 'Paid Search', 'cpc'],
  [3, 'Facebook', 'Paid Social', 'paid_social'],
  [3, 'newsletter', 'Email', 'email'],
  [6, 'Referral', 'Referral', ''],
];

/** Weights of the hours of a UTC day: a night, a morning and an evening peak. */
export const hourWeights: readonly number[] = [
  4, 3, 2, 2, 2, 3, 5, 8, 11, 13, 14, 13, 12, 13, 13, 12, 12, 11, 11, 12, 12, 10, 8, 5,
];

/** Weights of the UTC days: weekends are quieter, and the year grows by a third. */
export function dayWeight(day: number, firstDay: number, days: number): number {
  const date = new Date(day);
  const isWeekend = date.getUTCDay() === 0 || date.getUTCDay() === 6;
  const passed = (day - firstDay) / (24 * 60 * 60 * 1000);
  return (isWeekend ? 0.6 : 1) * (1 + passed / days / 3);
}
