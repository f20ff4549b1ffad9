import { pick, type Random, type Weighted } from './random.js';

/** What stays the same from visit to visit. */
export interface Person {
  readonly country: string;
  readonly city: string;
  readonly language: string;
  readonly browser: string;
  readonly os: string;
  readonly device: string;
}

interface Country {
  readonly code: string;
  readonly languages: Weighted<string>;
  readonly cities: Weighted<string>;
}

const country = (code: string, languages: Weighted<string>, cities: Weighted<string>): Country => ({
  code,
  languages,
  cities,
});

const countries: Weighted<Country> = [
  [
    28,
    country(
      'US',
      [
        [93, 'en-US'],
        [7, 'es-US'],
      ],
      [
        [9, 'New York'],
        [6, 'San Francisco'],
        [5, 'Seattle'],
        [5, 'Austin'],
        [4, 'Chicago'],
        [3, 'Boston'],
        [3, 'Denver'],
      ],
    ),
  ],
  [
    15,
    country(
      'DE',
      [
        [88, 'de-DE'],
        [12, 'en-US'],
      ],
      [
        [6, 'Berlin'],
        [4, 'Munich'],
        [4, 'Hamburg'],
        [3, 'Cologne'],
        [2, 'Frankfurt am Main'],
        [1, 'Leipzig'],
      ],
    ),
  ],
  [
    9,
    country(
      'GB',
      [[100, 'en-GB']],
      [
        [8, 'London'],
        [3, 'Manchester'],
        [2, 'Edinburgh'],
        [1, 'Bristol'],
      ],
    ),
  ],
  [
    7,
    country(
      'FR',
      [
        [90, 'fr-FR'],
        [10, 'en-US'],
      ],
      [
        [6, 'Paris'],
        [2, 'Lyon'],
        [1, 'Toulouse'],
        [1, 'Nantes'],
      ],
    ),
  ],
  [
    6,
    country(
      'IN',
      [
        [75, 'en-IN'],
        [15, 'en-US'],
        [10, 'hi-IN'],
      ],
      [
        [5, 'Bengaluru'],
        [4, 'Mumbai'],
        [3, 'Delhi'],
        [3, 'Hyderabad'],
        [2, 'Pune'],
      ],
    ),
  ],
  [
    5,
    country(
      'CA',
      [
        [80, 'en-CA'],
        [20, 'fr-CA'],
      ],
      [
        [5, 'Toronto'],
        [3, 'Vancouver'],
        [3, 'Montreal'],
      ],
    ),
  ],
  [
    4,
    country(
      'NL',
      [
        [70, 'nl-NL'],
        [30, 'en-US'],
      ],
      [
        [5, 'Amsterdam'],
        [2, 'Utrecht'],
        [2, 'Rotterdam'],
      ],
    ),
  ],
  [
    3,
    country(
      'BR',
      [[100, 'pt-BR']],
      [
        [5, 'São Paulo'],
        [2, 'Rio de Janeiro'],
        [1, 'Curitiba'],
      ],
    ),
  ],
  [
    3,
    country(
      'ES',
      [
        [90, 'es-ES'],
        [10, 'ca-ES'],
      ],
      [
        [4, 'Madrid'],
        [4, 'Barcelona'],
        [1, 'Valencia'],
      ],
    ),
  ],
  [
    3,
    country(
      'AT',
      [
        [90, 'de-AT'],
        [10, 'en-US'],
      ],
      [
        [5, 'Vienna'],
        [1, 'Graz'],
        [1, 'Linz'],
      ],
    ),
  ],
  [
    3,
    country(
      'CH',
      [
        [60, 'de-CH'],
        [25, 'fr-CH'],
        [15, 'en-US'],
      ],
      [
        [5, 'Zurich'],
        [2, 'Geneva'],
        [1, 'Bern'],
      ],
    ),
  ],
  [
    3,
    country(
      'PL',
      [
        [85, 'pl-PL'],
        [15, 'en-US'],
      ],
      [
        [4, 'Warsaw'],
        [2, 'Krakow'],
        [1, 'Wroclaw'],
      ],
    ),
  ],
  [
    3,
    country(
      'AU',
      [[100, 'en-AU']],
      [
        [4, 'Sydney'],
        [3, 'Melbourne'],
        [1, 'Brisbane'],
      ],
    ),
  ],
  [
    2,
    country(
      'SE',
      [
        [70, 'sv-SE'],
        [30, 'en-US'],
      ],
      [
        [4, 'Stockholm'],
        [1, 'Gothenburg'],
      ],
    ),
  ],
  [
    2,
    country(
      'IT',
      [
        [95, 'it-IT'],
        [5, 'en-US'],
      ],
      [
        [4, 'Milan'],
        [3, 'Rome'],
        [1, 'Turin'],
      ],
    ),
  ],
  [
    2,
    country(
      'JP',
      [
        [95, 'ja-JP'],
        [5, 'en-US'],
      ],
      [
        [6, 'Tokyo'],
        [2, 'Osaka'],
      ],
    ),
  ],
  [
    1,
    country(
      'DK',
      [
        [70, 'da-DK'],
        [30, 'en-US'],
      ],
      [
        [3, 'Copenhagen'],
        [1, 'Aarhus'],
      ],
    ),
  ],
  [
    1,
    country(
      'PT',
      [[100, 'pt-PT']],
      [
        [3, 'Lisbon'],
        [2, 'Porto'],
      ],
    ),
  ],
  [
    1,
    country(
      'MX',
      [[100, 'es-MX']],
      [
        [4, 'Mexico City'],
        [1, 'Guadalajara'],
      ],
    ),
  ],
  [
    1,
    country(
      'SG',
      [
        [70, 'en-SG'],
        [30, 'zh-SG'],
      ],
      [[1, 'Singapore']],
    ),
  ],
  [1, country('KR', [[100, 'ko-KR']], [[1, 'Seoul']])],
  [
    1,
    country(
      'ZA',
      [[100, 'en-ZA']],
      [
        [2, 'Cape Town'],
        [1, 'Johannesburg'],
      ],
    ),
  ],
];

type Machine = Pick<Person, 'browser' | 'os' | 'device'>;

const machine = (browser: string, os: string, device: string): Machine => ({ browser, os, device });

const machines: Weighted<Machine> = [
  [23, machine('Chrome', 'Windows', 'desktop')],
  [15, machine('Chrome', 'macOS', 'desktop')],
  [16, machine('Safari', 'iOS', 'mobile')],
  [14, machine('Chrome', 'Android', 'mobile')],
  [8, machine('Safari', 'macOS', 'desktop')],
  [7, machine('Edge', 'Windows', 'desktop')],
  [4, machine('Firefox', 'Windows', 'desktop')],
  [4, machine('Firefox', 'Linux', 'desktop')],
  [3, machine('Chrome', 'Linux', 'desktop')],
  [3, machine('Samsung Internet', 'Android', 'mobile')],
  [2, machine('Safari', 'iPadOS', 'tablet')],
  [1, machine('Firefox', 'Android', 'mobile')],
  [1, machine('Chrome', 'ChromeOS', 'desktop')],
  [1, machine('Opera', 'Windows', 'desktop')],
  [1, machine('Chrome', 'Android', 'tablet')],
];

export function newPerson(random: Random): Person {
  const { code, languages, cities } = pick(countries, random);
  return { country: code, city: pick(cities, random), language: pick(languages, random), ...pick(machines, random) };
}
