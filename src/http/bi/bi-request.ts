import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Context } from 'hono';
import { AppError } from '../../lib/errors.js';
import { ReaderError } from '../../sql/reader.js';
import { readBytes } from '../api/body.js';

/** A request to ClickHouse's HTTP interface. */
export interface BiRequest {
  /** Empty for a request without a statement. */
  readonly text: string;
  /** Query parameters and form fields; query parameters win. */
  readonly fields: ReadonlyMap<string, string>;
  /** `param_name` values, by name. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly format: string | undefined;
}

/** Statements have at most 100,000 bytes; a form also has parameters. */
const MAX_BYTES = 1024 * 1024;

/** Other types are ignored: `curl --data-binary` labels a statement `application/x-www-form-urlencoded`. */
const FORM = /^multipart\/form-data\b/i;

/** Names that clients use for the only database. */
const DATABASES: ReadonlySet<string> = new Set(['', 'bi', 'default']);

/**
 * Reads a request. The statement is the parameter `query`, the body, or both joined.
 *
 * @throws ReaderError, and AppError `too_large`
 */
export async function readBiRequest({ req }: Context): Promise<BiRequest> {
  const bytes = req.method === 'POST' ? await unpack(await readBytes(req.raw, MAX_BYTES), req) : new Uint8Array();
  const type = req.header('Content-Type') ?? '';
  const isForm = FORM.test(type);
  const fields = new Map([...(isForm ? await readForm(bytes, type) : []), ...new URL(req.url).searchParams]);
  if (fields.get('decompress') === '1') {
    throw new ReaderError("A statement must not be in ClickHouse's compressed frames; gzip is", 48, 'NOT_IMPLEMENTED');
  }
  const database = fields.get('database') ?? req.header('X-ClickHouse-Database') ?? '';
  if (!DATABASES.has(database)) throw new ReaderError('The only database is bi', 81, 'UNKNOWN_DATABASE');
  const body = isForm ? '' : new TextDecoder().decode(bytes);
  const parameters = [...fields].filter(([name]) => name.startsWith(PARAMETER));
  return {
    text: [fields.get('query') ?? '', body]
      .filter((part) => part !== '')
      .join('\n')
      .trim(),
    fields,
    parameters: Object.fromEntries(parameters.map(([name, value]) => [name.slice(PARAMETER.length), value])),
    format: fields.get('default_format') ?? req.header('X-ClickHouse-Format'),
  };
}

const PARAMETER = 'param_';

/** Decompresses a body. The size limit applies to its content. */
async function unpack(bytes: Uint8Array, req: Context['req']): Promise<Uint8Array> {
  const encoding = req.header('Content-Encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity') return bytes;
  const unpackWith = Object.hasOwn(UNPACKERS, encoding) ? UNPACKERS[encoding as keyof typeof UNPACKERS] : undefined;
  if (unpackWith === undefined) {
    throw new ReaderError(`Unknown Content-Encoding: send gzip, deflate or br`, 48, 'NOT_IMPLEMENTED');
  }
  try {
    return await unpackWith(bytes, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    if (isTooLarge) throw new AppError('too_large', [`the body must have at most ${MAX_BYTES} bytes`]);
    throw new ReaderError(`The body is not ${encoding}`, 354, 'ZLIB_INFLATE_FAILED');
  }
}

const UNPACKERS = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) };

async function readForm(bytes: Uint8Array, type: string): Promise<readonly (readonly [string, string])[]> {
  try {
    const form = await new Response(Buffer.from(bytes), { headers: { 'Content-Type': type } }).formData();
    return [...form].map(([name, value]) => [name, String(value)]);
  } catch {
    throw new ReaderError('The form cannot be read', 62, 'SYNTAX_ERROR');
  }
}

/** From the password of basic authentication, a bearer token, or ClickHouse's own headers and parameters. */
export function findKey({ req }: Context): string {
  const [, scheme = '', token = ''] = /^(Basic|Bearer) +(\S+)$/i.exec(req.header('Authorization') ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return token;
  if (scheme !== '') return /:([\s\S]*)$/.exec(Buffer.from(token, 'base64').toString())?.[1] ?? '';
  return req.header('X-ClickHouse-Key') ?? req.query('password') ?? '';
}
