import { parse } from 'tldts';
import { describe, expect, it } from 'vitest';
import { clickIds } from '../../src/collect/steps/campaign.js';
import {
  findSourceKind,
  knownSources,
  nameOfApp,
  nameOfHost,
  nameOfText,
} from '../../src/collect/steps/known-sources.js';
import { checkRows } from '../rows.js';

const ofKind = (wanted: string) => knownSources.filter(({ kind }) => kind === wanted);
const aliases = ofKind('alias');
const words = ofKind('word').map(({ name }) => name);
const hosts = knownSources
  .filter(({ kind }) => !['app', 'alias', 'word'].includes(kind))
  .map(({ kind, match, name }) => ({ kind, host: match, name }));
/** A host that an entry stands for. */
const realHost = (host: string) => host.replace(/\.\*$/, '.com');
/** The entries that could answer for a host, longest first: `a.b.com`, `a.b.*`, `b.com`, `b.*`. */
const formsOf = (host: string): readonly string[] => {
  const { domain, publicSuffix } = parse(host);
  const wildcard = `${host.slice(0, -(publicSuffix ?? '').length)}*`;
  return host === domain ? [host, wildcard] : [host, wildcard, ...formsOf(host.slice(host.indexOf('.') + 1))];
};
const plainName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

describe('the lists', () => {
  it('each list is sorted', () =>
    checkRows([...new Set(knownSources.map(({ kind }) => kind))], (kind) => {
      const matches = ofKind(kind).map(({ match }) => match);
      expect(matches).toEqual([...matches].sort());
    }));

  it('name enough sources', () => {
    const names = (kind: string) => new Set(ofKind(kind).map(({ name }) => name)).size;
    expect(names('search')).toBeGreaterThanOrEqual(80);
    expect(names('social')).toBeGreaterThanOrEqual(80);
    expect(names('assistant')).toBeGreaterThanOrEqual(25);
    expect(names('shopping')).toBeGreaterThanOrEqual(20);
    expect(names('video')).toBeGreaterThanOrEqual(20);
    expect(names('mail')).toBeGreaterThanOrEqual(50);
    expect(names('app')).toBeGreaterThanOrEqual(50);
  });

  it('know the click ids of advertisements, and none that every link has', () => {
    const ids = ['gclid', 'gbraid', 'wbraid', 'msclkid', 'ttclid', 'li_fat_id', 'twclid', 'yclid'];
    expect(Object.keys(clickIds)).toEqual(expect.arrayContaining(ids));
    expect(clickIds).not.toHaveProperty('fbclid');
  });

  it('hold each host once', () => {
    expect(new Set(hosts.map(({ host }) => host)).size).toBe(hosts.length);
  });

  it('give each name one kind', () => {
    for (const { name, kind } of hosts) expect([name, findSourceKind(name)]).toEqual([name, kind]);
  });

  it('hold hosts in the form in which they are compared', () => {
    for (const { host } of hosts) {
      const real = realHost(host);
      expect(new URL(`https://${real}/`).hostname).toBe(real);
      expect(parse(real)).toMatchObject({ hostname: real, isIcann: true, isIp: false });
      expect(real).not.toMatch(/^www\./);
    }
  });

  it('name each of their hosts and its subdomains: none is shadowed', () => {
    const found = hosts.flatMap(({ host }) => [realHost(host), `any.${realHost(host)}`].map(nameOfHost));
    expect(found).toEqual(hosts.flatMap(({ name }) => [name, name]));
  });

  it('have no entry that is there already in a shorter form', () => {
    const names = new Map(hosts.map(({ host, name }) => [host, name]));
    const redundant = hosts.filter(({ host, name }) => {
      const shorter = formsOf(realHost(host)).filter((form) => form !== host && form !== realHost(host));
      return names.get(shorter.find((form) => names.has(form)) ?? '') === name;
    });
    expect(redundant).toEqual([]);
  });

  it('have only apps, aliases and networks of named sources', () => {
    const names = [...[...ofKind('app'), ...aliases].map(({ name }) => name), ...Object.values(clickIds).flat()];
    expect(names.filter((name) => findSourceKind(name) === undefined)).toEqual([]);
  });

  it('have no alias that cannot be found or is a name itself', () => {
    const names = new Set(hosts.map(({ name }) => plainName(name)));
    for (const { match: alias, name } of aliases) {
      expect(alias).toBe(plainName(alias));
      expect(names.has(alias) && !words.includes(alias)).toBe(false);
      expect(nameOfText(alias)).toBe(name);
    }
  });

  it('give no two names the same plain text', () => {
    const names = [...new Set(hosts.map(({ name }) => name))];
    expect(new Set(names.map(plainName)).size).toBe(names.length);
  });

  it('call only known names ambiguous, each once, in order', () => {
    expect(words.filter((name) => findSourceKind(name) === undefined)).toEqual([]);
    expect(new Set(words).size).toBe(words.length);
    expect(words).toEqual([...words].sort((a, b) => a.localeCompare(b, 'en')));
  });
});

