import type { LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRefusedHost } from '../../src/lib/outgoing-request.js';
import { postJson } from '../../src/notifications/post.js';
import { checkRows } from '../rows.js';
import { type Receiver, webhookReceiver } from './webhooks/receiver.js';

let receiver: Receiver;

beforeAll(async () => {
  receiver = await webhookReceiver();
});
afterAll(() => receiver.close());

/** Resolves every name to these addresses. */
const resolving = (...addresses: readonly string[]) =>
  ((_host, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) satisfies LookupFunction;

const post = (url: string, lookup?: LookupFunction) =>
  postJson(url, '{}', {}, { allowPrivate: false, ...(lookup !== undefined && { lookup }) });

describe('an address that is not public', () => {
  test('any address that is not public is refused', () =>
    checkRows(
      [
        '127.0.0.1',
        '[::1]',
        '0x7f000001',
        '2130706433',
        '127.1',
        '0177.0.0.1',
        '[::ffff:127.0.0.1]',
        '169.254.169.254',
      ],
      async (host) => {
        await expect(post(`http://${host}:${receiver.port}/`)).rejects.toThrow(
          'The host resolves to a private IP address',
        );
        expect(receiver.received).toEqual([]);
      },
    ));

  test('is refused behind a name, and when only one of its addresses is not', async () => {
    const url = `http://hooks.example:${receiver.port}/`;
    await expect(post(`http://localhost:${receiver.port}/`)).rejects.toThrow(
      'The host resolves to a private IP address',
    );
    await expect(post(url, resolving('127.0.0.1'))).rejects.toThrow('The host resolves to a private IP address');
    await expect(post(url, resolving('8.8.8.8', '10.0.0.1'))).rejects.toThrow(
      'The host resolves to a private IP address',
    );
    await expect(post(url, resolving())).rejects.toThrow('The host resolves to a private IP address');
    expect(receiver.received).toEqual([]);
  });

  test('is refused before anything is sent, unless the name is not known', async () => {
    const isRefused = (host: string, lookup = resolving(), allowPrivate = false) =>
      isRefusedHost(new URL(`https://${host}/`), { allowPrivate, lookup });
    const unknown = ((_: string, __: object, callback: (error: Error) => void) =>
      callback(new Error('ENOTFOUND'))) as unknown as LookupFunction;
    for (const host of ['127.0.0.1', '[::1]', '2130706433']) expect(await isRefused(host)).toBe(true);
    expect(await isRefused('8.8.8.8')).toBe(false);
    expect(await isRefused('hooks.example', resolving('8.8.8.8', '10.0.0.1'))).toBe(true);
    expect(await isRefused('hooks.example', resolving('8.8.8.8'))).toBe(false);
    expect(await isRefused('hooks.example', unknown)).toBe(false);
    expect(await isRefused('10.0.0.1', unknown, true)).toBe(false);
    expect(await isRefused('hooks.example', resolving('10.0.0.1'), true)).toBe(false);
  });

  test('is allowed where the administrator allows it', async () => {
    await postJson(`http://127.0.0.1:${receiver.port}/a?b=c`, '{"x":1}', { 'X-A': 'b' }, { allowPrivate: true });
    expect(receiver.received.at(-1)).toMatchObject({
      path: '/a?b=c',
      body: '{"x":1}',
      headers: { 'content-type': 'application/json', 'x-a': 'b' },
    });
  });
});

test('an answer that is no success is a failure, and no redirect is followed', () =>
  checkRows([301, 307, 400, 404, 500], async (status) => {
    receiver.status = status;
    const before = receiver.received.length;
    const sent = postJson(`http://127.0.0.1:${receiver.port}/`, '{}', {}, { allowPrivate: true });
    await expect(sent).rejects.toThrow(`It answered with the status ${status}`);
    expect(receiver.received).toHaveLength(before);
    receiver.status = 204;
  }));

test('a host that is not there is a failure without its address', async () => {
  const sent = postJson('http://127.0.0.1:1/secret', '{}', {}, { allowPrivate: true });
  await expect(sent).rejects.toThrow(/^It could not be reached$/);
});
