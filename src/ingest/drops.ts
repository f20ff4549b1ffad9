/** Drop reasons. Every refusal has a name, so that an owner can find out why events are missing. */
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
  | 'rate_limited';

/** The reasons as they stand in a sentence: “not counted: …”. */
export const dropNames: Readonly<Record<DropReason, string>> = {
  unknown_key: 'unknown tracking key',
  localhost: 'a page on your own machine',
  foreign_host: 'a foreign host',
  internal_link: 'an internal link',
  excluded_hostname: 'an excluded host name',
  excluded_path: 'an excluded path',
  excluded_ip: 'an excluded address',
  excluded_country: 'an excluded country',
  hosting: 'a data center',
  bot: 'a bot',
  rate_limited: 'too many from one address',
};

/** Returns whether a stored reason is one of today's. */
export const isDropReason = (reason: string): reason is DropReason => Object.hasOwn(dropNames, reason);
