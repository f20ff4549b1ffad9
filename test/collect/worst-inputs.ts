import { clickIds } from '../../src/collect/steps/campaign.js';
import { userAgents } from './user-agents.js';

/** What someone who wants to slow the service down can choose of an event, or of a line of an import. */
export interface HostileEvent {
  readonly type?: string;
  readonly url?: string;
  readonly referrer?: string;
  readonly language?: string;
  readonly screen?: string;
  readonly link?: string;
  readonly name?: string;
  readonly props?: unknown;
  /** Further fields, as raw JSON: `"a":1,"b":2`. */
  readonly more?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Builds an input of about `size` bytes. `salt` makes it one that no cache has seen. */
export type Builder = (size: number, salt: string) => HostileEvent;

const SITE = 'https://example.com';

const fill = (unit: string, size: number): string => unit.repeat(Math.max(1, Math.floor(size / bytesOf(unit))));

/** As JSON, which escapes quotes, control characters and halves of characters. */
const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

const numbered = (size: number, unit: (index: number) => string, separator: string): string => {
  const units: string[] = [];
  for (let length = 0, index = 0; length < size; index += 1) {
    const next = unit(index);
    units.push(next);
    length += Buffer.byteLength(next) + separator.length;
  }
  return units.join(separator);
};

const query =
  (unit: string): Builder =>
  (size, salt) => ({ url: `${SITE}/?z=${salt}&${fill(unit, size)}` });
const path =
  (unit: string): Builder =>
  (size, salt) => ({ url: `${SITE}/${salt}${fill(unit, size)}` });
const referrer =
  (of: (size: number, salt: string) => string): Builder =>
  (size, salt) => ({ referrer: of(size, salt) });
const label =
  (unit: string): Builder =>
  (size, salt) => ({
    url: `${SITE}/?utm_source=${fill(unit, size)}${salt}&utm_medium=${fill(unit, 300)}&utm_campaign=${fill(unit, 300)}`,
  });
const userAgent =
  (unit: string, start = ''): Builder =>
  (size, salt) => ({
    headers: { 'User-Agent': `${start}${salt} ${fill(unit, size)}` },
  });
const header =
  (name: string, unit: string): Builder =>
  (size, salt) => ({
    headers: { [name]: `${fill(unit, size)}${salt}` },
  });

/** The names of parameters that are looked at. */
const PARAMETERS = ['utm_source', 'utm_medium', 'utm_campaign', 'source', 'ref', ...Object.keys(clickIds)];

/** Pieces that the expressions of parsers begin to match at, from real user agents. */
export const AGENT_PIECES = [...new Set(userAgents.flatMap(([, agent]) => agent.split(/(?<=[;()/ ])/)))].filter(
  (piece) => piece.length > 2,
);

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** The worst inputs that are known, by name. */
export const worstInputs: Readonly<Record<string, Builder>> = {
  ordinary: (_size, salt) => ({ url: `${SITE}/page/${salt}?utm_source=news` }),
  ...Object.fromEntries(PARAMETERS.map((name) => [`repeated empty ${name}`, query(`${name}=&`)])),
  'every known parameter, repeated': query(`${PARAMETERS.join('=&')}=&`),
  'repeated blank parameters': query('utm_source=+&gclid=%20&'),
  'broken escapes in the query': query('a=%C3&'),
  'broken escapes in names': query('%C3=&'),
  'broken escapes in known parameters': query('ref=%C3&gclid=%C3&'),
  'blank escapes in known parameters': query('ref=%20&utm_source=%20&'),
  'parameters without a name': query('&'),
  'equals signs': query('='),
  'distinct parameters': (size, salt) => ({ url: `${SITE}/?${numbered(size, (index) => `${salt}${index}=`, '&')}` }),
  'percent escapes in the query': query('%C3%A4=%F0%9F%98%80&'),
  'a path of slashes': path('/'),
  'a path of dots': path('../'),
  'a path of escapes': path('%2e%2F'),
  'a path of broken escapes': path('%C3%'),
  'a path of emoji': path('😀'),
  'a fragment': (size, salt) => ({ url: `${SITE}/#${salt}${fill('/', size)}`, more: '"hash":true' }),
  'a host of labels': referrer((size, salt) => `https://${fill('a.', size)}${salt}.com/`),
  'a host of a known source': referrer((size, salt) => `https://${salt}.${fill('google.', size)}co.uk/`),
  'a host of one label': referrer((size, salt) => `https://${fill('a', size)}${salt}.com/`),
  'an international host': referrer((size, salt) => `https://${fill('ü', size)}${salt}.com/`),
  'an international host of labels': referrer((size, salt) => `https://${fill('ü.', size)}${salt}.com/`),
  'a host of many scripts': referrer(
    (size, salt) => `https://${numbered(size, (index) => String.fromCodePoint(0x4e00 + index), '')}${salt}.com/`,
  ),
  'a host of combining marks': referrer((size, salt) => `https://a${fill('\u0301\u0323', size)}${salt}.com/`),
  'a host of escapes': referrer((size, salt) => `https://${fill('%61', size)}${salt}.com/`),
  'a host of dots': referrer((size, salt) => `https://a${salt}${fill('.', size)}/`),
  'an own long host': (size, salt) => ({ url: `https://${salt}.${fill('a.', size)}example.com/` }),
  'an IPv6 host': referrer((size, salt) => `https://[${fill('1:', size)}${salt}]/`),
  'a numeric host': referrer((size, salt) => `https://${fill('1.', size)}${salt.length}/`),
  'an app of dots': referrer((size, salt) => `android-app://${fill('a.', size)}${salt}`),
  'spaces around an app': referrer(
    (size, salt) => `${fill(' ', size / 2)}android-app://${salt}${fill(' ', size / 2)}x`,
  ),
  'a user and a password': referrer((size, salt) => `https://${fill('@:', size)}${salt}@a.com/`),
  'a label of dots': label('a.'),
  'a label of one letter': label('a'),
  'a label of spaces': label('+'),
  'a label of brackets': label('('),
  'a label of hyphens': label('-'),
  'a label of shops': label('sho'),
  'a label of escapes': label('%C3%BC.'),
  'a label of a scheme': label('http://a'),
  'a language of subtags': (size, salt) => ({ language: `en-${fill('a-b-', size)}${salt}` }),
  'a language of extensions': (size, salt) => ({ language: `en-u-${fill('co-', size)}${salt}` }),
  'a language of spaces': (size, salt) => ({ language: `${fill(' ', size)}${salt}` }),
  'a language of separators': (size, salt) => ({ language: `en${fill(',;', size)}${salt}` }),
  'a long screen': (size, salt) => ({ screen: fill('\ud800', size) + salt }),
  'a link': (size, salt) => ({ type: 'exit', link: `https://a.com/${fill('%F0%9F%98%80?', size)}${salt}` }),
  'a link with a long host': (size, salt) => ({ type: 'exit', link: `https://${fill('ü.', size)}${salt}.com/` }),
  'unknown fields': (size) => ({ more: numbered(size, (index) => `"f${index}":1`, ',') }),
  'unknown fields with dots': (size) => ({ more: numbered(size, (index) => `".${index}":{}`, ',') }),
  'a long unknown field': (size) => ({ more: `"${fill('x', size)}":1` }),
  'fields without an order': (size) => ({ more: numbered(size, (index) => `"${(index * 7919) % 99_991}":1`, ',') }),
  'the same field again': (size) => ({ more: fill('"referrer":"x",', size).slice(0, -1) }),
  'deep lists': (size) => ({ props: 0, more: `"a":${fill('[', size / 2)}${fill(']', size / 2)}` }),
  'deep objects': (size) => ({ more: `"a":${fill('{"a":', size)}1${fill('}', size / 5)}` }),
  'a long number': (size) => ({ more: `"localhost":${fill('9', size)}` }),
  'a long fraction': (size) => ({ type: 'leave', more: `"seconds":0.${fill('1', size)}` }),
  'many properties': (size) => ({
    type: 'custom',
    name: 'x',
    more: `"props":{${numbered(size, (index) => `"p${index}":1`, ',')}}`,
  }),
  'many wrong properties': (size) => ({
    type: 'custom',
    name: 'x',
    more: `"props":{${numbered(size, (index) => `"p${index}":[]`, ',')}}`,
  }),
  'a long wrong property': (size) => ({ type: 'custom', name: 'x', props: { [fill('x', size)]: null } }),
  'properties of lone surrogates': (size, salt) => ({
    type: 'custom',
    name: fill('\udc00', 100) + salt,
    props: Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`p${index}`, fill('\ud800', Math.min(1000, size / 200))]),
    ),
  }),
  'an event of another type': (size) => ({ type: fill('x', size) }),
  'a URL that is none': (size) => ({ url: fill('x', size) }),
  'a user agent of spaces': userAgent(' '),
  'a user agent of slashes': userAgent('a/1 '),
  'a user agent of brackets': userAgent('('),
  'a user agent of semicolons': userAgent('; ', 'Mozilla/5.0 (Linux; Android 10; '),
  'a user agent of apps': userAgent('FBAN/ FB_IAB/ ', CHROME),
  'a user agent of people': userAgent('AlipayDefined(', CHROME),
  'a user agent of digits': userAgent('1.', 'Mozilla/5.0 (iPhone; CPU iPhone OS '),
  'a user agent of Android': userAgent('Android 1; ', 'Mozilla/5.0 (Linux; '),
  'a user agent of versions': userAgent('Version/1.1 ', CHROME),
  'a user agent of Windows': userAgent('Windows NT ', 'Mozilla/5.0 ('),
  'a user agent of bots': userAgent('bo ', CHROME),
  ...Object.fromEntries(
    ['Sec-CH-UA', 'Sec-CH-UA-Mobile', 'Sec-CH-UA-Platform'].map((name) => [`a long ${name}`, header(name, '"')]),
  ),
  'many brands': (size, salt) => ({
    headers: { 'User-Agent': CHROME + salt, 'Sec-CH-UA': fill(`"${salt}";v="1", `, size) },
  }),
  'many hops': header('X-Forwarded-For', '10.0.0.1,'),
  'many IPv6 hops': header('X-Forwarded-For', 'fd00::1,'),
  'many mapped hops': header('X-Forwarded-For', '::ffff:10.0.0.1,'),
  'hops of commas': header('X-Forwarded-For', ','),
  'hops of spaces': header('X-Forwarded-For', ' ,1'),
  'a long hop': header('X-Forwarded-For', '1'),
  'a hop of brackets': header('X-Forwarded-For', '['),
  'a hop of zones': header('X-Forwarded-For', 'fe80::1%'),
  'many pairs': header('Forwarded', 'for=10.0.0.1,'),
  'many pairs of one hop': header('Forwarded', 'for=10.0.0.1;'),
  'pairs of quotes': header('Forwarded', 'for="\\a";'),
  'pairs of spaces': header('Forwarded', ' '),
  'a country': header('CF-IPCountry', 'D '),
  'a content type': header('Content-Type', ' ;'),
};

