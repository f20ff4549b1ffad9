/** What random events are made of: ordinary values, and those that went wrong elsewhere. */

/** As they stand in an address. */
export const PATHS = [
  '/',
  '/pricing',
  '/pricing/',
  '/Pricing',
  '/404',
  '/0',
  '/1e3',
  '/null',
  '/Unknown',
  '/blog/caf%C3%A9',
  '/blog/café',
  '/two%20words',
  '/say-%22hi%22',
  "/it's",
  '/a%2Fb',
  '/%E0%A4%A',
  '/back%5Cslash',
  '/{page:String}',
  '/😀',
  '/～',
] as const;

export const LINKS = [
  'https://other.example/',
  'https://other.example/page?x=1&y=%20#part',
  'https://other.example/page?x=1&y=%20',
  'https://other.example/page',
  'https://www.shop.example/caf%C3%A9',
  'http://other.example:8080/',
] as const;

/** A city is known by its name and country together; nothing stands for unknown. */
export const PLACES: readonly { readonly country?: string; readonly city?: string }[] = [
  { country: 'DE', city: 'Berlin' },
  { country: 'FR', city: 'Paris' },
  { country: 'US', city: 'Paris' },
  { country: 'US', city: 'Springfield' },
  { country: 'CA', city: 'London' },
  { country: 'GB', city: 'London' },
  { country: 'TD', city: "N'Djamena" },
  { country: 'JP', city: '東京' },
  { country: 'XK', city: 'Prishtinë' },
  { country: 'BR', city: 'Unknown' },
  { country: 'BR' },
  { country: 'DE' },
  { country: 'ZZ', city: 'Unknown' },
  { country: 'JP', city: '12' },
  {},
];

export const BROWSERS = [
  'Chrome',
  'Firefox',
  'Safari',
  'Samsung Internet',
  'Quo"te\'d \\ {b}',
  '360',
  'Unknown',
  undefined,
];

export const SYSTEMS = [
  'Windows',
  'macOS',
  'iOS',
  'iPadOS',
  'Android',
  'Linux',
  'ChromeOS',
  'Ubuntu',
  '1.0',
  undefined,
];

export const DEVICES = ['desktop', 'mobile', 'tablet', 'tv', 'other'] as const;

/** Of `utm_content` and `utm_term`. */
export const CONTENTS = ['button', 'Button', '"404"', 'Grün & rot', ''] as const;

export const SCREENS = ['1440x900', '390x844', '1e3', undefined] as const;

export const LANGUAGES = ['de-DE', 'en-US', 'en-GB', 'pt-BR', 'zh-Hant-TW', 'fr', 'und', undefined];
