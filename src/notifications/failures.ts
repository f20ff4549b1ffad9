import { englishText, translateStored } from '../lib/language/stored-text.js';
import type { Text } from '../lib/language/translate.js';

/** What deliveries and tests fail with, for the owner. `{code}` is a status. */
const failures = [
  'The mail server refused the sign-in',
  'The mail server refused the email ({code})',
  'The mail server could not be reached',
  'It answered with the status {code}',
  'It did not answer within 10 seconds',
  'It could not be reached',
  'It could not be sent',
  'The host resolves to a private IP address',
] as const satisfies readonly Text[];

export type DeliveryFailure = (typeof failures)[number];

/** Returns the failure in English, as it is stored. `code` is its status, if the text has one. */
export const deliveryFailure = (failure: DeliveryFailure, code = 0): string => englishText(failure, { code });

/** Failures are stored in English: this returns one in the current language. */
export const deliveryFailureText = (stored: string): string => translateStored(stored, failures);
