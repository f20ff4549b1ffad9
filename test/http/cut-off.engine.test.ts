import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpServer } from '../../src/http/http-server.js';
import { apiClient } from '../service/api-client.js';
import { CHROME, pageview } from '../service/browser.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';

const TIMES = 30;

let service: TestService;
let server: ReturnType<typeof httpServer>;

beforeAll(async () => {
  service = await sharedService();
  const log = { error: () => undefined, warn: () => undefined };
  server = httpServer({ fetch: service.app.fetch, hostname: '127.0.0.1', log, now: Date.now }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(async () => {
  server.close();
  await service.close();
});

/** Sends an event in two parts and resets the connection, the sooner the less is waited between them. */
async function sendAndReset(event: object, waitMs: number): Promise<void> {
  const body = JSON.stringify(event);
  const head = ['POST /api/event HTTP/1.1', 'Host: x', `User-Agent: ${CHROME}`, `Content-Length: ${body.length}`];
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  await new Promise((resolve) => socket.write(body, resolve));
  socket.resetAndDestroy();
}

test('who resets the connection of an event is excluded all the same', async () => {
  const owner = await apiClient(service);
  const { id, apiKey } = await owner.website();
  await owner.call('PATCH', `/websites/${id}`, { excludedIps: ['127.0.0.1'] });
  for (const waitMs of [0, 5]) {
    for (let time = 0; time < TIMES; time += 1) await sendAndReset(pageview(apiKey), waitMs);
  }
  await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(0);
  await service.drain();
  expect((await owner.get(`/websites/${id}/stats/has-events`)).body.data).toEqual({ hasEvents: false });
});
