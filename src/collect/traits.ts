import type { Traits } from './event.js';

/** The column of each trait in `events` and `deleted_events`. A new one comes last: records of the journal have this order. */
export const traitColumns = {
  referrer: 'referrer',
  channel: 'channel',
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  ref: 'ref',
  country: 'country',
  region: 'region',
  city: 'city',
  browser: 'browser',
  browserVersion: 'browser_version',
  os: 'os',
  osVersion: 'os_version',
  device: 'device',
  language: 'language',
  utmContent: 'utm_content',
  utmTerm: 'utm_term',
} as const satisfies Readonly<Record<keyof Traits, string>>;

/** In the order of their columns. */
export const traitNames = Object.keys(traitColumns) as readonly (keyof Traits)[];

/** Traits of the first version. Records and rows that it has left have no others. */
export const FIRST_TRAITS = 15;

export const traitColumnNames: readonly string[] = Object.values(traitColumns);

/** `values` are in the order of `traitNames`; those of an earlier version lack the last ones. */
export const traitsFrom = (values: readonly string[]): Traits =>
  Object.fromEntries(traitNames.map((name, index) => [name, values[index] ?? ''])) as unknown as Traits;
