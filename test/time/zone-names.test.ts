import { expect, test } from 'vitest';
import { spellTimeZone } from '../../src/time/index.js';

test.each([
  ['europe/berlin', 'Europe/Berlin'],
  ['EUROPE/BERLIN', 'Europe/Berlin'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['asia/kolkata', 'Asia/Kolkata'],
  ['asia/calcutta', 'Asia/Calcutta'],
  ['us/pacific', 'US/Pacific'],
  ['utc', 'UTC'],
  ['etc/gmt+5', 'Etc/GMT+5'],
  ['america/port-AU-prince', 'America/Port-au-Prince'],
  ['america/argentina/comodrivadavia', 'America/Argentina/ComodRivadavia'],
  ['Made/Up', 'Made/Up'],
])('%s is spelled %s', (typed, spelled) => {
  expect(spellTimeZone(typed)).toBe(spelled);
});

test('it stays the zone that was named', () => {
  const same = (name: string) => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    expect(spellTimeZone(zone)).toBe(zone);
    expect(same(spellTimeZone(zone.toUpperCase()))).toBe(same(zone));
  }
});
