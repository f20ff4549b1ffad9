import { describe, expect, it } from 'vitest';
import { canonicalHost, isLocalhost, isOwnHost } from '../../src/collect/steps/hosts.js';
import { checkRows } from '../rows.js';

const website = {
  domain: 'example.com',
  allowedDomains: ['shop.example', '*.partner.example', 'App.Other.example.', 'bücher.example'],
};

describe('isOwnHost', () => {
  it('each host of a website is', () =>
    checkRows(
      [
        'example.com',
        'www.example.com',
        'a.b.example.com',
        'EXAMPLE.com',
        'example.com.',
        'shop.example',
        'www.shop.example',
        'eu.partner.example',
        'a.b.partner.example',
        'app.other.example',
        'www.app.other.example',
        'xn--bcher-kva.example',
        'bücher.example',
      ],
      (host) => {
        expect(isOwnHost(website, host)).toBe(true);
      },
    ));

  it('another host is not', () =>
    checkRows(
      [
        'notexample.com',
        'example.com.evil.example',
        'example.org',
        'com',
        'a.shop.example',
        'partner.example',
        'www.partner.example.evil',
        'other.example',
        'b.app.other.example',
        '',
        '.',
        'localhost',
        '*.partner',
      ],
      (host) => {
        expect(isOwnHost(website, host)).toBe(false);
      },
    ));

  it('takes a wildcard for one subdomain or more, not for the domain itself', () => {
    const wild = { domain: 'other.example', allowedDomains: ['*.example.com'] };
    expect(isOwnHost(wild, 'www.example.com')).toBe(true);
    expect(isOwnHost(wild, 'example.com')).toBe(false);
  });

  it('takes a wildcard in a label', () =>
    checkRows<[string, readonly string[], readonly string[]]>(
      [
        [
          'shop-*.example.com',
          ['shop-1.example.com', 'shop-.example.com', 'www.shop-1.example.com'],
          ['shop.example.com', 'a.shop-1.example.com', 'shop-1.a.example.com', 'shop-1.example.com.evil.example'],
        ],
        ['*shop.example.com', ['shop.example.com', 'myshop.example.com'], ['a.shop.example.com', 'shops.example.com']],
        ['a.*.example.com', ['a.b.example.com'], ['a.example.com', 'a.b.c.example.com', 'b.a.example.com']],
        ['*.shop-*.example.com', ['a.shop-1.example.com', 'a.b.shop-1.example.com'], ['shop-1.example.com']],
        ['*.*.example.com', ['a.b.example.com', 'a.b.c.example.com'], ['a.example.com', 'example.com']],
        ['example.*', ['example.com', 'www.example.de'], ['example.co.uk', 'sub.example.com', 'example']],
        ['192.168.1.*', ['192.168.1.7'], ['192.168.2.7']],
        ['shop-*.xn--bcher-kva.example', ['shop-1.bücher.example'], ['shop-1.bucher.example']],
      ],
      ([pattern, own, foreign]) => {
        const wild = { domain: 'other.example', allowedDomains: [pattern] };
        expect(own.filter((host) => !isOwnHost(wild, host))).toEqual([]);
        expect(foreign.filter((host) => isOwnHost(wild, host))).toEqual([]);
      },
    ));

  it('takes an address as a domain', () =>
    checkRows(['192.168.1.10', '[2001:db8::1]'], (domain) => {
      expect(isOwnHost({ domain, allowedDomains: [] }, new URL(`http://${domain}:8080/`).hostname)).toBe(true);
      expect(isOwnHost({ domain, allowedDomains: [] }, '192.168.1.11')).toBe(false);
    }));

  it('sees the settings of each website', () => {
    expect(isOwnHost({ domain: 'a.example', allowedDomains: [] }, 'a.example')).toBe(true);
    expect(isOwnHost({ domain: 'b.example', allowedDomains: [] }, 'a.example')).toBe(false);
  });
});

describe('isLocalhost', () => {
  it('each name of the own machine is', () =>
    checkRows(
      [
        'localhost',
        'LOCALHOST',
        'localhost.',
        'app.localhost',
        '127.0.0.1',
        '127.255.0.9',
        '[::1]',
        '::1',
        '0.0.0.0',
        '[::ffff:7f00:1]',
      ],
      (host) => {
        expect(isLocalhost(host)).toBe(true);
      },
    ));

  it('another host is not', () =>
    checkRows(
      [
        'example.com',
        'localhost.example.com',
        'notlocalhost',
        '128.0.0.1',
        '10.0.0.1',
        '[2001:db8::1]',
        '',
        '127.0.0.1.example.com',
      ],
      (host) => {
        expect(isLocalhost(host)).toBe(false);
      },
    ));
});

describe('canonicalHost', () => {
  it('of a spelling', () =>
    checkRows(
      [
        ['BÜCHER.example.', 'xn--bcher-kva.example'],
        [`${'Ü'.repeat(64)}.Example.`, `${'ü'.repeat(64)}.example`],
      ],
      ([host, canonical]) => {
        expect(canonicalHost(host)).toBe(canonical);
      },
    ));

  it('never fails', () => {
    for (const host of ['', '.', '...', '[', ']', '\0', '\ud800', 'a b', '%', 'xn--', 'x'.repeat(10_000)]) {
      expect(canonicalHost(host)).toBeTypeOf('string');
    }
  });
});
