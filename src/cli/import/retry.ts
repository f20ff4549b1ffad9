import { setTimeout as wait } from 'node:timers/promises';
import type { UploadAnswer } from './upload.js';

/** A queue moves on, however long that takes; a disk that is full may stay full. */
const MAX_UNAVAILABLE = 5;

const MAX_WAIT_SECONDS = 300;

/**
 * Sends again for as long as the service is busy, after the time that it asks for in `Retry-After`.
 *
 * @param onWait told of each refusal and of the seconds until the next attempt
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
