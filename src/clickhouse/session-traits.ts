/** Columns of `visits` and `sessions` as well as of `events`. */
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
