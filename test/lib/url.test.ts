import { domainToASCII } from 'node:url';
import { describe, expect, test } from 'vitest';
import { hasLongLabel, parseHttpUrl, parseUrl } from '../../src/lib/url.js';
import { checkRows } from '../rows.js';

describe('parsing an address', () => {
  test('each URL is parsed', () =>
    checkRows(
      [
        ['https://example.com', 'https://example.com/'],
        ['HTTP://Example.com:80/a b', 'http://example.com/a%20b'],
        ['about:blank', 'about:blank'],
        ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
      ],
      ([text, href]) => {
        expect(parseUrl(text)?.href).toBe(href);
      },
    ));

  test('another text is none', () =>
    checkRows(['', 'example.com', '/path', 'https://', 'http://a b/', '\0'], (text) => {
      expect(parseUrl(text)).toBeUndefined();
    }));

  test('a host that is too long to be encoded is none, however it is written', () => {
    const host = 'ü'.repeat(300);
    for (const text of [
      `https://${host}.com/`,
      `https:\\\\${host}`,
      `https:${host}`,
      `\t https:////a@${host}?x`,
      `ftp://${host}#`,
    ]) {
      expect(parseUrl(text)).toBeUndefined();
    }
    expect(parseUrl(`https://${'%C3%BC'.repeat(300)}/`)).toBeUndefined();
    expect(parseUrl(`https://${'a\u0301'.repeat(300)}/`)).toBeUndefined();
    expect(parseUrl(`https://www.${domainToASCII(host).replace('xn', 'XN')}.com/`)).toBeUndefined();
  });

  test('what is long elsewhere is one', () => {
    const long = 'ü'.repeat(300);
    expect(parseUrl(`https://münchen.example/${long}?${long}#${long}`)?.host).toBe('xn--mnchen-3ya.example');
    expect(parseUrl(`https://münchen.example?${long}`)?.host).toBe('xn--mnchen-3ya.example');
    expect(parseUrl(`https://${'a'.repeat(1000)}.example/`)?.host).toHaveLength(1008);
    expect(parseUrl(`data:image/png,${long}`)?.protocol).toBe('data:');
  });

  test('the hundred-thousandth is understood as the first', () => {
    for (let call = 0; call < 100_000; call += 1) parseUrl(`https://example.com/${call % 10}`);
    expect(parseUrl('https://münchen.example/')?.host).toBe('xn--mnchen-3ya.example');
  });
});

test('a host with a label that is too long is noticed', () =>
  checkRows(
    [
      ['a'.repeat(64), true],
      [`a.${'ü'.repeat(64)}.example`, true],
      [`${'😀'.repeat(63)}.example`, false],
      [`${'ü'.repeat(63)}.${'a'.repeat(63)}\u3002${'a'.repeat(63)}`, false],
      [`${'a'.repeat(60)}:8080`, false],
    ],
    ([host, isLong]) => {
      expect(hasLongLabel(host)).toBe(isLong);
    },
  ));

describe('an address by http or https', () => {
  test('each URL of the web is', () =>
    checkRows(
      ['http://example.com', 'https://example.com/a?b#c', 'HTTPS://EXAMPLE.COM', 'http://[::1]:8080/', ' https://a.b '],
      (text) => {
        expect(parseHttpUrl(text)).toBeInstanceOf(URL);
      },
    ));

  test('another text is not', () =>
    checkRows(
      [
        '',
        'example.com',
        '/path',
        '//example.com',
        'ftp://a.b',
        'file:///etc/passwd',
        'javascript:alert(1)',
        'data:text/html,x',
        'about:blank',
        'android-app://com.google.android.gm/',
        'http://',
        'http://a b/',
        'http://[::1',
        'null',
      ],
      (text) => {
        expect(parseHttpUrl(text)).toBeUndefined();
      },
    ));
});
