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
