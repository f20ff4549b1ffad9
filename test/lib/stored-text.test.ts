import { expect, test } from 'vitest';
import { inLanguage } from '../../src/lib/language/language.js';
import { englishText, translateStored } from '../../src/lib/language/stored-text.js';
import { t } from '../../src/lib/language/translate.js';
import { noteText, noteTexts } from '../../src/websites/note-texts.js';

const VALUES = { from: '2026-03-01', until: '2026-03-29', day: '2026-03-29' };

const { settings, ...others } = noteTexts;

test.each(Object.values(others))('%s is read back from what was stored', (text) => {
  for (const count of [1, 2, 1_234_567]) {
    const values = { ...VALUES, count };
    const stored = englishText(text, values);
    expect(noteText(stored)).toBe(stored);
    inLanguage('de', () => expect(noteText(stored)).toBe(t(text, values)));
  }
});

test('names of settings are translated inside a note, if there are such settings', () => {
  const stored = englishText(settings, { settings: 'excluded pages, no setting, time zone' });
  inLanguage('de', () => {
    const names = [t('excluded pages'), 'no setting', t('time zone')].join(', ');
    expect(noteText(stored)).toBe(t(settings, { settings: names }));
  });
});

test('what is none of the texts stays as it is', () => {
  inLanguage('de', () => {
    for (const text of ['', 'A campaign began.', 'Imported (.+?) of x', 'Deleted the events of a visitor'])
      expect(noteText(text)).toBe(text);
    expect(translateStored('Changed the $&.', [settings])).toBe(t(settings, { settings: '$&' }));
  });
});
