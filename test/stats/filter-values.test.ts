import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FilterName } from '../../src/stats/dimensions.js';
import { spellFilterValue } from '../../src/stats/filter-values.js';
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
