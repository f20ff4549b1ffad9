import { randomUUID } from 'node:crypto';
import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createDeflate, createGzip } from 'node:zlib';
import { Hono, type Context as RequestContext } from 'hono';
import type { Logger } from 'pino';
import { requireScope } from '../../accounts/key-rights.js';
import type { Context } from '../../context/context.js';
import { describeError } from '../../lib/error-description.js';
import { AppError } from '../../lib/errors.js';
import { withCleanup } from '../../lib/with-cleanup.js';
import type { BiClient } from '../../sql/bi-client.js';
import { toFrames } from '../../sql/wire/frames.js';
import type { FindCaller } from '../api/authenticate.js';
import { type BiFailure, INTERNAL, toBiFailure } from './bi-errors.js';
import { findKey, readBiRequest } from './bi-request.js';

const ALIVE = 'Ok.\n';

/** ClickHouse's default. */
const DEFAULT_FORMAT = 'TabSeparated';

/**
 * Returns ClickHouse's HTTP interface for BI tools: read-only, of the views in the database `bi`. Any user name works;
 * the password is an API key with the scope `sql`, and only its websites are visible.
 *
 * @param version of ClickHouse, to which clients adapt
 */
export function biInterface(
  { log }: Context,
  client: BiClient,
  findCaller: FindCaller<{ readonly id: string }>,
  version: string,
): Hono {
  const app = new Hono();
  app.get('/ping', (context) => context.text(ALIVE));
  app.get('/replicas_status', (context) => context.text(ALIVE));
  app.on(['GET', 'POST'], '/', async (context) => {
    const caller = await findCaller(findKey(context), context);
    if (caller === undefined) throw new AppError('unauthorized', ['the password must be an API key']);
    requireScope(caller.rights, 'sql');
    const { text, fields, parameters, format } = await readBiRequest(context);
    if (text === '') return context.text(ALIVE);
    const began = performance.now();
    const settings = Object.fromEntries([...fields].filter(([name]) => !name.startsWith('param_')));
    const requested = format ?? DEFAULT_FORMAT;
    const protocol = readProtocol(fields.get('client_protocol_version') ?? '0');
    const result = await client.run({
      accountId: caller.account.id,
      websites: caller.rights.websites,
      via: 'clickhouse',
      text,
      parameters,
      // Blocks of a native protocol have no JSON columns: they are sent as text.
      settings: protocol > 0 ? { ...settings, output_format_native_write_json_as_string: '1' } : settings,
      format: requested,
      protocol,
      signal: context.req.raw.signal,
    });
    const nanoseconds = Math.round((performance.now() - began) * 1_000_000);
    const tag = randomUUID().replaceAll('-', '').slice(0, 16);
    const headers = { ...ownHeaders(fields), ...resultHeaders(result.format, tag, nanoseconds) };
    if (context.req.method === 'HEAD') {
      await result.chunks.return(undefined);
      return context.body(null, 200, headers);
    }
    const [encoding, coder] = findCoder(context, fields);
    const chunks = withErrorAtEnd(result.chunks, tag, (error) => describeFailure(toFailure(error, log), version));
    const source = Readable.from(toProtocol(chunks, fields), { objectMode: false });
    if (coder === undefined) return context.body(toWeb(source), 200, headers);
    const coded = pipeline(source, coder, () => undefined);
    return context.body(toWeb(coded), 200, { ...headers, 'Content-Encoding': encoding });
  });
  app.notFound((context) => context.text('There is no such path here\n', 404));
  app.onError((error, context) => answerFailure(context, toFailure(error, log), version));
  return app;
}

function toFailure(error: unknown, log: Pick<Logger, 'error'>): BiFailure {
  const failure = toBiFailure(error);
  if (failure === undefined) log.error({ error: describeError(error) }, 'a statement of a BI tool failed');
  return failure ?? INTERNAL;
}