describe('nameOfHost', () => {
  it('each host has its name', () =>
    checkRows(
      [
        ['google.com', 'Google'],
        ['www.google.co.uk', 'Google'],
        ['google.com.br', 'Google'],
        ['google.de', 'Google'],
        ['mail.google.com', 'Gmail'],
        ['gemini.google.com', 'Gemini'],
        ['scholar.google.de', 'Google Scholar'],
        ['news.google.co.jp', 'Google News'],
        ['docs.google.com', 'Google Docs'],
        ['l.facebook.com', 'Facebook'],
        ['lm.facebook.com', 'Facebook'],
        ['out.reddit.com', 'Reddit'],
        ['old.reddit.com', 'Reddit'],
        ['t.co', 'X'],
        ['search.yahoo.com', 'Yahoo'],
        ['fr.search.yahoo.com', 'Yahoo'],
        ['search.yahoo.co.jp', 'Yahoo! JAPAN'],
        ['shopping.yahoo.co.jp', 'Yahoo! Shopping'],
        ['mail.yahoo.co.jp', 'Yahoo Mail'],
        ['de.mail.yahoo.com', 'Yahoo Mail'],
        ['yandex.com.tr', 'Yandex'],
        ['pinterest.co.uk', 'Pinterest'],
        ['de.pinterest.com', 'Pinterest'],
        ['amazon.co.jp', 'Amazon'],
        ['smile.amazon.de', 'Amazon'],
        ['en.wikipedia.org', 'Wikipedia'],
        ['en.m.wikipedia.org', 'Wikipedia'],
        ['cafe.naver.com', 'Naver Cafe'],
        ['search.naver.com', 'Naver'],
        ['edgeservices.bing.com', 'Microsoft Copilot'],
        ['cn.bing.com', 'Bing'],
      ],
      ([host, name]) => {
        expect(nameOfHost(host)).toBe(name);
      },
    ));

  it('another host has none', () =>
    checkRows(
      [
        'google.evil.com',
        'google.com.evil.com',
        'notgoogle.com',
        'xt.co',
        'google.github.io',
        'example.com',
        'com',
        'co.uk',
        '127.0.0.1',
        '[::1]',
        'localhost',
        'constructor',
        '__proto__',
        '',
        '.',
        `${'a.'.repeat(120)}com`,
      ],
      (host) => {
        expect(nameOfHost(host)).toBeUndefined();
      },
    ));
});

describe('nameOfText', () => {
  it('each spelling has its name', () =>
    checkRows(
      [
        ['google', 'Google'],
        ['GOOGLE', 'Google'],
        ['adwords', 'Google'],
        ['Google Ads', 'Google'],
        ['ig', 'Instagram'],
        ['fb', 'Facebook'],
        ['fb_ads', 'Facebook'],
        ['facebook-ads', 'Facebook'],
        ['twitter', 'X'],
        ['x', 'X'],
        ['hackernews', 'Hacker News'],
        ['Hacker News', 'Hacker News'],
        ['product-hunt', 'Product Hunt'],
        ['producthunt', 'Product Hunt'],
        ['chatgpt', 'ChatGPT'],
        ['perplexity', 'Perplexity'],
        ['yt', 'YouTube'],
        ['coccoc', 'Cốc Cốc'],
        ['mailchimp', 'Mailchimp'],
      ],
      ([text, name]) => {
        expect(nameOfText(text)).toBe(name);
      },
    ));

  it('another text has none', () =>
    checkRows(['monica', 'max', 'target', 'shop', 'spring sale', '', '---', 'constructor', 'newsletter'], (text) => {
      expect(nameOfText(text)).toBeUndefined();
    }));
});

describe('nameOfApp', () => {
  it('knows packages exactly', () => {
    expect(nameOfApp('com.google.android.gm')).toBe('Gmail');
    expect(nameOfApp('com.google.android.googlequicksearchbox')).toBe('Google');
    expect(nameOfApp('com.google.android.gm.lite')).toBeUndefined();
  });
});
