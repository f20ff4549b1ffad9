import { describe, expect, test } from 'vitest';
import {
  compareData,
  compareFiles,
  describeDifferences,
  type FoundData,
  type FoundFiles,
  fingerprint,
  type Marker,
} from '../../src/app/installation-marker.js';
import { checkRows } from '../rows.js';

const SINCE = '2026-01-02T03:04:05Z';
const marker: Marker = {
  version: 1,
  instance: 'i',
  secretFingerprint: 'f',
  clickhouseSince: SINCE,
  accounts: ['ada', 'bob'],
  hadAccounts: true,
};
const young: Marker = { ...marker, clickhouseSince: null, accounts: [], hadAccounts: false };

describe('the files of DATA_DIR', () => {
  const whole: FoundFiles = { instance: 'i', secretFingerprint: 'f', postgres: true, clickhouse: true };

  test('two that differ are named by what differs', () =>
    checkRows<[Partial<FoundFiles>, readonly string[]]>(
      [
        [{}, []],
        [{ postgres: false }, ['postgres missing']],
        [{ clickhouse: false }, ['clickhouse missing']],
        [{ secretFingerprint: undefined }, ['secret missing']],
        [{ secretFingerprint: 'g' }, ['secret another one']],
        [{ instance: undefined }, ['instance missing']],
        [{ instance: 'j' }, ['instance another one']],
        [{ postgres: false, clickhouse: false }, ['postgres missing', 'clickhouse missing']],
      ],
      ([found, expected]) => {
        const differences = compareFiles(marker, { ...whole, ...found });
        expect(differences.map(({ part, is }) => `${part} ${is}`)).toEqual(expected);
      },
    ));

  test('need not be there before the first start', () => {
    const nothing = { instance: undefined, secretFingerprint: undefined, postgres: false, clickhouse: false };
    expect(compareFiles(undefined, nothing)).toEqual([]);
  });

  test('may lack a database that held nothing', () => {
    expect(compareFiles(young, { ...whole, postgres: false, clickhouse: false })).toEqual([]);
  });
});

describe('the databases', () => {
  const events = { since: SINCE, hasEvents: true };

  test('each set of found data has its missing parts', () =>
    checkRows<[string, Marker | undefined, FoundData, readonly string[]]>(
      [
        ['as before', marker, { accounts: ['ada', 'bob'], clickhouse: events }, []],
        ['with an account gone', marker, { accounts: ['bob', 'cy'], clickhouse: events }, []],
        ['without accounts', marker, { accounts: [], clickhouse: events }, ['postgres missing']],
        ['with other accounts', marker, { accounts: ['cy'], clickhouse: events }, ['postgres another one']],
        [
          'without tables',
          marker,
          { accounts: ['ada'], clickhouse: { since: null, hasEvents: false } },
          ['clickhouse missing'],
        ],
        [
          'made at another time',
          marker,
          { accounts: ['ada'], clickhouse: { ...events, since: 'x' } },
          ['clickhouse another one'],
        ],
        ['of which one is not open', marker, { accounts: ['ada'] }, []],
        ['made since', young, { accounts: ['ada'], clickhouse: events }, []],
        ['after accounts were given up', { ...young, hadAccounts: true }, { accounts: [], clickhouse: events }, []],
        ['of a folder without a marker', undefined, { accounts: ['ada'], clickhouse: events }, []],
        ['that are new', undefined, { accounts: [], clickhouse: { since: null, hasEvents: false } }, []],
        ['with events of nobody', undefined, { accounts: [], clickhouse: events }, ['postgres missing']],
      ],
      ([, known, found, expected]) => {
        expect(compareData(known, found).map(({ part, is }) => `${part} ${is}`)).toEqual(expected);
      },
    ));
});

test('differences are told in one line, with all that accepts them', () => {
  const places = { postgres: '/d/postgres', clickhouse: 'CLICKHOUSE_URL', secret: 'SECRET', instance: '/d/instance' };
  const line = describeDifferences(
    [
      { part: 'postgres', is: 'missing' },
      { part: 'secret', is: 'another one' },
    ],
    places,
  );
  expect(line).toBe(
    'this installation is not complete: postgres is missing (/d/postgres): all accounts, websites and API keys would be ' +
      'gone; secret is another one (SECRET): every visitor would count as new. Restore it from a backup, or correct the ' +
      'configuration; to go on without, start once with: footfall serve --accept-missing postgres,secret',
  );
});

test('a fingerprint tells secrets apart and contains nothing of them', () => {
  const [one, two] = ['a'.repeat(32), 'b'.repeat(32)];
  expect(fingerprint(one)).toBe(fingerprint(one));
  expect(fingerprint(one)).not.toBe(fingerprint(two));
  expect(fingerprint(one)).toMatch(/^[0-9a-f]{16}$/);
});
