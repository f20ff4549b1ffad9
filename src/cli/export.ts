import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { AppError, invalid } from '../lib/errors.js';
import { parseHttpUrl } from '../lib/url.js';
import { administration } from './administration.js';
import { configuration } from './configuration.js';
import { type Progress, showProgress } from './progress.js';
import { readSecret, secretOptions } from './secret-option.js';

const failure = z.object({ meta: z.object({ errors: z.array(z.string()).default([]) }) });

const NEWLINE = '\n'.charCodeAt(0);

export const exportFile = administration({
  name: 'export',
  description: 'Write the raw events of a website from a running service to a file',
  args: {
    file: { type: 'positional', required: true, description: 'The file to write' },
    website: { type: 'string', required: true, description: "The website's ID" },
    from: { type: 'string', required: true, description: "First day, YYYY-MM-DD in the website's time zone" },
    to: { type: 'string', required: true, description: 'Last day' },
    format: { type: 'string', description: 'ndjson (default; footfall import takes it), csv or parquet' },
    raw: { type: 'boolean', description: 'CSV: keep texts that a spreadsheet would take for formulas as they are' },
    url: { type: 'string', description: "The service's origin (BASE_URL, else http://localhost:PORT)" },
    ...secretOptions('key', "The account's API key"),
  },
  run: async ({ file, website, from, to, format = 'ndjson', raw, url, ...options }) => {
    const key = await readSecret('key', options, "The account's API key");
    if (key === undefined) throw invalid('--key, --key-file or --key-stdin: is required');
    const address = exportAddress(url ?? ownOrigin(), website, { from, to, format, ...(raw && { raw: 'true' }) });
    const { bytes, events, progress } = await writeViaPart(file, async (part) => {
      const response = await download(address, key);
      const count = Number(response.headers['x-footfall-events'] ?? 0);
      const bar = showProgress(`Writing ${file}`, count);
      const written = await copyBody(response, part, bar, count > 0).catch((error: unknown) => {
        bar.failed();
        throw error;
      });
      return { bytes: written, events: count, progress: bar };
    });
    progress.done('The file is complete');
    const size = `${bytes.toLocaleString('en')} bytes`;
    return {
      data: { file, format, bytes, ...(format === 'ndjson' && { events }) },
      lines: [format === 'ndjson' ? `${file}: ${events.toLocaleString('en')} events, ${size}` : `${file}: ${size}`],
    };
  },
});

function ownOrigin(): string {
  const { baseUrl, port } = configuration();
  return baseUrl ?? `http://localhost:${port}`;
}

function exportAddress(origin: string, website: string, query: Readonly<Record<string, string>>): URL {
  const path = `/api/v1/websites/${encodeURIComponent(website)}/export?${new URLSearchParams(query)}`;
  const url = parseHttpUrl(`${origin.replace(/\/+$/, '')}${path}`);
  if (url === undefined) throw invalid('--url: must be an http or https address');
  return url;
}

/** Throws AppError with the service's own messages when it refuses. */
async function download(url: URL, key: string): Promise<IncomingMessage> {
  // Not `fetch`, which would time out while the service prepares a large file.
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, { headers: { 'X-API-Key': key } });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject).end();
  }).catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new AppError('unavailable', [
      `${url.origin} does not answer (${code ?? message}): is it the service's address?`,
    ]);
  });
  if (response.statusCode === 200) return response;
  const answer = failure.safeParse(parseJson(await text(response)));
  const reasons = answer.data?.meta.errors.join('; ') || 'this is no answer of Footfall';
  throw new AppError('invalid', [`The service answered with status ${response.statusCode}: ${reasons}`]);
}

/** Writes to `FILE.part`, and renames it when complete. */
async function writeViaPart<Result>(file: string, fill: (part: FileHandle) => Promise<Result>): Promise<Result> {
  const isFolder = await stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) throw invalid(`FILE: ${file} is a folder`);
  const name = `${file}.part`;
  const part = await open(name, 'w').catch(({ code }: NodeJS.ErrnoException) => {
    throw invalid(`FILE: ${file} cannot be written (${code})`);
  });
  try {
    const result = await fill(part).finally(() => part.close());
    await rename(name, file);
    return result;
  } catch (error) {
    await rm(name, { force: true });
    throw error;
  }
}

/** Returns the number of bytes. */
async function copyBody(
  response: IncomingMessage,
  part: FileHandle,
  progress: Progress,
  countsLines: boolean,
): Promise<number> {
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (countsLines) progress.advance(countLines(chunk));
      await part.appendFile(chunk);
    }
    return bytes;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
      throw new AppError('unavailable', ['The service broke off: nothing was written']);
    }
    throw error;
  }
}

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
