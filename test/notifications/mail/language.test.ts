import { expect, test } from 'vitest';
import { inLanguage, languages } from '../../../src/lib/language/language.js';
import { sampleEmails } from './sample-emails.js';

/** With plain spaces in place of those that do not break. */
const readable = (text = ''): string => text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ');

test('emails that are written at the same time are each in their own language', async () => {
  const written = await Promise.all(languages.map((language) => inLanguage(language, sampleEmails)));
  const found = written.map(
    (emails) => new Set(Object.values(emails).map(({ html }) => /<html lang="(\w+)"/.exec(html)?.[1])),
  );
  expect(found).toEqual(languages.map((language) => new Set([language])));
});

test('dates and numbers of an email are as in its language', async () => {
  const { week, 'quiet-week': quiet, spike, silence, credential } = await inLanguage('de', sampleEmails);
  for (const part of ['23.–29. März 2026', '3.412', '12.904', '+29 %', '−2 %', '45 %', '2 min 14 s']) {
    expect(readable(week?.text)).toContain(part);
  }
  expect(week?.subject).toContain('3.412');
  expect(readable(week?.text)).toMatch(/^Mo +612 /m);
  expect(readable(week?.html)).toContain('40,0 %');
  expect(quiet?.text).toContain('1.204');
  expect(spike?.subject).toContain('1.240');
  expect(spike?.text).toContain('Dienstag, 31. März, 14:00');
  expect(silence?.text).toMatch(/Dienstag, 31\. März, 11:00.*Dienstag, 31\. März, 14:00/);
  expect(readable(credential?.text)).toContain('29. März 2026, 00:59');
});
