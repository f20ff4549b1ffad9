import { describe, expect, test } from 'vitest';
import { parseHttpUrl, parseUrl } from '../src/url.js';

describe('parsing an address', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTP://Example.com:80/a b', 'http://example.com/a%20b'],
    ['about:blank', 'about:blank'],
    ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
  ])('%s is %s', (text, href) => {
    expect(parseUrl(text)?.href).toBe(href);
  });

  test.each(['', 'example.com', '/path', 'https://', 'http://a b/', '\0'])('%j is none', (text) => {
    expect(parseUrl(text)).toBeUndefined();
  });

  test('the hundred-thousandth is understood as the first', () => {
    for (let call = 0; call < 100_000; call += 1) parseUrl(`https://example.com/${call % 10}`);
    expect(parseUrl('https://münchen.example/')?.host).toBe('xn--mnchen-3ya.example');
  });
});

describe('an address by http or https', () => {
  test.each([
    'http://example.com',
    'https://example.com/a?b#c',
    'HTTPS://EXAMPLE.COM',
    'http://[::1]:8080/',
    ' https://a.b ',
  ])('is %s', (text) => {
    expect(parseHttpUrl(text)).toBeInstanceOf(URL);
  });

  test.each([
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
  ])('is not %j', (text) => {
    expect(parseHttpUrl(text)).toBeUndefined();
  });
});
