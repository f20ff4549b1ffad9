import { z } from 'zod';
import type { Config } from '../config.js';
import { Fault, invalid } from '../errors.js';
import { type ImportResult, importResult } from '../imports/registry.js';
import { parseHttpUrl } from '../url.js';
import { type Answer, administration } from './administration.js';
import { configuration } from './configuration.js';
import { openSource } from './import/source.js';
import { type UploadAnswer, upload } from './import/upload.js';
import { type Progress, showProgress } from './progress.js';

const SHOWN_ERRORS = 10;

const envelope = z.object({
  data: importResult.nullable(),
  meta: z.object({ errors: z.array(z.string()).default([]) }),
});

export const importFile = administration({
  name: 'import',
  description: 'Send a file of past events, one JSON object a line, gzipped or not, to a running service',
  args: {
    file: { type: 'positional', required: true, description: 'The file' },
    url: { type: 'string', description: "The service's origin (BASE_URL, else http://localhost:PORT)" },
    key: { type: 'string', required: true, description: "The account's API key" },
    website: { type: 'string', required: true, description: "The website's ID" },
  },
  run: async ({ file, url, key, website }) => {
    const address = importAddress(url ?? ownOrigin(configuration()), website);
    const { bytes, isGzip, hash, read } = await openSource(file);
    const progress = showProgress(`Sending ${file}`, bytes);
    const answer = await upload({
      url: address,
      headers: {
        'Content-Type': 'application/x-ndjson',
        'Content-Length': String(bytes),
        ...(isGzip && { 'Content-Encoding': 'gzip' }),
        'X-API-Key': key,
        // When an answer is lost, the same command can be given again.
        'Idempotency-Key': hash,
      },
      body: counted(read(), progress),
    }).catch((error: unknown) => {
      progress.failed();
      throw error;
    });
    const result = resultOf(answer, progress);
    return report(result);
  },
});

const ownOrigin = ({ baseUrl, port }: Config): string => baseUrl ?? `http://localhost:${port}`;

function importAddress(origin: string, website: string): URL {
  const url = parseHttpUrl(`${origin.replace(/\/+$/, '')}/api/v1/websites/${encodeURIComponent(website)}/import`);
  if (url === undefined) throw invalid('--url: must be an http or https address');
  return url;
}

async function* counted(chunks: AsyncIterable<Buffer>, progress: Progress): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    yield chunk;
    progress.advance(chunk.length);
  }
  progress.say('Sent; the service puts the events in order');
}

/** Throws Fault when the service refused, in the service's words. */
function resultOf({ status, body }: UploadAnswer, progress: Progress): ImportResult {
  const parsed = envelope.safeParse(parseJson(body));
  if (parsed.data?.data) {
    progress.done('The service has answered');
    return parsed.data.data;
  }
  progress.failed();
  const reasons = parsed.data?.meta.errors ?? [];
  const why = reasons.length > 0 ? reasons.join('; ') : 'this is no answer of Footfall';
  throw new Fault('invalid', [`Nothing was imported, status ${status}: ${why}`]);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function report(result: ImportResult): Answer {
  const { imported, rejected, errors } = result;
  const unshown = rejected - Math.min(SHOWN_ERRORS, errors.length);
  return {
    data: result,
    lines: [
      `Imported ${imported.toLocaleString('en')}, rejected ${rejected.toLocaleString('en')}`,
      ...errors.slice(0, SHOWN_ERRORS).map(({ line, message }) => `line ${line}: ${message}`),
      ...(unshown > 0 ? [`and ${unshown.toLocaleString('en')} more`] : []),
    ],
    failed: imported === 0,
  };
}
