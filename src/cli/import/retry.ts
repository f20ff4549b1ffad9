import { setTimeout as wait } from 'node:timers/promises';
import type { UploadAnswer } from './upload.js';

/** The maximum number of 503 answers. A queue always moves on, but a full disk may stay full. */
const MAX_UNAVAILABLE = 5;

const MAX_WAIT_SECONDS = 300;

/**
 * Sends again while the service is busy, after the time in its `Retry-After`.
 *
 * @param onWait called for each refusal with the seconds until the next attempt
 * @returns the first answer that is not worth another attempt
 */
export async function sendUntilAccepted(
  send: () => Promise<UploadAnswer>,
  onWait: (refusal: UploadAnswer, seconds: number) => void,
): Promise<UploadAnswer> {
  for (let unavailable = 0; ; ) {
    const answer = await send();
    if (answer.status === 503) unavailable += 1;
    else if (answer.status !== 429) return answer;
    if (answer.retryAfter === undefined || unavailable === MAX_UNAVAILABLE) return answer;
    const seconds = Math.min(answer.retryAfter, MAX_WAIT_SECONDS);
    onWait(answer, seconds);
    await wait(seconds * 1000);
  }
}
