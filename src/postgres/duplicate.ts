/** PostgreSQL's `unique_violation`. */
const UNIQUE_VIOLATION = '23505';

/** Returns whether a statement failed because it would have duplicated a unique value. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === UNIQUE_VIOLATION;
