import { expect, test } from 'vitest';
import { inLanguage, type Language } from '../../src/lib/language/language.js';
import { changeText, duration, exact, formatShare, percent, rateText, shortened } from '../../src/lib/number-text.js';

/** Spaces that do not break, as a plain one. */
const plain = (text: string): string => text.replace(/[\u00A0\u202F]/g, ' ');

test.each<readonly [Language, readonly string[]]>([
  ['en', ['1,234', '999', '1.2k', '12.9k', '999k', '1.2M', '+1,234', '<1%', '12%', '5.3%', '<0.1%', '2m 14s', '1h 3m']],
  [
    'de',
    [
      '1.234',
      '999',
      '1.299',
      '12.990',
      '999.990',
      '1,2 Mio.',
      '+1.234',
      '<1 %',
      '12 %',
      '5,3 %',
      '<0,1 %',
      '2 min 14 s',
      '1 h 3 min',
    ],
  ],
  [
    'fr',
    [
      '1 234',
      '999',
      '1,2 k',
      '12,9 k',
      '999 k',
      '1,2 M',
      '+1 234',
      '<1 %',
      '12 %',
      '5,3 %',
      '<0,1 %',
      '2 min 14 s',
      '1 h 3 min',
    ],
  ],
  [
    'es',
    [
      '1234',
      '999',
      '1,2 mil',
      '12,9 mil',
      '999 mil',
      '1,2 M',
      '+1234',
      '<1 %',
      '12 %',
      '5,3 %',
      '<0,1 %',
      '2 min 14 s',
      '1 h 3 min',
    ],
  ],
  [
    'ja',
    [
      '1,234',
      '999',
      '1,299',
      '1.2万',
      '99.9万',
      '129万',
      '+1,234',
      '<1%',
      '12%',
      '5.3%',
      '<0.1%',
      '2分14秒',
      '1時間3分',
    ],
  ],
])('numbers in %s', (language, expected) => {
  inLanguage(language, () => {
    const short = [999, 1_299, 12_990, 999_990, 1_290_000].map(shortened);
    const shares = [percent(0.2), percent(12.4), rateText(0.0531), formatShare({ value: 1, percentage: 0.01 })];
    const all = [exact(1_234), ...short, changeText(1_234), ...shares, duration(134), duration(3_780)];
    expect(all.map(plain)).toEqual(expected);
  });
});
