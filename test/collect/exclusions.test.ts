import { describe, expect, it } from 'vitest';
import {
  type Exclusions,
  isExcludedCountry,
  isExcludedHostname,
  isExcludedIp,
  isExcludedPath,
} from '../../src/collect/steps/exclusions.js';
import { checkRows } from '../rows.js';

const none: Exclusions = { excludedIps: [], excludedPaths: [], excludedHostnames: [], excludedCountries: [] };

describe('isExcludedIp', () => {
  const website = {
    ...none,
    excludedIps: [
      '203.0.113.7',
      '198.51.100.0/24',
      '2001:DB8:0:0:0:0:0:1',
      '2001:db8:1::/48',
      '::ffff:192.0.2.1',
      '::ffff:192.0.2.128/121',
      '203.0.113.9',
    ],
  };

  it('costs each of many websites little memory', () => {
    const websites = Array.from({ length: 500 }, () => ({ ...none, excludedIps: ['203.0.113.7'] }));
    const before = process.memoryUsage().rss;
    for (const each of websites) expect(isExcludedIp(each, '203.0.113.7')).toBe(true);
    expect(process.memoryUsage().rss - before).toBeLessThan(25_000_000);
  });

  it('covers every address of a network', () =>
    checkRows(
      [
        '203.0.113.7',
        '::ffff:203.0.113.7',
        '::FFFF:CB00:7107',
        '198.51.100.0',
        '198.51.100.255',
        '::ffff:198.51.100.3',
        '2001:db8::1',
        '2001:0db8:0000::0001',
        '2001:db8:1:ffff::',
        '192.0.2.1',
        '192.0.2.200',
        '203.0.113.9',
      ],
      (ip) => {
        expect(isExcludedIp(website, ip)).toBe(true);
      },
    ));

  it('does not cover other addresses', () =>
    checkRows(
      [
        '203.0.113.8',
        '198.51.101.0',
        '2001:db8::2',
        '2001:db8:2::',
        '192.0.2.2',
        '192.0.2.127',
        '',
        'nonsense',
        '203.0.113.7:80',
        '1.2.3',
        '203.0.113.07',
      ],
      (ip) => {
        expect(isExcludedIp(website, ip)).toBe(false);
      },
    ));

  it('covers all of IPv4 by 0.0.0.0/0, and every address by ::/0, which holds the mapped ones', () => {
    const covered = (block: string) =>
      ['8.8.8.8', '2001:db8::1'].map((ip) => isExcludedIp({ ...none, excludedIps: [block] }, ip));
    expect(covered('0.0.0.0/0')).toEqual([true, false]);
    expect(covered('::/0')).toEqual([true, true]);
  });

  it('sees an address with a zone', () => {
    expect(isExcludedIp({ ...none, excludedIps: ['fe80::/10'] }, 'fe80::1%eth0')).toBe(true);
  });

  it('passes over entries that are neither addresses nor blocks', () => {
    const broken = {
      ...none,
      excludedIps: ['', 'x', '1.2.3.4/33', '1.2.3.4/', '1.2.3.4/-1', '::1/129', '/8', '::ffff:1.2.3.4/8'],
    };
    expect(isExcludedIp(broken, '1.2.3.4')).toBe(false);
    expect(isExcludedIp(broken, '::1')).toBe(false);
  });
});

describe('isExcludedPath', () => {
  const covers = (pattern: string, path: string) =>
    isExcludedPath({ ...none, excludedPaths: ['/other', pattern] }, path);

  it('covers what its pattern says', () =>
    checkRows(
      [
        ['/admin', '/admin'],
        ['/admin/', '/admin'],
        ['/admin/*', '/admin'],
        ['/admin/*', '/admin/users/1'],
        ['/admin*', '/administrator'],
        ['*/preview', '/blog/a/preview'],
        ['/', '/'],
        ['/caf%C3%A9', '/café'],
        ['/café', '/café'],
        ['/100%', '/100%'],
        ['*', '/'],
      ],
      ([pattern, path]) => {
        expect(covers(pattern, path)).toBe(true);
      },
    ));

  it('does not cover what its pattern does not say', () =>
    checkRows(
      [
        ['/admin', '/admin/users'],
        ['/admin/*', '/administrator'],
        ['/a.c', '/abc'],
        ['/', '/a'],
        ['', '/'],
      ],
      ([pattern, path]) => {
        expect(covers(pattern, path)).toBe(false);
      },
    ));
});

describe('isExcludedHostname', () => {
  const website = { ...none, excludedHostnames: ['Staging.example.com', '*.dev.example.com'] };

  it('covers the hosts of its list', () =>
    checkRows(['staging.example.com', 'STAGING.example.com.', 'a.dev.example.com', 'a.b.dev.example.com'], (host) => {
      expect(isExcludedHostname(website, host)).toBe(true);
    }));

  it('does not cover others', () =>
    checkRows(['example.com', 'www.staging.example.com', 'dev.example.com', 'adev.example.com', ''], (host) => {
      expect(isExcludedHostname(website, host)).toBe(false);
    }));
});

describe('isExcludedCountry', () => {
  it('compares codes in any case', () => {
    const website = { ...none, excludedCountries: ['DE', 'fr'] };
    expect(['DE', 'de', 'FR', 'US', 'ZZ', ''].map((country) => isExcludedCountry(website, country))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

it('excludes nothing without settings, and follows a new website object', () => {
  expect(isExcludedIp(none, '1.2.3.4')).toBe(false);
  expect(isExcludedPath(none, '/')).toBe(false);
  expect(isExcludedHostname(none, 'example.com')).toBe(false);
  expect(isExcludedCountry(none, 'DE')).toBe(false);
  expect(isExcludedPath({ ...none, excludedPaths: ['/'] }, '/')).toBe(true);
});
