/** The closed list of error kinds. It is independent of HTTP: `http/api/error-map.ts` maps each kind to a status. */
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

/** An expected error. Its messages are written for the caller and contain no secret, address, path or SQL. */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly kind: AppErrorKind,
    readonly messages: readonly string[],
    /** Seconds after which a retry may succeed, if known. */
    readonly retryAfterSeconds?: number,
    /** The underlying error, for the log only. */
    cause?: unknown,
  ) {
    super(messages.join('; '), { cause });
  }
}

/** Returns an error in the request itself. Every message names its field. */
export const invalid = (...messages: string[]): AppError => new AppError('invalid', messages);

/** Returns the error for tables of a version before the first release. The database's name must come from this program. */
export const earlierLayout = (database: string): Error =>
  new Error(
    `${database} holds the tables of an unreleased version of Footfall, which this one cannot read: ` +
      'start with an empty database and DATA_DIR, or go on with that version',
  );

export const websiteNotFound = (): AppError => new AppError('not_found', ['Website not found']);

export const accessDenied = (): AppError => new AppError('forbidden', ['Access denied to this website']);
