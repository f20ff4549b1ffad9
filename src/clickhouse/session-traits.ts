/** The traits of a session that `visits` and `sessions` have as columns, as well as `events`. */
export const sessionTraits = [
  'entry_path',
  'referrer',
  'channel',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'ref',
  'country',
  'city',
  'browser',
  'os',
  'device',
  'language',
] as const;