/** Where in an event a text of somebody's choice can stand. */
export const places: Readonly<Record<string, (unit: string) => Builder>> = {
  query,
  path,
  label,
  fragment: (unit) => (size, salt) => ({ url: `${SITE}/#${salt}${fill(unit, size)}`, more: '"hash":true' }),
  host: (unit) => referrer((size, salt) => `https://${fill(unit, size)}${salt}.com/`),
  referrer: (unit) => referrer((size, salt) => fill(unit, size) + salt),
  link: (unit) => (size, salt) => ({ type: 'exit', link: `https://a.com/${fill(unit, size)}${salt}` }),
  language: (unit) => (size, salt) => ({ language: fill(unit, size) + salt }),
  name: (unit) => (size, salt) => ({ type: 'custom', name: fill(unit, 100) + salt, props: { a: fill(unit, size) } }),
  'names of properties': (unit) => (size) => ({
    type: 'custom',
    name: 'x',
    props: Object.fromEntries(
      numbered(size, (index) => unit + index, '\n')
        .split('\n')
        .map((name) => [name, unit]),
    ),
  }),
  'user agent': (unit) => userAgent(headerText(unit)),
  'user agent of Chrome': (unit) => userAgent(headerText(unit), CHROME),
  brands: (unit) => header('Sec-CH-UA', headerText(unit)),
  platform: (unit) => header('Sec-CH-UA-Platform', headerText(unit)),
  hops: (unit) => header('X-Forwarded-For', headerText(unit)),
  pairs: (unit) => header('Forwarded', headerText(unit)),
};

