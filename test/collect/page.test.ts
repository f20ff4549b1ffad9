import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHostname, parseLink, parsePage } from '../../src/collect/steps/page.js';
import { checkRows } from '../rows.js';

describe('pageOf', () => {
  it('of a URL', () =>
    checkRows(
      [
        ['https://example.com', '/'],
        ['https://example.com/', '/'],
        ['https://example.com//', '/'],
        ['https://example.com?utm_source=x', '/'],
        ['https://example.com/pricing', '/pricing'],
        ['https://example.com/pricing/', '/pricing'],
        ['https://example.com/pricing///', '/pricing'],
        ['https://example.com/a//b/', '/a//b'],
        ['https://example.com/pricing?plan=pro#top', '/pricing'],
        ['https://example.com/Pricing', '/Pricing'],
        ['https://example.com/404', '/404'],
        ['https://example.com/caf%C3%A9', '/café'],
        ['https://example.com/café', '/café'],
        ['https://example.com/a%20b', '/a b'],
        ['https://example.com/a%2Fb%3Fc%23d', '/a%2Fb%3Fc%23d'],
        ['https://example.com/100%', '/100%'],
        ['https://example.com/%E0%A4%A', '/%E0%A4%A'],
        ['https://example.com/%FF/caf%C3%A9', '/%FF/caf%C3%A9'],
        ['https://example.com/%ED%A0%80', '/%ED%A0%80'],
        ['https://example.com/%00', '/\0'],
        ['https://example.com/\ud800', '/\ufffd'],
        ['https://example.com/🦔/%F0%9F%A6%94', '/🦔/🦔'],
        ['https://example.com/a/../b/./c', '/b/c'],
        ['https://example.com/#/settings', '/'],
        ["https://example.com/'; DROP TABLE events; --", "/'; DROP TABLE events; --"],
      ],
      ([url, path]) => {
        expect(parsePage(new URL(url), false)).toEqual({ hostname: 'example.com', path });
      },
    ));

  it('with a fragment that is a path', () =>
    checkRows(
      [
        ['https://example.com/#/settings', '/#/settings'],
        ['https://example.com/app/#/settings/', '/app#/settings'],
        ['https://example.com/app#!/a?b=c', '/app#!/a?b=c'],
        ['https://example.com/app?x=1#caf%C3%A9', '/app#café'],
        ['https://example.com/#/', '/'],
        ['https://example.com/#', '/'],
        ['https://example.com/app', '/app'],
        ['https://example.com/app#%', '/app#%'],
      ],
      ([url, path]) => {
        expect(parsePage(new URL(url), true).path).toBe(path);
      },
    ));

  it('the host of a URL', () =>
    checkRows(
      [
        ['https://WWW.Example.COM/', 'www.example.com'],
        ['https://example.com./', 'example.com'],
        ['https://example.com:8443/', 'example.com'],
        ['https://user:secret@example.com/', 'example.com'],
        ['https://münchen.example/', 'xn--mnchen-3ya.example'],
        ['https://[2001:DB8::1]:80/', '[2001:db8::1]'],
        ['http://127.1/', '127.0.0.1'],
        ['http://localhost:3000/', 'localhost'],
      ],
      ([url, hostname]) => {
        expect(parsePage(new URL(url), false).hostname).toBe(hostname);
        expect(parseHostname(new URL(url))).toBe(hostname);
      },
    ));

  it('cuts a path at 2,000 characters, and then no slash or half character is left over', () => {
    const path = (text: string) => parsePage(new URL(`https://example.com/${text}`), false).path;
    expect(path('a'.repeat(5_000))).toHaveLength(2_000);
    expect(path(`${'a'.repeat(1_998)}/b`)).toBe(`/${'a'.repeat(1_998)}`);
    expect(path(`${'a'.repeat(1_998)}🦔`)).toBe(`/${'a'.repeat(1_998)}\ufffd`);
    expect(path('/'.repeat(15_000))).toBe('/');
    expect(path(`${'é'.repeat(2_500)}%`)).toHaveLength(2_000);
  });

  it('gives every address a sound path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), fc.boolean(), (text, hash) => {
        const { path } = parsePage(new URL(`https://example.com/${text}`), hash);
        expect(path).toMatch(/^\//);
        expect(path === '/' || !path.endsWith('/')).toBe(true);
        expect(path.length).toBeLessThanOrEqual(2_000);
        expect(path.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('linkOf', () => {
  it('each link is shortened', () =>
    checkRows(
      [
        ['https://Other.example/Page?a=1&b=2#part', 'https://other.example/Page?a=1&b=2'],
        ['https://other.example', 'https://other.example/'],
        ['https://other.example:8443/', 'https://other.example:8443/'],
        ['https://me:secret@other.example/', 'https://other.example/'],
        ['https://other.example/caf%C3%A9/', 'https://other.example/caf%C3%A9/'],
        ['https://other.example/?', 'https://other.example/'],
      ],
      ([url, link]) => {
        expect(parseLink(new URL(url))).toBe(link);
      },
    ));

  it('is cut at 2,000 characters', () => {
    expect(parseLink(new URL(`https://other.example/?q=${'x'.repeat(5_000)}`))).toHaveLength(2_000);
  });
});
