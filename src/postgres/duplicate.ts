/** PostgreSQL's `unique_violation`. */
const UNIQUE_VIOLATION = '23505';

/** Whether a failed statement would have made a second row with a value that only one may have. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === UNIQUE_VIOLATION;
