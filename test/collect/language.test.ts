import { describe, expect, it } from 'vitest';
import { parseLanguage } from '../../src/collect/steps/language.js';
import { checkRows } from '../rows.js';

describe('languageOf', () => {
  it('each spelling has its tag', () =>
    checkRows(
      [
        ['en', 'en'],
        ['en-US', 'en-US'],
        ['EN-us', 'en-US'],
        ['de_at', 'de-AT'],
        [' fr-CA ', 'fr-CA'],
        ['zh-hans-cn', 'zh-Hans-CN'],
        ['es-419', 'es-419'],
        ['iw', 'he'],
        ['en-US@posix', 'en-US'],
        ['en_US.UTF-8', 'en-US'],
        ['de-DE,de;q=0.9,en;q=0.8', 'de-DE'],
        ['de-DE-u-co-phonebk', 'de-DE'],
        ['sl-rozaj-biske', 'sl-biske-rozaj'],
        ['und', 'und'],
      ],
      ([text, tag]) => {
        expect(parseLanguage(text)).toBe(tag);
      },
    ));

  it('another text is unknown', () =>
    checkRows(
      [
        undefined,
        '',
        ' ',
        '*',
        'C',
        'english language',
        'e',
        'x-private',
        '123',
        '\0',
        '\ud800',
        '<script>',
        'en--US',
        `en-${'a'.repeat(5_000)}`,
      ],
      (text) => {
        expect(parseLanguage(text)).toBe('und');
      },
    ));

  it('is bounded', () => {
    const variants = ['aaaaa', 'bbbbb', 'ccccc', 'ddddd', 'eeeee', 'fffff'].join('-');
    expect(parseLanguage(`en-US-${variants}`)).toBe('und');
  });
});
