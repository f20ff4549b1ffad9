import { once } from 'node:events';
import { request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureSchema } from '../../src/http/api/envelope.js';
import { httpServer } from '../../src/http/http-server.js';
import { checkRows } from '../rows.js';
import { KEY, NOW, OWN_ID, SECRET_TEXT, sampleApp } from './sample-app.js';

/** What only a real connection shows: bodies in chunks, and requests that `fetch` would not send. */
describe('over a socket', () => {
  const { app } = sampleApp();
  const logged: unknown[] = [];
  let server: Server;
  let port: number;

  beforeAll(async () => {
    server = httpServer({
      fetch: (request, env) => {
        switch (new URL(request.url).pathname) {
          case '/rejected':
            return Promise.reject(SECRET_TEXT);
          case '/endless':
            return new Response(
              new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('begun')) }),
            );
          default:
            return app.fetch(request, env);
        }
      },
      hostname: '127.0.0.1',
      log: { error: (...line: unknown[]) => void logged.push(line), warn: () => undefined },
      now: () => NOW,
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  function upload(path: string, type: string, chunks: number): Promise<{ status: number | undefined; text: string }> {
    return new Promise((resolve, reject) => {
      const headers = { 'X-API-Key': KEY, 'Content-Type': type };
      // A connection of its own: that of an upload which was refused under way is closed, maybe after the next one has taken it.
      const to = { port, host: '127.0.0.1', path, method: 'POST', headers, agent: false };
      const sent = request(to, async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode, text });
      });
      sent.on('error', reject);
      for (let index = 0; index < chunks; index += 1) sent.write(Buffer.alloc(64 * 1024, 'x'));
      sent.end();
    });
  }

  async function raw(text: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    socket.end(text);
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    return answer;
  }

  it('a body in chunks that grows too large is 413', async () => {
    const { status, text } = await upload('/api/v1/websites', 'application/json', 64);
    expect(status).toBe(413);
    expect(JSON.parse(text)).toMatchObject({ success: false, meta: { status: 413 } });
  });

  it('a stream is read to its end', async () => {
    const { status, text } = await upload(`/api/v1/websites/${OWN_ID}/import`, 'application/x-ndjson', 64);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ data: { bytes: 64 * 64 * 1024 } });
  });

  it('other methods get an ordinary answer', () =>
    checkRows(['TRACE', 'PROPFIND', 'HEAD'], async (method) => {
      const answer = await raw(
        `${method} /api/v1/account HTTP/1.1\r\nHost: a\r\nX-API-Key: ${KEY}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(method === 'HEAD' ? /^HTTP\/1.1 200 / : /^HTTP\/1.1 405 /);
    }));

  it('no path is a 500', () =>
    checkRows(
      ['/api/v1/%', '/api/v1/websites/%c3%28', '//api/v1/account', '/api/v1/\\..\\x', '*', 'http://other/api/v1/x'],
      async (path) => {
        const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${KEY}\r\nConnection: close\r\n\r\n`);
        expect(answer).toMatch(/^HTTP\/1.1 4\d\d /);
      },
    ));

  it('no host is a 500', () =>
    checkRows(['', 'a b', '[', 'a/b', 'x'.repeat(5000)], async (host) => {
      const answer = await raw(
        `GET /api/v1/account HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${KEY}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 [24]\d\d /);
    }));

  /** The whole answer to what the app never sees. */
  async function refusalOf(text: string) {
    const [head = '', body = ''] = (await raw(text)).split('\r\n\r\n');
    const headers = new Headers(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(': ') as [string, string]),
    );
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('Content-Type')).toBe('application/json');
    expect(headers.get('Content-Length')).toBe(String(body.length));
    const { meta } = failureSchema.parse(JSON.parse(body));
    expect(meta.timestamp).toBe(new Date(NOW).toISOString());
    expect(head).toContain(`HTTP/1.1 ${meta.status} `);
    return [meta.status, ...meta.errors];
  }

  const URL_RULE = 'Request line or Host is not valid: escape what is not ASCII';
  const head = (path: string, ...lines: readonly string[]) =>
    [`GET ${path} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n');

  it('what is no request is refused in the envelope', () =>
    checkRows(
      [
        ['a query that is not escaped', head('/?city=Zürich', 'Host: a'), 400, URL_RULE],
        ['a path that is none', head('*', 'Host: a'), 400, URL_RULE],
        ['a host that is none', head('/', 'Host: a b'), 400, URL_RULE],
        ['no host', head('/'), 400, 'Host is required'],
        ['two hosts', head('/', 'Host: a', 'hOST: a'), 400, 'Host may be given only once'],
        ['no HTTP', 'nonsense\r\n\r\n', 400, 'Request is not valid HTTP'],
        ['a method of no protocol', 'FOO /api/v1/account HTTP/1.1\r\nHost: a\r\n\r\n', 405, 'Method not allowed'],
        [
          'two lengths',
          head('/', 'Host: a', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
          400,
          'Request is not valid HTTP',
        ],
        [
          'long headers',
          head('/', 'Host: a', `X-Long: ${'x'.repeat(17_000)}`),
          431,
          'Request line and headers are larger than 16 KiB',
        ],
        [
          'more headers than are read',
          head('/health/live', 'Host: a', ...Array(99).fill('X: y')),
          431,
          'Request has more than 100 headers',
        ],
        ['an expectation', head('/', 'Host: a', 'Expect: nonsense'), 417, 'Expect must be 100-continue'],
      ],
      async ([, text, status, error]) => {
        expect(await refusalOf(text)).toStrictEqual([status, error]);
      },
    ));

  // Nodes differ in what they find too much first.
  it('thousands of headers are refused', async () => {
    const [status] = await refusalOf(head('/health/live', 'Host: a', ...Array(3000).fill('a:')));
    expect(status).toBe(431);
  });

  it('100 headers are read', async () => {
    const lines = ['Host: a', ...Array(98).fill('X: y')];
    expect(await raw(head('/health/live', ...lines))).toMatch(/^HTTP\/1.1 200 /);
  });

  it('HTTP/1.0 needs no host', async () => {
    expect(await raw('GET /health/live HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });

  it('an answer that is under way is not broken by what comes after it', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /endless HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    let answer = '';
    for await (const chunk of socket) {
      answer += chunk;
      if (answer.includes('begun')) socket.write('no chunk\r\n');
    }
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).not.toContain('HTTP/1.1 400');
  });

  it('what the app itself fails to answer is a 500 that says nothing', async () => {
    expect(await refusalOf(head('/rejected', 'Host: a'))).toStrictEqual([500, 'Internal server error']);
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).not.toContain(SECRET_TEXT);
  });
});