const describeFailure = ({ code, message }: BiFailure, version: string): string =>
  `Code: ${code}. DB::Exception: ${message} (version ${version} (official build))\n`;

function answerFailure(context: RequestContext, failure: BiFailure, version: string): Response {
  const { status, code, retryAfterSeconds } = failure;
  return context.body(describeFailure(failure, version), status, {
    ...ownHeaders(new URL(context.req.url).searchParams),
    'X-ClickHouse-Exception-Code': String(code),
    'Content-Type': 'text/plain; charset=UTF-8',
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) }),
  });
}

function ownHeaders(fields: { get(name: string): string | null | undefined }): Record<string, string> {
  const id = fields.get('query_id') ?? '';
  return {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-ClickHouse-Query-Id': /^[\w.:-]{1,100}$/.test(id) ? id : randomUUID(),
    'X-ClickHouse-Server-Display-Name': 'footfall',
    'X-ClickHouse-Timezone': 'UTC',
  };
}

function resultHeaders(format: string, tag: string, nanoseconds: number): Record<string, string> {
  return {
    'X-ClickHouse-Format': format,
    'X-ClickHouse-Exception-Tag': tag,
    'X-ClickHouse-Summary': JSON.stringify({
      ...Object.fromEntries(COUNTS.map((name) => [name, '0'])),
      elapsed_ns: String(nanoseconds),
    }),
    'Content-Type': contentType(format),
  };
}

/** Drivers expect these numbers, which the engine does not report. */
const COUNTS = [
  ...['read_rows', 'read_bytes', 'written_rows', 'written_bytes'],
  ...['total_rows_to_read', 'result_rows', 'result_bytes'],
];

function contentType(format: string): string {
  if (/^JSON/i.test(format)) return 'application/json; charset=UTF-8';
  if (/^CSV/i.test(format)) return 'text/csv; charset=UTF-8';
  if (/^(TabSeparated|TSV)/i.test(format)) return 'text/tab-separated-values; charset=UTF-8';
  return 'application/octet-stream';
}

/** Real protocol numbers have five digits. */
const readProtocol = (value: string): number => (/^\d{1,9}$/.test(value) ? Number(value) : 0);

/** When an error occurs after the status was sent, appends it at the end, marked by the tag as in ClickHouse. */
function withErrorAtEnd(
  chunks: AsyncGenerator<Uint8Array>,
  tag: string,
  describe: (error: unknown) => string,
): AsyncGenerator<Uint8Array> {
  async function* all() {
    try {
      yield* chunks;
    } catch (error) {
      const text = describe(error);
      yield Buffer.from(`\r\n__exception__\r\n${tag}\r\n${text}${Buffer.byteLength(text)} ${tag}\r\n__exception__\r\n`);
    }
  }
  return withCleanup(all(), () => chunks.return(undefined));
}

/** Reframes the bytes for the client's protocol. */
function toProtocol(
  chunks: AsyncGenerator<Uint8Array>,
  fields: ReadonlyMap<string, string>,
): AsyncGenerator<Uint8Array> {
  // Returning a generator that has not begun would not close its sources.
  return fields.get('compress') === '1' ? withCleanup(toFrames(chunks), () => chunks.return(undefined)) : chunks;
}

/** As in ClickHouse, a setting can request compression too. */
function findCoder(context: RequestContext, fields: ReadonlyMap<string, string>): [string, Transform | undefined] {
  if (fields.get('enable_http_compression') !== '1' || fields.get('compress') === '1') return ['', undefined];
  const accepted = context.req.header('Accept-Encoding') ?? '';
  if (/\bgzip\b/.test(accepted)) return ['gzip', createGzip({ level: 3 })];
  if (/\bbr\b/.test(accepted)) {
    return ['br', createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })];
  }
  return /\bdeflate\b/.test(accepted) ? ['deflate', createDeflate()] : ['', undefined];
}

const toWeb = (stream: Readable): ReadableStream => Readable.toWeb(stream) as ReadableStream;
