import { expect, test } from 'vitest';
import { unicodeHost } from '../../src/lib/unicode-host.js';
import { checkRows } from '../rows.js';

test('a host is shown in its own script', () =>
  checkRows(
    [
      ['xn--bcher-kva.example', 'bücher.example'],
      ['xn--4gbrim.xn--mgbh0fb', 'موقع.مثال'],
      ['www.xn--e1afmkfd.xn--p1ai', 'www.пример.рф'],
      ['xn--fiqs8s.example', '中国.example'],
      ['*.xn--bcher-kva.example', '*.bücher.example'],
      ['shop-*.xn--bcher-kva.example', 'shop-*.bücher.example'],
      ['example.com', 'example.com'],
      ['[2001:db8::1]', '[2001:db8::1]'],
      ['Hacker News', 'Hacker News'],
      ['', ''],
    ],
    ([host, shown]) => expect(unicodeHost(host)).toBe(shown),
  ));

test('a host that would not lead back, or could pass for another one, stays', () =>
  checkRows(
    [
      ...['xn--a', 'xn--', 'xn--!.com', 'xn--zzzzzzzzzzzz.example', 'XN--BCHER-KVA.example'],
      // All Cyrillic, but looks like "apple"; Cyrillic "а" among Latin letters.
      ...['xn--80ak6aa92e.com', 'xn--pple-43d.com'],
    ],
    (host) => expect(unicodeHost(host)).toBe(host),
  ));
