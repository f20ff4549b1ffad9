import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../lib/errors.js';

export interface Upload {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Buffer>;
}

export interface UploadAnswer {
  readonly status: number;
  readonly body: string;
  /** Seconds, when the service requests a retry. */
  readonly retryAfter: number | undefined;
}

/**
 * Waits for the response without a limit; `fetch` would give up after five minutes.
 *
 * @throws AppError `unavailable` when there is no answer.
 */
export async function upload({ url, headers, body }: Upload): Promise<UploadAnswer> {
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, { method: 'POST', headers });
  const answered = new Promise<UploadAnswer>((resolve, reject) => {
    request.once('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      const retryAfter = /^\d{1,9}$/.test(headers['retry-after'] ?? '') ? Number(headers['retry-after']) : undefined;
      text(response).then((body) => resolve({ status, body, retryAfter }), reject);
    });
    request.on('error', reject);
    // After a refusal during the upload, write errors do not matter, and no other listener would handle them.
    request.on('socket', (socket) => socket.on('error', () => undefined));
  });
  // A refusal may arrive before the body is sent; the response gives the reason.
  pipeline(Readable.from(body), request).catch(() => undefined);
  try {
    return await answered;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new AppError('unavailable', [
      `${url.origin} does not respond (${code ?? message}): is it the service's address?`,
    ]);
  } finally {
    // Unsent data would keep the connection open after a refusal.
    request.destroy();
  }
}
