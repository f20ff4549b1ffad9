import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { httpServer } from '../../src/http/http-server.js';
import { type ConnectionLimits, connectionLimits } from '../../src/http/server/connection-limits.js';
import { NOW, sampleApp } from './sample-app.js';

let server: Server;
const sockets = new Set<Socket>();
const warnings: unknown[] = [];

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  warnings.length = 0;
  server.close();
});

async function serve(limits: ConnectionLimits): Promise<void> {
  const log = { error: () => undefined, warn: (...line: unknown[]) => void warnings.push(line) };
  server = httpServer({ fetch: sampleApp().app.fetch, hostname: '127.0.0.1', log, now: () => NOW, limits });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

/** Sends a request on a connection from this address; gives the start of the answer, or nothing where it is closed. */
async function ask(localAddress: string): Promise<string> {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress });
  sockets.add(socket);
  socket.on('error', () => undefined).write('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk));
  await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  return answer.slice(0, 12);
}

const OK = 'HTTP/1.1 200';

test('one address has a limit, and others come in meanwhile', async () => {
  await serve({ total: 100, perAddress: 3, isProxy: (address) => address === '127.0.0.9' });
  const answers = [];
  for (let index = 0; index < 6; index += 1) answers.push(await ask('127.0.0.2'));
  expect(answers).toEqual([OK, OK, OK, '', '', '']);
  expect(await ask('127.0.0.3')).toBe(OK);
  for (let index = 0; index < 5; index += 1) expect(await ask('127.0.0.9')).toBe(OK);
  expect(warnings).toHaveLength(1);

  const [first] = sockets;
  first?.destroy();
  await expect.poll(() => ask('127.0.0.2')).toBe(OK);
});

test('idle connections make room when there are as many as there may be', async () => {
  await serve({ total: 4, perAddress: 100, isProxy: () => false });
  for (let index = 0; index < 4; index += 1) expect(await ask('127.0.0.2')).toBe(OK);
  expect(await ask('127.0.0.3')).toBe('');
  await expect.poll(() => ask('127.0.0.3')).toBe(OK);
  expect(JSON.stringify(warnings)).toContain('as many are open as this process may have');
});

test('the limits leave descriptors for the databases', () => {
  const { total, perAddress } = connectionLimits(() => false);
  expect(total).toBeGreaterThan(perAddress);
  expect(total).toBeLessThanOrEqual(10_000);
});
