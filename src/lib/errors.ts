/** The closed list of what can go wrong. It knows nothing of HTTP: `http/error-map.ts` gives each kind its status. */
export type AppErrorKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_large'
  | 'unsupported_type'
  | 'too_many_requests'
  | 'unavailable';

/** An expected failure. Its messages are written for the caller and hold no secret, address, path or SQL. */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly kind: AppErrorKind,
    readonly messages: readonly string[],
    /** Seconds after which a repeat may succeed, where that is known. */
    readonly retryAfterSeconds?: number,
    /** The failure behind it, for the log alone. */
    cause?: unknown,
  ) {
    super(messages.join('; '), { cause });
  }
}

/** The request itself is wrong; every message names its field. */
export const invalid = (...messages: string[]): AppError => new AppError('invalid', messages);

/** A database has tables of a version from before the first release. The name of the database is the program's own. */
export const earlierLayout = (database: string): Error =>
  new Error(
    `${database} holds the tables of an unreleased version of Footfall, which this one cannot read: ` +
      'start with an empty database and DATA_DIR, or go on with that version',
  );

export const websiteNotFound = (): AppError => new AppError('not_found', ['Website not found']);

export const accessDenied = (): AppError => new AppError('forbidden', ['Access denied to this website']);
