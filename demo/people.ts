import { pick, type Random, type Weighted, type Weights, weighted } from './random.js';

/** Stay the same from visit to visit. */
export interface Person {
  readonly city: City;
  readonly language: string;
  readonly userAgent: string;
}

export interface City {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly name: string;
}

interface Country {
  readonly languages: Weighted<string>;
  readonly cities: Weighted<City>;
}

const country = (code: string, languages: Weights, weights: Weights): Country => ({
  languages: weighted(languages),
  cities: weighted(weights).map(([weight, name]) => [weight, { country: code, name }]),
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

/** In a stable order. */
export const cities: readonly City[] = countries.flatMap(([, country]) => country.cities.map(([, city]) => city));

const WINDOWS = 'Windows NT 10.0; Win64; x64';
const MAC = 'Macintosh; Intel Mac OS X 10_15_7';
const LINUX = 'X11; Linux x86_64';
const ANDROID = 'Linux; Android 10; K';

const chrome = (system: string, suffix = '', mobile = ''): string =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 ${mobile}Safari/537.36${suffix}`;
const firefox = (system: string): string => `Mozilla/5.0 (${system}; rv:145.0) Gecko/20100101 Firefox/145.0`;
const safari = (system: string, mobile = ''): string =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 ${mobile}Safari/605.1.15`;

const userAgents: Weighted<string> = [
  [23, chrome(WINDOWS)],
  [15, chrome(MAC)],
  [16, safari('iPhone; CPU iPhone OS 18_7 like Mac OS X', 'Mobile/15E148 ')],
  [14, chrome(ANDROID, '', 'Mobile ')],
  [8, safari(MAC)],
  [7, chrome(WINDOWS, ' Edg/143.0.0.0')],
  [4, firefox(WINDOWS)],
  [4, firefox(LINUX)],
  [3, chrome(LINUX)],
  [
    3,
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36',
  ],
  [2, safari('iPad; CPU OS 18_7 like Mac OS X', 'Mobile/15E148 ')],
  [1, 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'],
  [1, chrome('X11; CrOS x86_64 14541.0.0')],
  [1, chrome(WINDOWS, ' OPR/124.0.0.0')],
  [1, chrome(ANDROID)],
];

export function createPerson(random: Random): Person {
  const { languages, cities: ofCountry } = pick(countries, random);
  return { city: pick(ofCountry, random), language: pick(languages, random), userAgent: pick(userAgents, random) };
}
