import { expect, test } from 'vitest';
import { presentZoneName, spellTimeZone } from '../../src/time/index.js';
import { checkRows } from '../rows.js';

test('a zone is spelled as it is listed', () =>
  checkRows(
    [
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
    ],
    ([typed, spelled]) => {
      expect(spellTimeZone(typed)).toBe(spelled);
    },
  ));

test('it stays the zone that was named', () => {
  const same = (name: string) => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    expect(spellTimeZone(zone)).toBe(zone);
    expect(same(spellTimeZone(zone.toUpperCase()))).toBe(same(zone));
  }
});

test('a renamed zone has its present name, and is the same zone', () => {
  const renamed = Intl.supportedValuesOf('timeZone').filter((zone) => presentZoneName(zone) !== zone);
  const offsets = (timeZone: string) =>
    [0, 5, 30, 55].map((year) => new Date(Date.UTC(1970 + year, 6, 1)).toLocaleString('en', { timeZone }));
  for (const zone of renamed) expect(offsets(presentZoneName(zone)), zone).toEqual(offsets(zone));
  expect(['Asia/Calcutta', 'Europe/Kiev', 'America/Godthab', 'Asia/Saigon'].map(presentZoneName)).toEqual([
    'Asia/Kolkata',
    'Europe/Kyiv',
    'America/Nuuk',
    'Asia/Ho_Chi_Minh',
  ]);
  for (const zone of ['Europe/Berlin', 'US/Pacific', 'UTC']) expect(presentZoneName(zone)).toBe(zone);
});
