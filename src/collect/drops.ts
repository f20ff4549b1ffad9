import { translateStored } from '../lib/language/stored-text.js';
import { type Text, t } from '../lib/language/translate.js';

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

export const partialReasons = ['property_limit', 'invalid_revenue'] as const;

/** The event counts, but without a part of it. */
export type PartialReason = (typeof partialReasons)[number];

/** Whether events with the reason count. It may be an unknown one. */
export const isPartialReason = (reason: string): boolean => partialReasons.some((each) => each === reason);

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

/** In the current language. An unknown reason is its own name. */
export const dropName = (reason: string): string => (isDropReason(reason) ? t(dropNames[reason]) : reason);

/** Notices store English names: this returns one in the current language. */
export const translateDropName = (stored: string): string => translateStored(stored, Object.values(dropNames));
