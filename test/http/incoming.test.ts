import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { decodeHeader, readHeader, socketAddress } from '../../src/http/server/incoming.js';
import { checkRows } from '../rows.js';

const app = new Hono<{ Bindings: HttpBindings }>();
app.get('/', (context) =>
  context.json([
    readHeader(context, 'x-forwarded-for') ?? null,
    readHeader(context, 'user-agent') ?? null,
    socketAddress(context) ?? null,
  ]),
);

/** Returns what the app reads from a request that a server received. */
async function readOnServer(headers: Readonly<Record<string, string | string[]>>): Promise<unknown> {
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, headers, agent: false }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk)).on('end', () => resolve(JSON.parse(text)));
      })
        .once('error', reject)
        .end();
    });
  } finally {
    server.close();
  }
}

it('reads what a client sent', async () => {
  expect(await readOnServer({ 'X-Forwarded-For': '203.0.113.7', 'USER-AGENT': 'Agent' })).toEqual([
    '203.0.113.7',
    'Agent',
    '127.0.0.1',
  ]);
});

it('joins a header that came several times, as the hops of proxies that each add a line', async () => {
  const [hops] = (await readOnServer({ 'X-Forwarded-For': ['203.0.113.7', '10.0.0.2'] })) as readonly string[];
  expect(hops).toBe('203.0.113.7, 10.0.0.2');
});

it('decodes headers', () =>
  checkRows(
    [
      ['Firefox/145.0', 'Firefox/145.0'],
      [Buffer.from('Café 日本').toString('latin1'), 'Café 日本'],
      ['Caf\xe9', 'Caf\xe9'],
    ],
    ([sent, text]) => {
      expect(decodeHeader(sent)).toBe(text);
    },
  ));

it('reads a request that came without a server', async () => {
  const headers = { 'X-Forwarded-For': '203.0.113.7' };
  expect(await (await app.request('/', { headers })).json()).toEqual(['203.0.113.7', null, null]);
});
