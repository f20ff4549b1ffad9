import type { Text } from '../lib/language/translate.js';

/** Every reason has a name, so that an owner can find out why events are missing. */
export type DropReason =
  | 'unknown_key'
  | 'localhost'
  | 'foreign_host'
  | 'internal_link'
  | 'excluded_hostname'
  | 'excluded_ip'
  | 'excluded_path'
  | 'excluded_country'
  | 'hosting'
  | 'bot'
  | 'rate_limited'
  | PartialReason;

/** The event counts, but without a part of it. */
export type PartialReason = 'property_limit' | 'invalid_revenue';

/** The reasons as they stand in a sentence: “5 events ignored: …”. */
export const dropNames = {
  unknown_key: 'unknown tracking key',
  localhost: 'localhost',
  foreign_host: 'unrecognized domain',
  internal_link: 'internal link',
  excluded_hostname: 'excluded hostname',
  excluded_path: 'excluded page',
  excluded_ip: 'excluded IP address',
  excluded_country: 'excluded country',
  hosting: 'data center',
  bot: 'bot',
  rate_limited: 'rate limited',
  property_limit: 'properties over the limits',
  invalid_revenue: 'invalid revenue',
} as const satisfies Readonly<Record<DropReason, Text>>;

export const isDropReason = (reason: string): reason is DropReason => Object.hasOwn(dropNames, reason);
