import { describe, expect, it } from 'vitest';
import { normaliseDomain, normaliseHostPattern } from '../../src/websites/host-name.js';

describe('a domain', () => {
  it.each([
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
    [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
  ])('%j is stored as %j', (text, domain) => {
    expect(normaliseDomain(text)).toBe(domain);
  });

  it.each([
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
    '127.0.0.1',
    'http://[::1]/',
    '1.2',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(127)}example`,
    'xn--a-ecp.example',
  ])('%j is none', (text) => {
    expect(normaliseDomain(text)).toBeUndefined();
  });
});

describe('a host pattern', () => {
  it.each([
    ['*.Example.com', '*.example.com'],
    ['www.example.com', 'www.example.com'],
    ['https://shop.example.com/', 'shop.example.com'],
    ['*.bücher.example', '*.xn--bcher-kva.example'],
  ])('%j is stored as %j', (text, pattern) => {
    expect(normaliseHostPattern(text)).toBe(pattern);
  });

  it.each(['*', '*.', '*.*.example.com', 'a.*.example.com', '*example.com', ''])('%j is none', (text) => {
    expect(normaliseHostPattern(text)).toBeUndefined();
  });
});
