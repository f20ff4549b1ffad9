import { isUnreachable } from '../../clickhouse/clickhouse.js';
import { AppError } from '../../lib/errors.js';
import { englishText, translateStored } from '../../lib/language/stored-text.js';
import type { Text } from '../../lib/language/translate.js';
import { findOutage, withCauses } from '../../lib/outage.js';

export const DISK_FULL = 'The disk is full';

const failureTexts = [
  // Before the next one, which fits it too.
  'The storage service answered with the status {status} ({code})',
  'The storage service answered with the status {status}',
  'The storage service did not answer within a minute',
  'The storage service closed the connection',
  'The storage service could not be reached',
  'The storage service does not know the access key',
  'The access key cannot write to the bucket',
  'The secret key does not match the access key',
  'The stored keys cannot be read, because SECRET has changed: enter them again',
  'The bucket does not exist',
  'The bucket is in a different region. Check the region and URL',
  "The server's clock is wrong",
  'The host resolves to a private IP address',
  'The file is over 5 GiB, the limit of one upload',
  'This installation has no folder for exports (EXPORT_DIR)',
  'The folder for exports (EXPORT_DIR) is missing',
  'A symbolic link in the path leads out of the folder for exports (EXPORT_DIR)',
  'Permission denied: Footfall cannot write to the folder',
  'Part of the path is not a folder',
  'A folder has the name of the file',
  'The path is too long',
  DISK_FULL,
  'The disk of the service is almost full',
  'The events could not be read',
  'Unexpected error. See the server log',
] as const satisfies readonly Text[];

export type FailureText = (typeof failureTexts)[number];

interface FailureFacts {
  readonly values?: Readonly<Record<string, string | number>>;
  readonly cause?: unknown;
}

/** Has an English message for the owner of the website, without secrets and paths of the server. */
export class ExportFailure extends Error {
  override readonly name = 'ExportFailure';

  constructor(text: FailureText, { values, cause }: FailureFacts = {}) {
    super(englishText(text, values), cause === undefined ? undefined : { cause });
  }
}

/** In the language of the request. Failures are stored in English, as the API has them. */
export const exportFailureText = (failure: string): string => translateStored(failure, failureTexts);

/** In English. */
export function describeFailure(error: unknown): string {
  const own = withCauses(error).find((each) => each instanceof ExportFailure);
  if (own !== undefined) return own.message;
  const isAway = (each: Error) => isUnreachable(each) || (each instanceof AppError && each.kind === 'unavailable');
  switch (findOutage(error, isAway)) {
    case 'disk full':
      return DISK_FULL;
    case 'away':
      return 'The events could not be read' satisfies FailureText;
    default:
      return 'Unexpected error. See the server log' satisfies FailureText;
  }
}
