import { pick, type Random, type Weighted, type Weights, weighted } from './random.js';

/** The traits of a person that stay the same from visit to visit. */
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

const country = (code: string, languages: Weights, cities: Weights): Country => ({
  code,
  languages: weighted(languages),
  cities: weighted(cities),
});

const countries: Weighted<Country> = [
  [
    28,
    country(
      'US',
      { 'en-US': 93, 'es-US': 7 },
      { 'New York': 9, 'San Francisco': 6, Seattle: 5, Austin: 5, Chicago: 4, Boston: 3, Denver: 3 },
    ),
  ],
  [
    15,
    country(
      'DE',
      { 'de-DE': 88, 'en-US': 12 },
      { Berlin: 6, Munich: 4, Hamburg: 4, Cologne: 3, 'Frankfurt am Main': 2, Leipzig: 1 },
    ),
  ],
  [9, country('GB', { 'en-GB': 100 }, { London: 8, Manchester: 3, Edinburgh: 2, Bristol: 1 })],
  [7, country('FR', { 'fr-FR': 90, 'en-US': 10 }, { Paris: 6, Lyon: 2, Toulouse: 1, Nantes: 1 })],
  [
    6,
    country(
      'IN',
      { 'en-IN': 75, 'en-US': 15, 'hi-IN': 10 },
      { Bengaluru: 5, Mumbai: 4, Delhi: 3, Hyderabad: 3, Pune: 2 },
    ),
  ],
  [5, country('CA', { 'en-CA': 80, 'fr-CA': 20 }, { Toronto: 5, Vancouver: 3, Montreal: 3 })],
  [4, country('NL', { 'nl-NL': 70, 'en-US': 30 }, { Amsterdam: 5, Utrecht: 2, Rotterdam: 2 })],
  [3, country('BR', { 'pt-BR': 100 }, { 'São Paulo': 5, 'Rio de Janeiro': 2, Curitiba: 1 })],
  [3, country('ES', { 'es-ES': 90, 'ca-ES': 10 }, { Madrid: 4, Barcelona: 4, Valencia: 1 })],
  [3, country('AT', { 'de-AT': 90, 'en-US': 10 }, { Vienna: 5, Graz: 1, Linz: 1 })],
  [3, country('CH', { 'de-CH': 60, 'fr-CH': 25, 'en-US': 15 }, { Zurich: 5, Geneva: 2, Bern: 1 })],
  [3, country('PL', { 'pl-PL': 85, 'en-US': 15 }, { Warsaw: 4, Krakow: 2, Wroclaw: 1 })],
  [3, country('AU', { 'en-AU': 100 }, { Sydney: 4, Melbourne: 3, Brisbane: 1 })],
  [2, country('SE', { 'sv-SE': 70, 'en-US': 30 }, { Stockholm: 4, Gothenburg: 1 })],
  [2, country('IT', { 'it-IT': 95, 'en-US': 5 }, { Milan: 4, Rome: 3, Turin: 1 })],
  [2, country('JP', { 'ja-JP': 95, 'en-US': 5 }, { Tokyo: 6, Osaka: 2 })],
  [1, country('DK', { 'da-DK': 70, 'en-US': 30 }, { Copenhagen: 3, Aarhus: 1 })],
  [1, country('PT', { 'pt-PT': 100 }, { Lisbon: 3, Porto: 2 })],
  [1, country('MX', { 'es-MX': 100 }, { 'Mexico City': 4, Guadalajara: 1 })],
  [1, country('SG', { 'en-SG': 70, 'zh-SG': 30 }, { Singapore: 1 })],
  [1, country('KR', { 'ko-KR': 100 }, { Seoul: 1 })],
  [1, country('ZA', { 'en-ZA': 100 }, { 'Cape Town': 2, Johannesburg: 1 })],
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
