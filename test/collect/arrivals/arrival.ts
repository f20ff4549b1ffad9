import type { Traits } from '../../../src/collect/event.js';

/** Every channel there is, in the order in which they are tried. */
export const channels = [
  'Paid Shopping',
  'Paid Search',
  'Paid Social',
  'Paid Video',
  'Display',
  'Paid Other',
  'Organic Shopping',
  'Organic Social',
  'Organic Video',
  'AI Assistants',
  'Organic Search',
  'Email',
  'Affiliates',
  'Audio',
  'SMS',
  'Push',
  'Referral',
  'Direct',
] as const;

/** A visit's first page and what the browser says of the page before, and what has to come of it. */
export type Arrival = readonly [
  what: string,
  /** What follows `https://example.com`, or a whole address. */
  url: string,
  referrer: string,
  name: string,
  channel: (typeof channels)[number],
  /** The campaign parameters that are kept; the others are empty. */
  campaign?: Partial<Pick<Traits, 'utmSource' | 'utmMedium' | 'utmCampaign' | 'ref'>>,
];
