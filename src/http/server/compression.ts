import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { readHeader } from './incoming.js';

export type Coding = 'br' | 'gzip' | 'identity';

/** Below this length, which nearly fits into one packet with its headers, compression costs more than it saves. */
export const MIN_COMPRESSED_LENGTH = 1_000;

/**
 * Brotli's default quality suits files that are compressed once. This one is about as fast as gzip, and pages are a tenth smaller than
 * with the quality below. The window has 256 KiB.
 */
const BROTLI_OPTIONS = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 },
};

const compressWithBrotli = promisify(brotliCompress);
const compressWithGzip = promisify(gzip);

export function preferredCoding(acceptEncoding = ''): Coding {
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .filter((coding) => !/;\s*q=0(\.0*)?\s*$/.test(coding))
    .map((coding) => coding.replace(/;.*/, '').trim());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : 'identity';
}

export const chooseCoding = (context: Context): Coding => preferredCoding(readHeader(context, 'accept-encoding'));

/**
 * Answers with a text, compressed on another thread when it is long and the client accepts that. The caller sets
 * `Vary`.
 *
 * NOTE: another site must not be able to request a text that contains a secret together with its own input, because the
 * compressed length would reveal the secret (BREACH). API keys are headers and cookies are `SameSite`.
 */
export async function answerText(
  context: Context,
  text: string,
  status: ContentfulStatusCode,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const coding = text.length < MIN_COMPRESSED_LENGTH ? 'identity' : chooseCoding(context);
  if (coding === 'identity') return context.body(text, status, { ...headers });
  const bytes = await (coding === 'br' ? compressWithBrotli(text, BROTLI_OPTIONS) : compressWithGzip(text));
  return context.body(Uint8Array.from(bytes), status, { ...headers, 'Content-Encoding': coding });
}

/** Encodes a text at the reader's pace. Ends the source when the reader stops. */
export async function* encodeText(
  text: AsyncIterable<string>,
  coding: Coding,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (coding === 'identity') {
    const encoder = new TextEncoder();
    for await (const piece of text) yield encoder.encode(piece);
    return;
  }
  const encoder = coding === 'br' ? createBrotliCompress(BROTLI_OPTIONS) : createGzip();
  const done = pipeline(Readable.from(text, { highWaterMark: 1 }), encoder);
  // The loop below rethrows it.
  done.catch(() => {});
  for await (const chunk of encoder) yield Uint8Array.from(chunk as Buffer);
}
