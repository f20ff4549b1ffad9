import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AwsV4Signer } from 'aws4fetch';
import { millisecondsInMinute } from 'date-fns/constants';
import type { Context } from '../../context/context.js';
import { IdleError, NotPublicError, sendRequest } from '../../lib/outgoing-request.js';
import { type Destination, writeChunks } from './destination.js';
import { ExportFailure, type FailureText } from './failure.js';
import type { BucketKeys } from './settings.js';

/** Uploads of files over 150 MB get more time. */
const MIN_UPLOAD_MS = 10 * millisecondsInMinute;
const MIN_BYTES_PER_MS = 256;
const IDLE_TIMEOUT_MS = millisecondsInMinute;

/** The maximum of one PUT. */
const MAX_BYTES = 5 * 1024 ** 3;

/** The rest of a response is ignored. */
const MAX_ANSWER_BYTES = 4_096;

export interface Bucket {
  /** Folder in the bucket, without a trailing slash. */
  readonly url: string;
  readonly region: string;
  readonly keys: BucketKeys;
}

/** Has files until they are uploaded. */
export const uploadFolder = ({ config }: Context): string => join(config.dataDir, 'export-uploads');

/**
 * Returns a folder of an S3 bucket as a destination. A file is one PUT, which storage services apply atomically.
 *
 * The engine's own `s3()` is not used: it connects to private addresses, first requests the object, which write-only
 * keys may not, retries for minutes while its session is occupied, and on a ClickHouse server the keys would leave this
 * process.
 *
 * @param stopping aborted when the service stops
 */
export const bucketDestination = (context: Context, bucket: Bucket, stopping?: AbortSignal): Destination => ({
  write: async (name, content) => {
    const path = join(uploadFolder(context), randomUUID());
    const hash = createHash('sha256');
    try {
      let size = 0;
      await writeChunks(path, content, (chunk) => {
        size += chunk.byteLength;
        if (size > MAX_BYTES) throw new ExportFailure('The file is over 5 GiB, the limit of one upload');
        hash.update(chunk);
      });
      await upload(context, path, new URL(`${bucket.url}/${name}`), hash.digest('hex'), bucket, stopping);
    } finally {
      await rm(path, { force: true });
    }
  },
});

async function upload(
  { config, now }: Context,
  path: string,
  url: URL,
  sha256: string,
  { region, keys }: Bucket,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const { size } = await stat(path);
  const signer = new AwsV4Signer({
    ...keys,
    url: url.href,
    method: 'PUT',
    service: 's3',
    region,
    headers: { 'X-Amz-Content-Sha256': sha256 },
    datetime: new Date(now()).toISOString().replace(/[-:]|\.\d{3}/g, ''),
  });
  const signed = await signer.sign();
  const headers = {
    ...Object.fromEntries(signed.headers),
    'Content-Length': size,
    'Content-Type': 'application/octet-stream',
    'User-Agent': 'Footfall',
  };
  const timeout = AbortSignal.timeout(Math.max(MIN_UPLOAD_MS, Math.ceil(size / MIN_BYTES_PER_MS)));
  const signal = AbortSignal.any([...(stopping === undefined ? [] : [stopping]), timeout]);
  try {
    const { status, body } = await sendRequest(
      url,
      {
        method: 'PUT',
        headers,
        body: createReadStream(path),
        signal,
        idleMs: IDLE_TIMEOUT_MS,
        maxBytes: (status) => (isSuccess(status) ? 0 : MAX_ANSWER_BYTES),
      },
      { allowPrivate: config.webhookAllowPrivate },
    );
    if (!isSuccess(status)) throw describeRefusal(status, body.toString());
  } catch (error) {
    throw toFailure(error, stopping);
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/** The status and the storage service's error code. Nothing else of the response is shown. */
function describeRefusal(status: number, text: string): ExportFailure {
  const code = /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(text)?.[1];
  const message = S3_MESSAGES.get(code ?? (status === 403 ? 'AccessDenied' : ''));
  if (message !== undefined) return new ExportFailure(message);
  return code === undefined
    ? new ExportFailure('The storage service answered with the status {status}', { values: { status } })
    : new ExportFailure('The storage service answered with the status {status} ({code})', { values: { status, code } });
}

const DIFFERENT_REGION = 'The bucket is in a different region. Check the region and URL';

const S3_MESSAGES: ReadonlyMap<string, FailureText> = new Map([
  ['AccessDenied', 'The access key cannot write to the bucket'],
  ['InvalidAccessKeyId', 'The storage service does not know the access key'],
  ['SignatureDoesNotMatch', 'The secret key does not match the access key'],
  ['NoSuchBucket', 'The bucket does not exist'],
  ['AuthorizationHeaderMalformed', DIFFERENT_REGION],
  ['PermanentRedirect', DIFFERENT_REGION],
  ['TemporaryRedirect', DIFFERENT_REGION],
  ['RequestTimeTooSkewed', "The server's clock is wrong"],
]);

function toFailure(error: unknown, stopping: AbortSignal | undefined): unknown {
  if (error instanceof ExportFailure || stopping?.aborted || !(error instanceof Error)) return error;
  if (error instanceof NotPublicError) return new ExportFailure('The host resolves to a private IP address');
  if (error instanceof IdleError) return new ExportFailure('The storage service did not answer within a minute');
  const code = 'code' in error ? error.code : undefined;
  const isCut = code === 'ECONNRESET' || code === 'EPIPE';
  const message = isCut ? 'The storage service closed the connection' : 'The storage service could not be reached';
  return new ExportFailure(message, { cause: error });
}
