import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Fault } from '../../errors.js';

export interface Upload {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Buffer>;
}

export interface UploadAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * Sends a body of any length and waits for the answer as long as it takes; `fetch` would give up after five minutes.
 *
 * @throws Fault `unavailable` when there is no answer.
 */
export async function upload({ url, headers, body }: Upload): Promise<UploadAnswer> {
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, { method: 'POST', headers });
  const answered = new Promise<UploadAnswer>((resolve, reject) => {
    request.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    request.once('error', reject);
  });
  // A refusal may come before the end of the body, which then has nowhere to go: the answer tells why.
  pipeline(Readable.from(body), request).catch(() => undefined);
  try {
    return await answered;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Fault('unavailable', [
      `${url.origin} does not answer (${code ?? message}): is it the service's address?`,
    ]);
  }
}
