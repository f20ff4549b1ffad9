import { isUnreachable } from '../../clickhouse/clickhouse.js';
import { AppError } from '../../lib/errors.js';
import { findOutage, withCauses } from '../../lib/outage.js';

/** Has a message for the owner of the website, without secrets and paths of the server. */
export class ExportFailure extends Error {
  override readonly name = 'ExportFailure';
}

export const DISK_FULL = 'The disk is full';

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
