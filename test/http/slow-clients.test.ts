import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureSchema } from '../../src/http/api/envelope.js';
import { httpServer } from '../../src/http/http-server.js';
import { KEY, NOW, OWN_ID, sampleApp } from './sample-app.js';

/** Short ones, so that a test does not take as long as a client may. */
const timeouts = { headers: 100, body: 300, reading: 200, check: 20 };

describe('over a slow connection', () => {
  const { app, logged } = sampleApp();
  app.post('/api/event', async (context) => context.text(await context.req.text()));
  app.get('/slow', () => setTimeout(600, new Response('slow')));
  app.get('/large', () => new Response(Buffer.alloc(64 * 2 ** 20)));
  let server: Server;
  let socket: Socket;
  let received: string;

  beforeEach(async () => {
    const log = { error: (...line: unknown[]) => void logged.push(line), warn: () => undefined };
    server = httpServer({ fetch: app.fetch, hostname: '127.0.0.1', log, now: () => NOW, timeouts });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    received = '';
  });
  afterEach(() => {
    socket.destroy();
    server.close();
    server.closeAllConnections();
  });

  const listen = () => socket.on('data', (chunk) => (received += chunk));
  const requestOf = (start: string, length: number) =>
    `${start} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${KEY}\r\nContent-Type: application/x-ndjson\r\nContent-Length: ${length}\r\n\r\n`;

  /** Sends a byte every 20 ms for as long as the connection is open. */
  const drip = () => {
    const timer = setInterval(() => socket.write('x'), 20);
    socket.once('close', () => clearInterval(timer));
  };

  test.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    ['an event', requestOf('POST /api/event', 10_000)],
    ['a JSON body', requestOf('POST /api/v1/websites', 10_000)],
    ['an event after an answer', `GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n${requestOf('POST /api/event', 10_000)}`],
  ])('%s that do not come in time are 408, and the connection is closed', async (_what, start) => {
    listen();
    socket.write(start);
    drip();
    await once(socket, 'close');
    expect(received).toMatch(/HTTP\/1.1 408 Request Timeout\r\n/);
    const body = received.slice(received.lastIndexOf('\r\n\r\n'));
    expect(failureSchema.parse(JSON.parse(body)).meta.errors).toEqual(['Request took too long to come in']);
    expect(logged).toEqual([]);
  });

  test('an import may take longer than anything else', async () => {
    listen();
    socket.write(requestOf(`POST /api/v1/websites/${OWN_ID}/import`, 50));
    drip();
    await expect.poll(() => received).toContain('"bytes":50');
  });

  test('an import that was refused holds no connection', async () => {
    listen();
    socket.write(requestOf('POST /api/v1/websites/nonsense/import', 10_000));
    drip();
    await once(socket, 'close');
    expect(received).toMatch(/^HTTP\/1.1 4/);
  });

  test('an answer that takes long to make is not cut off', async () => {
    listen();
    socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => received).toContain('slow');
  });

  test('a client that stops reading its answer is cut off', async () => {
    socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
    await once(socket, 'connect');
    await expect.poll(connections).toBe(1);
    socket.pause();
    await expect.poll(connections).toBe(0);
  });
});
