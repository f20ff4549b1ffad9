import { ClickHouseError } from '../clickhouse/clickhouse.js';
import { isRowError } from '../clickhouse/row-error.js';
import { AppError } from '../lib/errors.js';
import { findOutage } from '../lib/outage.js';

const DISK_RETRY_AFTER = 60;
const RETRY_AFTER = 30;

/** Converts an error caused by a full disk or an unreachable database; other errors are returned unchanged. */
export function orUnavailable(error: unknown): unknown {
  if (error instanceof AppError) return error;
  switch (findOutage(error, isOfClickHouse)) {
    case 'disk full':
      return new AppError(
        'unavailable',
        ['There is not enough room on the disk for this import: nothing of it was kept'],
        DISK_RETRY_AFTER,
      );
    case 'away':
      return new AppError('unavailable', ['A database is not available: nothing of this import is kept'], RETRY_AFTER);
    default:
      return error;
  }
}

/** An import builds all its statements itself, so ClickHouse refuses one only because of its rows or its own state. */
const isOfClickHouse = (error: Error): boolean => error instanceof ClickHouseError && !isRowError(error);
