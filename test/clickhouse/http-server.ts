import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';

type Texts = Readonly<Record<string, string>>;

/** A statement as it comes over ClickHouse's HTTP interface. */
export interface Statement {
  /** The URL's part and the body's, which for an insert holds the rows. */
  readonly text: string;
  /** `param_…` with their values, escaped as tab-separated fields. */
  readonly parameters: Texts;
  readonly settings: Texts;
  readonly user: string;
  /** Whether statement and parameters are fields of a form. */
  readonly isForm?: boolean;
  /** The database of names without one; undefined for the default. */
  readonly database?: string;
}

/** What ClickHouse answers: its output, or its error as it stands in the body, and its number in a header. */
export type Answer = { readonly output: Uint8Array } | { readonly error: string; readonly code: number };

export interface HttpServer {
  readonly url: string;
  close(): Promise<void>;
}

/** ClickHouse takes a request line of this many bytes; Node's own limit is 16 KiB. */
const MAX_REQUEST_LINE_LENGTH = 1024 * 1024;

/** What stands in a URL beside settings. */
const NO_SETTINGS = new Set(['query', 'query_id', 'database', 'enable_http_compression', 'wait_end_of_query']);

/** Listens on the loopback address and answers statements as ClickHouse's HTTP interface does. */
export async function listen(answer: (statement: Statement) => Promise<Answer>): Promise<HttpServer> {
  const server = createServer({ maxHeaderSize: MAX_REQUEST_LINE_LENGTH }, (request, response) => {
    void respond(request, response, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (statement: Statement) => Promise<Answer>,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://clickhouse');
  if (pathname === '/ping') {
    response.end('Ok.\n');
    return;
  }
  const answered = await answer(await statementOf(request, searchParams));
  if ('error' in answered) {
    response.writeHead(500, { 'X-ClickHouse-Exception-Code': String(answered.code) }).end(answered.error);
  } else if (searchParams.get('enable_http_compression') === '1') {
    response.setHeader('Content-Encoding', 'gzip');
    response.end(gzipSync(answered.output));
  } else {
    response.end(answered.output);
  }
}

async function readForm(sent: Buffer, type: string): Promise<readonly (readonly [string, string])[]> {
  const form = await new Response(new Uint8Array(sent), { headers: { 'Content-Type': type } }).formData();
  return [...form].map(([name, value]) => [name, String(value)]);
}

async function statementOf(request: IncomingMessage, searchParams: URLSearchParams): Promise<Statement> {
  const sent = await buffer(request);
  const type = request.headers['content-type'] ?? '';
  const form = type.startsWith('multipart/form-data') ? await readForm(sent, type) : [];
  const isForm = form.length > 0;
  const body = isForm ? '' : (request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent).toString();
  for (const [name, value] of form) searchParams.append(name, value);
  const entries = [...searchParams];
  return {
    text: [searchParams.get('query') ?? '', body].filter((part) => part !== '').join('\n'),
    parameters: Object.fromEntries(entries.filter(([name]) => name.startsWith('param_'))),
    settings: Object.fromEntries(entries.filter(([name]) => !NO_SETTINGS.has(name) && !name.startsWith('param_'))),
    ...(searchParams.has('database') && { database: searchParams.get('database') ?? '' }),
    ...(isForm && { isForm }),
    user: Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString(),
  };
}
