import { storedText } from '../lib/language/stored-text.js';
import type { Text } from '../lib/language/translate.js';

/** What deliveries and tests fail with, for the owner. `{code}` is a status. */
const FAILURES: readonly Text[] = [
  'The mail server refused the sign-in',
  'The mail server refused the email ({code})',
  'The mail server could not be reached',
  'It answered with the status {code}',
  'It did not answer within 10 seconds',
  'It could not be reached',
  'It could not be sent',
  'The host resolves to a private IP address',
];

/** Failures are stored in English: this returns one in the current language. */
export const failureText = (stored: string): string => storedText(stored, FAILURES);
