import { describe, expect, it } from 'vitest';
import { botName, isBot } from '../../src/collect/steps/bot.js';
import { checkRows } from '../rows.js';
import { bots } from './bots.js';
import { userAgents } from './user-agents.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

describe('isBot', () => {
  it('is asked of 60 different ones at least', () => {
    expect(new Set(bots.map(([, userAgent]) => userAgent)).size).toBe(bots.length);
    expect(bots.length).toBeGreaterThanOrEqual(60);
  });

  it('each bot is one', () =>
    checkRows(bots, ([, userAgent]) => {
      expect(isBot(userAgent)).toBe(true);
    }));

  it('no name at all is one', () =>
    checkRows(['', '  '], (userAgent) => {
      expect(isBot(userAgent)).toBe(true);
    }));

  it('no browser is one', () =>
    checkRows(userAgents, ([, userAgent]) => {
      expect(isBot(userAgent)).toBe(false);
    }));

  it('has the first name that is known, and never the text of the user agent', () => {
    expect(botName('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')).toBe('Googlebot');
    expect(botName(CHROME, '"HeadlessChrome";v="126"')).toBe('Headless browser');
    expect(botName('secret-of-max/1.0 (bot; max@example.org)')).toBe('');
    expect(botName('')).toBe('');
    const unnamed = bots.filter(([, userAgent]) => botName(userAgent) === '');
    expect(unnamed.map(([what]) => what)).toEqual([]);
  });

  it('one that calls itself Chrome is told by its brands', () =>
    checkRows(
      [
        ['"Not/A)Brand";v="8", "Chromium";v="126", "HeadlessChrome";v="126"', true],
        ['"Not)A;Brand";v="99", "HeadlessEdg";v="127", "Chromium";v="127"', true],
        ['"Google Chrome";v="143", "Chromium";v="143", "Not A(Brand";v="24"', false],
        ['', false],
      ],
      ([brands, expected]) => {
        expect(isBot(CHROME, brands)).toBe(expected);
        expect(isBot(CHROME)).toBe(false);
      },
    ));
});
