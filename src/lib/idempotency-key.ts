import { invalid } from './errors.js';

const MAX_LENGTH = 255;

/** Reads the header. Undefined for none and for an empty one. Throws AppError `invalid` for one that is too long. */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header !== undefined && header.length > MAX_LENGTH) {
    throw invalid(`Idempotency-Key: must have at most ${MAX_LENGTH} characters`);
  }
  return header || undefined;
}
