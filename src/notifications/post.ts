import { NotPublicError, type OutgoingOptions, sendRequest } from '../lib/outgoing-request.js';
import { deliveryFailure } from './failures.js';

/** Has a message for the owner of the webhook. */
export class WebhookFailure extends Error {
  override readonly name = 'WebhookFailure';
}

const REQUEST_TIMEOUT_MS = 10_000;

/**
 * The response's body is not read, and redirects are not followed. Hosts with an address that is not public are
 * refused.
 *
 * @throws WebhookFailure unless the status is 200 to 299
 */
export async function postJson(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  options: OutgoingOptions,
): Promise<void> {
  const { status } = await sendRequest(
    new URL(url),
    {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Footfall',
        ...headers,
      },
      body,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      maxBytes: () => 0,
    },
    options,
  ).catch((error: Error) => {
    throw toFailure(error);
  });
  if (status < 200 || status > 299)
    throw new WebhookFailure(deliveryFailure('It answered with the status {code}', status));
}

function toFailure(error: Error): WebhookFailure {
  if (error instanceof NotPublicError)
    return new WebhookFailure(deliveryFailure('The host resolves to a private IP address'));
  const isLate = error.name === 'TimeoutError' || error.name === 'AbortError';
  return new WebhookFailure(
    deliveryFailure(isLate ? 'It did not answer within 10 seconds' : 'It could not be reached'),
    { cause: error },
  );
}
