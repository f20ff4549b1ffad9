import { z } from 'zod';
import type { Config } from '../app/config.js';
import { type ImportResult, importResult } from '../history/import-repository.js';
import { AppError, invalid } from '../lib/errors.js';
import { parseHttpUrl } from '../lib/url.js';
import { type Answer, administration } from './administration.js';
import { configuration } from './configuration.js';
import { sendUntilAccepted } from './import/retry.js';
import { openSource } from './import/source.js';
import { type UploadAnswer, upload } from './import/upload.js';
import { type Progress, showProgress } from './progress.js';
import { readSecret, secretOptions } from './secret-option.js';

const SHOWN_MESSAGES = 10;

const envelope = z.object({
  data: importResult.nullable(),
  meta: z.object({ errors: z.array(z.string()).default([]) }),
});

export const importFile = administration({
  name: 'import',
  description: 'Import past events from a file into a running service: one JSON object per line, optionally gzipped',
  args: {
    file: { type: 'positional', required: true, description: 'Path of the file' },
    url: { type: 'string', description: 'Origin of the service (default: BASE_URL, else http://localhost:PORT)' },
    ...secretOptions('key', "The account's API key"),
    website: { type: 'string', required: true, description: "The website's ID" },
  },
  run: async ({ file, url, website, ...options }) => {
    const key = await readSecret('key', options, "The account's API key");
    if (key === undefined) throw invalid('one of --key, --key-file or --key-stdin is required');
    const address = importAddress(url ?? ownOrigin(configuration()), website);
    const { bytes, isGzip, hash, read } = await openSource(file);
    const progress = showProgress(`Sending ${file}`, bytes);
    const headers = {
      'Content-Type': 'application/x-ndjson',
      'Content-Length': String(bytes),
      ...(isGzip && { 'Content-Encoding': 'gzip' }),
      'X-API-Key': key,
      // When the response is lost, the same command can be repeated.
      'Idempotency-Key': hash,
    };
    const counted = counter(progress);
    const answer = await sendUntilAccepted(
      () => upload({ url: address, headers, body: counted(read()) }),
      (refusal, seconds) => progress.say(`Retrying in ${seconds} s: ${describeFailure(refusal)}`),
    ).catch((error: unknown) => {
      progress.failed();
      throw error;
    });
    const result = reportResult(answer, progress);
    return report(result);
  },
});

const ownOrigin = ({ baseUrl, port }: Config): string => baseUrl ?? `http://localhost:${port}`;

function importAddress(origin: string, website: string): URL {
  const url = parseHttpUrl(`${origin.replace(/\/+$/, '')}/api/v1/websites/${encodeURIComponent(website)}/import`);
  if (url === undefined) throw invalid('--url: must be an http or https address');
  return url;
}

/** Resent bytes do not advance the progress. */
function counter(progress: Progress): (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  let reported = 0;
  return async function* counted(chunks) {
    let sent = 0;
    for await (const chunk of chunks) {
      yield chunk;
      sent += chunk.length;
      progress.advance(Math.max(0, sent - reported));
      reported = Math.max(reported, sent);
    }
    progress.say('Sent; the service is sorting the events');
  };
}

/** Throws AppError with the service's own messages when it refused. */
function reportResult(answer: UploadAnswer, progress: Progress): ImportResult {
  const result = parsed(answer)?.data;
  if (result) {
    progress.done('Done');
    return result;
  }
  progress.failed();
  throw new AppError('invalid', [`The service responded with status ${answer.status}: ${describeFailure(answer)}`]);
}

function describeFailure(answer: UploadAnswer): string {
  const reasons = parsed(answer)?.meta.errors ?? [];
  return reasons.length > 0 ? reasons.join('; ') : 'this is not a response from Footfall';
}

const parsed = ({ body }: UploadAnswer) => envelope.safeParse(parseJson(body)).data;

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function report(result: ImportResult): Answer {
  const { imported, rejected, errors } = result;
  const messages = countMessages(errors);
  const listed = messages.slice(0, SHOWN_MESSAGES);
  const unlisted = rejected - listed.reduce((sum, { count }) => sum + count, 0);
  return {
    data: result,
    lines: [
      `Imported ${imported.toLocaleString('en')}, rejected ${rejected.toLocaleString('en')}`,
      ...listed.map(({ line, message, count }) => `line ${line}${others(count - 1)}: ${message}`),
      ...(unlisted > 0 ? [`and ${unlisted.toLocaleString('en')} more`] : []),
    ],
    failed: imported === 0,
  };
}

const others = (count: number): string =>
  count === 0 ? '' : ` and ${count.toLocaleString('en')} other${count === 1 ? '' : 's'}`;

/** The first line of each message, with the number of its lines. */
function countMessages(errors: ImportResult['errors']) {
  return [...new Set(errors.map(({ message }) => message))].map((message) => {
    const own = errors.filter((error) => error.message === message);
    return { line: own[0]!.line, message, count: own[0]!.count ?? own.length };
  });
}
