import type { Config } from '../../app/config.js';
import { countGivenUp, countWithEmails } from '../../notifications/status.js';
import type { Database } from '../../postgres/postgres.js';
import { type Check, ok, warning } from './check.js';

/** Whether enabled emails can be sent, and were. */
export async function lookAtEmails({ mail }: Config, db: Database | undefined, now: number): Promise<Check> {
  const wanting = db === undefined ? 0 : await countWithEmails(db);
  if (mail === undefined) {
    return wanting === 0
      ? ok('emails', 'SMTP_URL is not set: no emails are sent, and links to reset a password go to the log')
      : warning(
          'emails',
          `${wanting} websites have weekly summaries or traffic alerts on, and none is sent: SMTP_URL is not set`,
        );
  }
  const givenUp = db === undefined ? 0 : await countGivenUp(db, now);
  return givenUp === 0
    ? ok('emails', 'SMTP_URL is set')
    : warning('emails', `${givenUp} could not be sent in the last week, after a day of attempts: see the log`);
}
