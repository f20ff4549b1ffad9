import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { favicon } from '../../src/dashboard/ui/favicon.js';
import { fetchIcon, iconFinder } from '../../src/dashboard/ui/fetch-icon.js';
import { checkRows } from '../rows.js';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
/** Resolves every name to these addresses. */
const resolving =
  (...addresses: readonly string[]): LookupFunction =>
  (_host, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

const ANYWHERE = { allowPrivate: true, lookup: resolving('127.0.0.1') };
const PRIVATE = 'The host resolves to a private IP address';

let answer: RequestListener;
let requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(`${request.headers.host?.replace(/:.*/, '')}${request.url}`);
  answer(request, response);
});
let origin: string;
let port: number;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
  origin = `http://127.0.0.1:${port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  requests = [];
  answer = (_request, response) => void response.setHeader('Content-Type', 'image/png').end(PNG);
});

test('an icon is fetched from the address that its host resolves to', async () => {
  const icon = await fetchIcon(`http://icons.example:${port}/a.png?b=1#c`, ANYWHERE);
  expect(icon).toEqual({ contentType: 'image/png', bytes: PNG });
  expect(requests).toEqual(['icons.example/a.png?b=1']);
});

describe('nothing is asked', () => {
  test('of any address that is not public', () =>
    checkRows(
      [
        'http://127.0.0.1/',
        'http://[::1]/',
        'http://[::ffff:127.0.0.1]/',
        'http://2130706433/',
        'http://0x7f.1/',
        'http://169.254.169.254/latest/meta-data',
        'http://192.168.0.1/',
        'ftp://example.com/a.png',
        'file:///etc/passwd',
      ],
      async (url) => {
        await expect(fetchIcon(url)).rejects.toThrow(/private IP address|not an http/);
      },
    ));

  test('of a host with a private address, alone or beside a public one', async () => {
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['::1'], []]) {
      const icon = fetchIcon('http://rebinding.example/', { allowPrivate: false, lookup: resolving(...addresses) });
      await expect(icon).rejects.toThrow(PRIVATE);
    }
  });

  test('of another port', async () => {
    const icon = fetchIcon('http://93.184.216.34:6379/');
    await expect(icon).rejects.toThrow('not a public address');
  });

  test('after a redirect to a private address', async () => {
    // The first host stands for a public one.
    const options = { ...ANYWHERE };
    answer = (_request, response) => {
      options.allowPrivate = false;
      response.writeHead(302, { Location: 'http://10.0.0.1/secret' }).end();
    };
    await expect(fetchIcon(`${origin}/`, options)).rejects.toThrow(PRIVATE);
    expect(requests).toEqual(['127.0.0.1/']);
  });
});

test('a name and a password in the address are not sent', async () => {
  let authorization: string | undefined = 'unknown';
  answer = (request, response) => {
    authorization = request.headers.authorization;
    response.setHeader('Content-Type', 'image/png').end(PNG);
  };
  await fetchIcon(`http://ada:secret@icons.example:${port}/a.png`, ANYWHERE);
  expect(authorization).toBeUndefined();
});

test('a redirect is followed at once, whatever its body', async () => {
  answer = (request, response) => {
    if (request.url === '/icon.png') return void response.setHeader('Content-Type', 'image/png').end(PNG);
    response.writeHead(302, { Location: '/icon.png' });
    response.write('a body that does not end');
  };
  expect((await fetchIcon(`${origin}/old`, ANYWHERE)).bytes).toEqual(PNG);
});

test('redirects are followed, but not for long', async () => {
  answer = (request, response) => {
    if (request.url === '/icon.png') response.setHeader('Content-Type', 'image/png').end(PNG);
    else response.writeHead(301, { Location: request.url === '/loop' ? '/loop' : '/icon.png' }).end();
  };
  expect((await fetchIcon(`${origin}/old`, ANYWHERE)).bytes).toEqual(PNG);
  await expect(fetchIcon(`${origin}/loop`, ANYWHERE)).rejects.toThrow('too many redirects');
  expect(requests.filter((path) => path.endsWith('/loop'))).toHaveLength(4);
});

test.each<[string, RequestListener, string]>([
  ['a page', (_, response) => void response.setHeader('Content-Type', 'text/html').end('<p>'), 'not an image'],
  ['no type', (_, response) => void response.end(PNG), 'not an image'],
  [
    'a hostile type',
    (_, response) => void response.setHeader('Content-Type', 'image/png"><script>').end(PNG),
    'not an image',
  ],
  ['an error', (_, response) => void response.writeHead(404, { 'Content-Type': 'image/png' }).end(PNG), 'not an image'],
  ['nothing', (_, response) => void response.setHeader('Content-Type', 'image/png').end(), 'empty'],
  [
    'too much, without a length',
    (_, response) => {
      response.setHeader('Content-Type', 'image/png');
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16 * 1024)));
        response.once('drain', more);
      };
      more();
    },
    'too large',
  ],
])('%s is no icon', async (_what, listener, error) => {
  answer = listener;
  await expect(fetchIcon(`${origin}/`, ANYWHERE)).rejects.toThrow(error);
});

test('an icon is fetched once, whether it can be or not', async () => {
  const find = iconFinder(ANYWHERE);
  const [first, second] = await Promise.all([find(`${origin}/a`), find(`${origin}/a`)]);
  expect([first, second, await find(`${origin}/a`)]).toEqual([first, first, first]);
  expect(first?.bytes).toEqual(PNG);
  answer = (_request, response) => void response.writeHead(500).end();
  expect([await find(`${origin}/b`), await find(`${origin}/b`)]).toEqual([undefined, undefined]);
  expect(requests).toEqual(['127.0.0.1/a', '127.0.0.1/b']);
});

test('the icon of a website is the image at its address, which cannot run, or a letter', async () => {
  const response = await favicon({ domain: 'example.com', favicon: `${origin}/a` }, iconFinder(ANYWHERE));
  expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG);
  expect(response.headers.get('Content-Type')).toBe('image/png');
  expect(response.headers.get('Content-Security-Policy')).toContain('sandbox');
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  const refused = await favicon({ domain: 'example.com', favicon: `${origin}/a` }, iconFinder());
  expect(await refused.text()).toContain('>E</text>');
  expect(refused.headers.get('Cache-Control')).toBe('private, max-age=60');
});
