import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseClient } from '../../src/collect/steps/client.js';
import { knownBrowsers } from '../../src/collect/steps/known-browsers.js';
import { knownSystems } from '../../src/collect/steps/known-systems.js';
import type { FilterName } from '../../src/stats/dimensions.js';
import { spellFilterValue, spellPattern } from '../../src/stats/filter-values.js';
import { osCode } from '../../src/stats/names.js';
import { userAgents } from '../collect/user-agents.js';
import { checkRows } from '../rows.js';

describe('a filter is spelled as stored values are', () => {
  test('each dimension has its spelling', () =>
    checkRows<[FilterName, string, string]>(
      [
        ['page', '/pricing', '/pricing'],
        ['page', 'pricing', '/pricing'],
        ['page', '/pricing/', '/pricing'],
        ['page', '/caf%C3%A9', '/café'],
        ['page', '/café/', '/café'],
        ['page', 'https://example.com/a%20b/?c#/d/', '/a b#/d'],
        ['page', '//a', '//a'],
        ['page', '//', '/'],
        ['page', '/a?b=1', '/a'],
        ['page', '/app#/b?c=1/', '/app#/b?c=1'],
        ['page', '/100%', '/100%'],
        ['page', '\\', '/\\'],
        ['page', '\0', '/\0'],
        ['page', '/Pricing', '/Pricing'],
        ['entryPage', '/', '/'],
        ['country', 'de', 'DE'],
        ['country', 'germany', 'DE'],
        ['country', 'unknown', 'ZZ'],
        ['country', 'Kosovo', 'XK'],
        ['country', 'gibraltar', 'GI'],
        ['device', 'Mobile', 'mobile'],
        ['language', 'german', 'de'],
        ['language', 'German (Germany)', 'de-DE'],
        ['language', 'british english', 'en-GB'],
        ['language', 'Filipino', 'fil'],
        ['language', 'pt-br', 'pt-BR'],
        ['language', `de-de,${'x,'.repeat(60)}`, 'de-DE'],
        ['language', 'unknown', 'und'],
        ['language', 'no language', 'no language'],
        ['channel', 'organic search', 'Organic Search'],
        ['browser', 'firefox', 'Firefox'],
        ['browser', 'threads', 'Threads'],
        ['browser', 'My Browser', 'My Browser'],
        ['os', 'windows', 'Windows'],
        ['os', 'MACOS', 'macOS'],
        ['os', 'windows-phone', 'Windows Phone'],
        ['os', 'chromeos', 'ChromeOS'],
        ['os', 'ipados', 'iPadOS'],
        ['os', 'vidaa', 'VIDAA'],
        ['referrer', 'google.com', 'Google'],
        ['referrer', 'www.google.co.uk', 'Google'],
        ['referrer', 'https://news.ycombinator.com/item?id=1', 'Hacker News'],
        ['referrer', 'google', 'Google'],
        ['referrer', 'www.blog.example', 'www.blog.example'],
        ['referrer', 'direct', 'Direct'],
        ['referrer', 'Spring sale', 'Spring sale'],
        ['city', 'berlin', 'berlin'],
        ['campaign', 'May Sale', 'May Sale'],
        ['campaign', '(not set)', 'Unknown'],
        ['campaignLink', '?utm_source=news&utm_campaign=May%20sale', '?utm_source=news&utm_campaign=May%20sale'],
        ['campaignLink', 'utm_campaign=May+sale&utm_source=news', '?utm_source=news&utm_campaign=May%20sale'],
        ['campaignLink', 'https://example.com/?q=1&ref=friend&utm_medium=#top', '?ref=friend'],
        ['campaignLink', 'https://example.com/?source=producthunt', '?ref=producthunt'],
        ['campaignLink', '?utm_source=&utm_source=%20news%20', '?utm_source=news'],
        ['campaignLink', 'May sale', 'May sale'],
      ],
      ([name, value, spelled]) => {
        expect(spellFilterValue(name, value)).toBe(spelled);
      },
    ));

  test('a pattern keeps its stars, and never becomes one of all pages', () =>
    checkRows(
      [
        ['*', '*'],
        ['*/thanks/', '*/thanks'],
        ['*thanks?success=1', '*thanks'],
        ['blog/*', '/blog/*'],
        ['https://example.com/blog/*', '/blog/*'],
        ['*/', '*/'],
        ['*//', '*//'],
        ['**/', '**/'],
        ['*?success=1', '*?success=1'],
      ] as const,
      ([typed, spelled]) => {
        expect(spellPattern('page', typed)).toBe(spelled);
      },
    ));

  const clients = userAgents.map(([, userAgent]) => parseClient(userAgent));
  const systems = [...new Set([...knownSystems, ...clients.map(({ os }) => os)])];

  test('every name that the collector has for a system is found by name and code, in any case', () =>
    checkRows(systems, (name) => {
      for (const typed of [name.toLowerCase(), name.toUpperCase(), osCode(name), osCode(name).toUpperCase()]) {
        expect(spellFilterValue('os', typed)).toBe(name);
      }
    }));

  test('every name that the collector has for a browser is found in any case', () =>
    checkRows(knownBrowsers, (name) => {
      for (const typed of [name.toLowerCase(), name.toUpperCase()]) {
        expect(spellFilterValue('browser', typed)).toBe(name);
      }
    }));

  const names: FilterName[] = [
    'referrer',
    'channel',
    'country',
    'language',
    'browser',
    'os',
    'device',
    'city',
    'campaign',
    'campaignLink',
  ];

  test('what is spelled so already stays as it is', () =>
    checkRows(names, (name) => {
      fc.assert(
        fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.domain(), fc.webUrl()), (value) => {
          const spelled = spellFilterValue(name, value);
          expect(spellFilterValue(name, spelled)).toBe(spelled);
        }),
      );
    }));
});