/** What a header can hold: no line breaks, and nothing beyond Latin 1. */
const headerText = (text: string): string => text.replace(/[^\x20-\x7e]/g, '~');

/** What parsers begin something at, or go on at. */
export const pieces: readonly string[] = [
  ...PARAMETERS.map((name) => `${name}=`),
  ...[
    '&',
    '=',
    '?',
    '#',
    '/',
    '\\',
    '.',
    ':',
    '@',
    ',',
    ';',
    '"',
    "'",
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '-',
    '_',
    '+',
    '%',
    ' ',
  ],
  ...[
    '%20',
    '%2F',
    '%C3%A4',
    '%F0%9F%98%80',
    '%C3',
    '%zz',
    '%',
    'a',
    '1',
    'A',
    '0.',
    'ü',
    '漢',
    '😀',
    '\u0301',
    '\t',
    '\n',
    '\0',
  ],
  ...[
    'http://',
    'https://',
    'android-app://',
    'www.',
    'google.',
    'co.uk',
    'xn--',
    'localhost',
    'for=',
    '10.0.0.1',
    'fd00::1',
  ],
  ...[
    '::ffff:',
    'e',
    'shop',
    'paid',
    'push',
    'video',
    'AlipayDefined(',
    ';v="1"',
    'Chrome/1',
    'en-',
    'u-co-',
    '\ud800',
  ],
  ...AGENT_PIECES,
];
