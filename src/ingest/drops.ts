/** Why an event is not counted. Every refusal has a name, so that nobody wonders where events went. */
export type DropReason =
  | 'unknown_key'
  | 'localhost'
  | 'foreign_host'
  | 'excluded_hostname'
  | 'excluded_ip'
  | 'excluded_path'
  | 'excluded_country'
  | 'hosting'
  | 'bot'
  | 'rate_limited';
