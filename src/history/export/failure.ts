import { isUnreachable } from '../../clickhouse/clickhouse.js';
import { AppError } from '../../lib/errors.js';
import { findOutage, withCauses } from '../../lib/outage.js';

/** A file that could not be written, with a message for the owner of its website. It names no secret, and no path of the server. */
export class ExportFailure extends Error {
  override readonly name = 'ExportFailure';
}

export const DISK_FULL = 'The disk is full';

/** Describes for the owner why a file could not be written. */
export function describeFailure(error: unknown): string {
  const own = withCauses(error).find((each) => each instanceof ExportFailure);
  if (own !== undefined) return own.message;
  const isAway = (each: Error) => isUnreachable(each) || (each instanceof AppError && each.kind === 'unavailable');
  switch (findOutage(error, isAway)) {
    case 'disk full':
      return DISK_FULL;
    case 'away':
      return 'The events could not be read';
    default:
      return 'Unexpected error. See the server log';
  }
}
