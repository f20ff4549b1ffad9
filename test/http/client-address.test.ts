import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { addressOfClient, clientAddress } from '../../src/http/server/client-address.js';
import { addressSet } from '../../src/lib/ip-address.js';
import { checkRows } from '../rows.js';

const PROXIES = ['10.0.0.0/8', '192.168.1.1', 'fd00::/8', '::1'];

/** [what it is, socket, X-Forwarded-For, Forwarded, client] */
const ARRANGEMENTS: readonly (readonly [
  string,
  string | undefined,
  string | undefined,
  string | undefined,
  string | undefined,
])[] = [
  ['no proxy', '203.0.113.7', undefined, undefined, '203.0.113.7'],
  ['a client that claims to be another', '203.0.113.7', '1.1.1.1', undefined, '203.0.113.7'],
  ['the same in the other header', '203.0.113.7', undefined, 'for=1.1.1.1', '203.0.113.7'],
  ['one proxy', '10.0.0.1', '203.0.113.7', undefined, '203.0.113.7'],
  ['one proxy, and a client that lied to it', '10.0.0.1', '1.1.1.1, 203.0.113.7', undefined, '203.0.113.7'],
  ['two proxies', '10.0.0.1', '203.0.113.7, 192.168.1.1', undefined, '203.0.113.7'],
  ['two proxies, the outer one unknown', '10.0.0.1', '203.0.113.7, 192.168.1.2', undefined, '192.168.1.2'],
  ['a client that names a trusted proxy', '10.0.0.1', '1.1.1.1, 203.0.113.7, 10.0.0.2', undefined, '203.0.113.7'],
  ['a request from a proxy itself', '10.0.0.1', undefined, undefined, '10.0.0.1'],
  ['proxies all the way', '10.0.0.1', '10.0.0.3, 10.0.0.2', undefined, '10.0.0.3'],
  ['IPv4 mapped into IPv6', '::ffff:10.0.0.1', '::ffff:203.0.113.7', undefined, '203.0.113.7'],
  ['the same in hexadecimal', '::ffff:a00:1', '::FFFF:CB00:7107', undefined, '203.0.113.7'],
  ['IPv6 in several spellings', '0:0:0:0:0:0:0:1', '2001:DB8:0:0:0:0:0:1', undefined, '2001:db8::1'],
  ['ports', '10.0.0.1', '1.1.1.1:80, 203.0.113.7:51234', undefined, '203.0.113.7'],
  ['IPv6 with a port', '10.0.0.1', '[2001:db8::1]:443', undefined, '2001:db8::1'],
  [
    'garbage from the client, before the truth',
    '10.0.0.1',
    `'; drop, ${'x'.repeat(3000)}, 203.0.113.7`,
    undefined,
    '203.0.113.7',
  ],
  ['garbage from the proxy', '10.0.0.1', '1.1.1.1, unknown', undefined, '10.0.0.1'],
  ['nothing but commas', '10.0.0.1', ' , ,, ', undefined, '10.0.0.1'],
  ['empty elements between', '10.0.0.1', '1.1.1.1,, 203.0.113.7 ,', undefined, '203.0.113.7'],
  ['a zone', 'fe80::1%eth0', undefined, undefined, 'fe80::1'],
  ['Forwarded', '10.0.0.1', undefined, 'For="[2001:db8::1]:4711";proto=https;by=10.0.0.1', '2001:db8::1'],
  [
    'Forwarded with several hops',
    '10.0.0.1',
    undefined,
    'for=1.1.1.1, for=203.0.113.7;host="a,b", for=10.0.0.2',
    '203.0.113.7',
  ],
  ['Forwarded without an address', '10.0.0.1', undefined, 'for=1.1.1.1, for=_hidden', '10.0.0.1'],
  ['Forwarded with a hop that says nothing', '10.0.0.1', undefined, 'for=1.1.1.1, proto=https', '10.0.0.1'],
  ['Forwarded with an open quote from the client', '10.0.0.1', undefined, 'for="1.1.1.1, for=203.0.113.7', '10.0.0.1'],
  ['Forwarded of nonsense', '10.0.0.1', undefined, ';;=,"', '10.0.0.1'],
  ['both headers, of one client', '10.0.0.1', '1.1.1.1, 203.0.113.7', 'for=203.0.113.7', '203.0.113.7'],
  ['both headers, one with an inner proxy', '10.0.0.1', '203.0.113.7, 10.0.0.2', 'for=203.0.113.7', '203.0.113.7'],
  ['a proxy of Forwarded, and a client that lied', '10.0.0.1', '1.1.1.1', 'for=203.0.113.7', '10.0.0.1'],
  ['a proxy of X-Forwarded-For, and a client that lied', '10.0.0.1', '203.0.113.7', 'for=1.1.1.1', '10.0.0.1'],
  ['a lie that has no address', '10.0.0.1', '203.0.113.7', 'for=unknown', '10.0.0.1'],
  ['a lie that is not well-formed', '10.0.0.1', '203.0.113.7', 'for="', '10.0.0.1'],
  ['an empty lie', '10.0.0.1', ' , ', 'for=203.0.113.7', '10.0.0.1'],
  [
    'both headers, whose ways part behind an inner proxy',
    '10.0.0.1',
    '203.0.113.7, 10.0.0.2',
    'for=1.1.1.1, for=10.0.0.2',
    '10.0.0.2',
  ],
  ['a client that lies in both', '203.0.113.7', '1.1.1.1', 'for=2.2.2.2', '203.0.113.7'],
  ['a connection that is gone', undefined, '203.0.113.7', undefined, undefined],
];

