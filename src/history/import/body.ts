import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '../../lib/errors.js';
import type { ImportLimits } from './limits.js';
import { clientGone } from './queue.js';

/** Limits the time for processing a chunk. */
const CHUNK_BYTES = 16 * 1024;

/** Bytes read ahead of a compressed body. A disconnect is noticed only once the connection has been read to its end. */
const BYTES_AHEAD = 8 * 1024 * 1024;

/** NDJSON compresses to a tenth or a thirtieth. A body that expands more was crafted to exhaust the server. */
const MAX_EXPANSION = 200;
const FREE_EXPANSION_BYTES = 64 * 1024 * 1024;

export interface ImportBody {
  readonly stream: ReadableStream<Uint8Array>;
  readonly contentEncoding: string | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

type BodyLimits = Pick<ImportLimits, 'maxIdleMs' | 'maxBodyMs'>;

/** Throws AppError `unsupported_type` for an encoding other than gzip. */
export function isGzip(contentEncoding: string | undefined): boolean {
  const encoding = (contentEncoding ?? '').trim().toLowerCase();
  if (encoding === 'gzip') return true;
  if (encoding === '' || encoding === 'identity') return false;
  throw new AppError('unsupported_type', ['Content-Encoding: must be gzip, or none']);
}

/**
 * Decodes a body of any length, in chunks of at most 16 KiB.
 *
 * @throws AppError `invalid` for a body that breaks off, is not valid gzip, expands too much or takes too long.
 */
export async function* readBody(body: ImportBody, limits: BodyLimits): AsyncGenerator<Uint8Array> {
  let received = 0;
  const chunks = readChunks(body, limits, (bytes) => {
    received += bytes;
  });
  try {
    if (!isGzip(body.contentEncoding)) return yield* chunks;
    let expanded = 0;
    for await (const chunk of unpack(chunks)) {
      expanded += chunk.length;
      if (expanded > FREE_EXPANSION_BYTES + MAX_EXPANSION * received) throw expandsTooMuch();
      yield chunk;
    }
  } catch (error) {
    if (body.signal.aborted) throw clientGone();
    throw error instanceof AppError ? error : new AppError('invalid', ['The body broke off or is not valid gzip']);
  }
}

function unpack(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const packed = Readable.from(chunks, { objectMode: false, highWaterMark: BYTES_AHEAD });
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // An error at either end surfaces where the other end is read.
  pipeline(packed, gunzip, () => undefined);
  return gunzip;
}

async function* readChunks(
  { stream, signal }: ImportBody,
  { maxIdleMs, maxBodyMs }: BodyLimits,
  onReceived: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const end = performance.now() + maxBodyMs;
  const reader = stream.getReader();
  try {
    for (;;) {
      const left = end - performance.now();
      if (left <= 0) throw tooSlow();
      const { done, value } = await inTime(reader.read(), Math.min(maxIdleMs, left), signal);
      if (done) return;
      onReceived(value.length);
      for (let start = 0; start < value.length; start += CHUNK_BYTES) yield value.subarray(start, start + CHUNK_BYTES);
    }
  } finally {
    // Without cancellation, a sender that waits for its next chunk to be read would never finish.
    reader.cancel().catch(() => undefined);
  }
}

function inTime<Result>(reading: Promise<Result>, ms: number, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(clientGone());
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave);
    const timer = setTimeout(() => reject(tooSlow()), ms).unref();
    reading.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    });
  });
}

const expandsTooMuch = (): AppError =>
  new AppError('invalid', [
    `The body expands to more than ${MAX_EXPANSION} times its size: send it in parts, or not compressed`,
  ]);

const tooSlow = (): AppError => new AppError('invalid', ['The body took too long to come in: nothing was imported']);
