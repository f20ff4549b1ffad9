import { expect, test } from 'vitest';
import { unicodeHost } from '../../src/lib/unicode-host.js';

test.each([
  ['xn--bcher-kva.example', 'bücher.example'],
  ['xn--4gbrim.xn--mgbh0fb', 'موقع.مثال'],
  ['*.xn--bcher-kva.example', '*.bücher.example'],
  ['shop-*.xn--bcher-kva.example', 'shop-*.bücher.example'],
  ['example.com', 'example.com'],
  ['[2001:db8::1]', '[2001:db8::1]'],
  ['', ''],
])('%s is read as %s', (host, unicode) => expect(unicodeHost(host)).toBe(unicode));

test.each(['xn--a', 'xn--', 'xn--zzzzzzzzzzzz.example', 'XN--BCHER-KVA.example'])(
  '%s would not lead back, and stays',
  (host) => expect(unicodeHost(host)).toBe(host),
);