describe('the client address', () => {
  const isTrusted = addressSet(PROXIES);

  it('in every arrangement of proxies', () =>
    checkRows(ARRANGEMENTS, ([, socketAddress, xForwardedFor, forwarded, client]) => {
      expect(addressOfClient({ socketAddress, xForwardedFor, forwarded }, isTrusted)).toBe(client);
    }));

  it('comes from the socket of the request', async () => {
    const app = new Hono();
    const addressOf = clientAddress(['127.0.0.1']);
    app.get('/', (context) => context.text(addressOf(context) ?? 'none'));
    const env = { incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } } };
    const headers = { 'X-Forwarded-For': '203.0.113.7' };
    expect(await (await app.request('/', { headers }, env)).text()).toBe('203.0.113.7');
    expect(await (await app.request('/', { headers })).text()).toBe('none');
  });

  it('believes nobody when no proxy is trusted', () => {
    const origin = { socketAddress: '10.0.0.1', xForwardedFor: '1.1.1.1', forwarded: undefined };
    expect(addressOfClient(origin, addressSet([]))).toBe('10.0.0.1');
  });

  it('follows no more proxies than there can be', () => {
    const origin = {
      socketAddress: '10.0.0.1',
      xForwardedFor: `1.1.1.1${', 10.0.0.2'.repeat(1000)}`,
      forwarded: undefined,
    };
    expect(addressOfClient(origin, isTrusted)).toBe('10.0.0.2');
  });

  it.each([
    ['a private address', '192.168.7.1', { 'X-Forwarded-For': '203.0.113.7' }, [], 1],
    ['a private address in the other header', '::1', { Forwarded: 'for=203.0.113.7' }, [], 1],
    ['a private address without a word', '192.168.7.1', {}, [], 0],
    ['a client that lies', '203.0.113.7', { 'X-Forwarded-For': '1.1.1.1' }, [], 0],
    ['a proxy where one is trusted', '192.168.7.1', { 'X-Forwarded-For': '203.0.113.7' }, ['10.0.0.1'], 0],
  ])('tells once of a proxy that nobody trusts: %s', async (_what, remoteAddress, headers, trusted, times) => {
    let told = 0;
    const app = new Hono();
    const addressOf = clientAddress(trusted, () => {
      told += 1;
    });
    app.get('/', (context) => context.text(addressOf(context) ?? 'none'));
    const env = { incoming: { socket: { remoteAddress, remotePort: 1, remoteFamily: 'IPv4' } } };
    for (let request = 0; request < 3; request += 1) {
      expect(await (await app.request('/', { headers }, env)).text()).toBe(remoteAddress);
    }
    expect(told).toBe(times);
  });

  it('is found in a hostile header', () => {
    const forwarded = `for="${'\\'.repeat(16_000)}`;
    expect(addressOfClient({ socketAddress: '10.0.0.1', xForwardedFor: undefined, forwarded }, isTrusted)).toBe(
      '10.0.0.1',
    );
  });
});
