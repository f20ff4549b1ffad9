import { AppError } from '../lib/errors.js';
import { t } from '../lib/language/translate.js';
import { ReaderError } from './reader.js';

/** A merge, a deletion or an import may remove a part while it is read. */
export const MAX_ATTEMPTS = 3;
export const PAUSE_MS = 600;

/**
 * ClickHouse's codes for a file that is missing or cannot be opened. Statements cannot name files, so it is a removed
 * part.
 */
const PART_IS_GONE: ReadonlySet<number> = new Set([76, 107]);

export const isPartGone = (error: unknown): boolean => error instanceof ReaderError && PART_IS_GONE.has(error.code);

export const beingRewritten = (cause?: unknown): AppError =>
  new AppError('unavailable', [t('The stored events are being rewritten at the moment, try again')], 2, cause);
