import { once } from 'node:events';
import { request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY, OWN_ID, sampleApp } from './sample-app.js';

/** What only a real connection shows: bodies in chunks, and requests that `fetch` would not send. */
describe('over a socket', () => {
  const { app } = sampleApp();
  let server: Server;
  let port: number;

  beforeAll(async () => {
    server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
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
      const sent = request({ port, host: '127.0.0.1', path, method: 'POST', headers }, async (response) => {
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

  it.each(['TRACE', 'PROPFIND', 'HEAD'])('%s gets an ordinary answer', async (method) => {
    const answer = await raw(
      `${method} /api/v1/account HTTP/1.1\r\nHost: a\r\nX-API-Key: ${KEY}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(method === 'HEAD' ? /^HTTP\/1.1 200 / : /^HTTP\/1.1 405 /);
  });

  it.each([
    '/api/v1/%',
    '/api/v1/websites/%c3%28',
    '//api/v1/account',
    '/api/v1/\\..\\x',
    '*',
    'http://other/api/v1/x',
  ])('path %s is no 500', async (path) => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${KEY}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d /);
  });

  it.each(['', 'a b', '[', 'a/b', 'x'.repeat(5000)])('host %j is no 500', async (host) => {
    const answer = await raw(
      `GET /api/v1/account HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${KEY}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 [24]\d\d /);
  });
});
