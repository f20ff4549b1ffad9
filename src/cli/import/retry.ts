import { setTimeout as wait } from 'node:timers/promises';
import type { UploadAnswer } from './upload.js';

/** Maximum number of 503 responses. A queue always advances, but a full disk may stay full. */
const MAX_UNAVAILABLE = 5;

const MAX_WAIT_SECONDS = 300;

/**
 * Retries while the service is busy, after its `Retry-After`.
 *
 * @param onWait called for each refusal with the seconds until the next attempt
 * @returns the first response that should not be retried
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
