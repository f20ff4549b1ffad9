import { AppError } from '../../lib/errors.js';
import type { Checked } from './checked.js';

const MAX_BYTES = 1024 * 1024;

/**
 * Reads a JSON body of at most 1 MiB and returns its object, unchecked. Throws `too_large` before `unsupported_type`.
 * Errors in the text itself are returned, so that they can be reported along with others.
 */
export async function readJsonObject(request: Request): Promise<Checked<object>> {
  const bytes = await readBytes(request, MAX_BYTES);
  requireContentType(request, 'application/json');
  requireUncompressed(request.headers.get('Content-Encoding') ?? '');
  return parseObject(bytes);
}

/** Accepts a stream of any length. Throws `unsupported_type` unless it is JSON lines. */
export function openStream(request: Request): ReadableStream<Uint8Array> {
  requireContentType(request, 'application/x-ndjson');
  return request.body ?? new Blob([]).stream();
}

function requireContentType(request: Request, expected: string): void {
  const header = request.headers.get('Content-Type') ?? '';
  if (mediaType(header) !== expected) throw new AppError('unsupported_type', [`Content-Type must be ${expected}`]);
  requireUtf8(header);
}

/** Lower case, without the parameters of the header. */
export const mediaType = (header: string): string => header.split(';', 1)[0]!.trim().toLowerCase();

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;

/** Throws AppError `unsupported_type` for a `Content-Type` with a charset other than UTF-8 or ASCII. */
export function requireUtf8(header: string): void {
  const charset = CHARSET.exec(header)?.[1] ?? 'utf-8';
  if (!/^(?:utf-?8|us-ascii)$/i.test(charset)) {
    throw new AppError('unsupported_type', ['Content-Type: charset must be utf-8']);
  }
}

/** For bodies that are read as sent. Throws AppError `unsupported_type` for a `Content-Encoding`. */
export function requireUncompressed(header: string): void {
  if (!/^(?:identity)?$/i.test(header)) throw new AppError('unsupported_type', ['Content-Encoding: must be none']);
}

/**
 * Counts bytes while it reads, because `Content-Length` may be missing.
 *
 * @param limit in bytes, of at most 1 MiB. Throws AppError `too_large` beyond it, `invalid` for a body that breaks off.
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('Content-Length')) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read().catch(brokenOff);
    if (done) break;
    size += value.byteLength;
    // TRICKY: the rest is not cancelled, which would close the connection before the answer is sent.
    if (size > limit) throw tooLarge();
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

const tooLarge = () => new AppError('too_large', ['Request body is larger than 1 MiB']);

function brokenOff(): never {
  throw new AppError('invalid', ['Request body broke off']);
}

function parseObject(bytes: Uint8Array): Checked<object> {
  if (bytes.byteLength === 0) return wrong('Request body is required');
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return wrong('Request body is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return wrong('Request body must be a JSON object');
  }
  return { ok: true, value };
}

const wrong = (error: string) => ({ ok: false, errors: [error] }) as const;
