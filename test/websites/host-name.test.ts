import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { normalizeDomain, normalizeHostPattern } from '../../src/websites/settings.js';
import { checkRows } from '../rows.js';

describe('a domain', () => {
  it('is stored in one spelling', () =>
    checkRows(
      [
        ['example.com', 'example.com'],
        ['  EXAMPLE.com  ', 'example.com'],
        ['https://www.Example.com/shop?a=1#b', 'example.com'],
        ['//example.com', 'example.com'],
        ['example.com:8080', 'example.com'],
        ['example.com.', 'example.com'],
        ['shop.example.com', 'shop.example.com'],
        ['www.www.example.com', 'www.example.com'],
        ['www.com', 'www.com'],
        ['Bücher.example', 'xn--bcher-kva.example'],
        ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
        ['localhost', 'localhost'],
        ['http://localhost:3000/', 'localhost'],
        ['intranet', 'intranet'],
        ['www.co.uk', 'www.co.uk'],
        ['127.0.0.1', '127.0.0.1'],
        ['http://192.168.1.10:8080/shop', '192.168.1.10'],
        ['http://[::1]/', '[::1]'],
        ['2001:DB8:0::1', '[2001:db8::1]'],
        [`${'a'.repeat(60)}.example:8080`, `${'a'.repeat(60)}.example`],
        [`${'ü'.repeat(30)}.example`, 'xn--tdaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example'],
        [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
      ],
      ([text, domain]) => {
        expect(normalizeDomain(text)).toBe(domain);
      },
    ));

  it('another text is none', () =>
    checkRows(
      [
        '',
        ' ',
        'https://',
        '/shop',
        '.',
        'example..com',
        '.example.com',
        'exa mple.com',
        'exa\tmple.com',
        'exa_mple.com',
        '-example.com',
        'example-.com',
        '*.example.com',
        'ada@example.com',
        'user:secret@example.com',
        'javascript:alert(1)',
        'example.com:port',
        'ex%61mple.com',
        "example.com'--",
        '<script>',
        '🦶 .com',
        '1.2',
        '0x7f.0.0.1',
        '127.0.0.256',
        '[::1',
        '[::g]',
        'fe80::1%25eth0',
        `${'a'.repeat(64)}.example`,
        `${'a.'.repeat(127)}example`,
      ],
      (text) => {
        expect(normalizeDomain(text)).toBeUndefined();
      },
    ));
});

it('a label that is too long is seen before it is encoded', () =>
  checkRows([`${'ü'.repeat(64)}.example`, `https://a.${'\u4e00'.repeat(200)}/shop`], (text) => {
    const encode = vi.spyOn(globalThis, 'URL');
    onTestFinished(() => encode.mockRestore());
    expect(normalizeDomain(text)).toBeUndefined();
    expect(normalizeHostPattern(`*.${text}`)).toBeUndefined();
    expect(encode).not.toHaveBeenCalled();
  }));

describe('a host pattern', () => {
  it('is stored in one spelling', () =>
    checkRows(
      [
        ['*.Example.com', '*.example.com'],
        ['www.example.com', 'www.example.com'],
        ['https://shop.example.com/', 'shop.example.com'],
        ['*.bücher.example', '*.xn--bcher-kva.example'],
        ['Shop-*.example.com', 'shop-*.example.com'],
        ['shop-*.bücher.example', 'shop-*.xn--bcher-kva.example'],
        ['*example.com', '*example.com'],
        ['a.*.example.com', 'a.*.example.com'],
        ['*.*.example.com', '*.*.example.com'],
        ['https://*.example.com:8080/shop', '*.example.com'],
        ['example.*', 'example.*'],
        ['192.168.1.*', '192.168.1.*'],
        ['[2001:db8::1]', '[2001:db8::1]'],
      ],
      ([text, pattern]) => {
        expect(normalizeHostPattern(text)).toBe(pattern);
      },
    ));

  it('another text is none', () =>
    checkRows(
      [
        '*',
        '*.',
        '*.*',
        '**',
        '*.example..com',
        '-*.example.com',
        'bü*cher.example',
        '*_.example.com',
        '*@a.example',
        'x*https://a.example',
        '',
      ],
      (text) => {
        expect(normalizeHostPattern(text)).toBeUndefined();
      },
    ));
});
