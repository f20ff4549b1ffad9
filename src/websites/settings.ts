import { isIPv4, isIPv6 } from 'node:net';
import { parse } from 'tldts';
import { z } from 'zod';
import { isAddressBlock } from '../lib/ip-address.js';
import { type Text, t } from '../lib/language/translate.js';
import { exact } from '../lib/number-text.js';
import { anyText, plainText, webAddress } from '../lib/text.js';
import { hasLongLabel, parseUrl } from '../lib/url.js';
import { isTimeZone, spellTimeZone } from '../time/index.js';
import { iconImage } from './icon.js';
import { MAX_RETENTION_MONTHS } from './retention.js';
import {
  ADDRESS_BLOCK_PATTERN,
  HOST_PATTERN,
  HOST_WILDCARD_PATTERN,
  ICON_PATTERN,
  PATH_PATTERN,
  TIME_ZONE_PATTERN,
} from './setting-patterns.js';

/** Officially assigned ISO 3166-1 alpha-2 codes, and `XK` (Kosovo), which geographic databases use too. */
const CODES = `
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT
JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO
MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA
RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR
TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
`;

/** Upper case. */
export const countryCodes: ReadonlySet<string> = new Set(CODES.trim().split(/\s+/));

/** Upper case; undefined for other texts. `ß` in upper case would be South Sudan. */
export function normalizeCountry(text: string): string | undefined {
  const code = text.toUpperCase();
  return /^[a-z]{2}$/i.test(text) && countryCodes.has(code) ? code : undefined;
}

const SCHEME = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i;
const PATH = /[/?#].*$/;
const PORT = /:\d*$/;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST_NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);
const MAX_LENGTH = 253;

/**
 * Extracts the host from a typed address: without scheme, port and path, in lower case, international names in ASCII.
 * `https://Bücher.example/shop` is `xn--bcher-kva.example`. An IP address is as in a URL: `[2001:db8::1]`. Undefined when
 * there is no host.
 */
export function parseHost(text: string): string | undefined {
  const authority = readAuthority(text);
  const host = parseAuthority(authority);
  if (host === undefined || host.startsWith('[')) return host;
  // A URL parser turns `1.2` into `1.0.0.2`.
  if (isIPv4(host)) return authority.replace(PORT, '') === host ? host : undefined;
  return HOST_NAME.test(host) ? host : undefined;
}

const readAuthority = (text: string): string => text.trim().replace(SCHEME, '').replace(PATH, '');

function parseAuthority(authority: string): string | undefined {
  const bracketed = isIPv6(authority) ? `[${authority}]` : authority;
  // Encoding a long label takes quadratic time, and a list has hundreds of entries.
  if (/[\s@\\%]/.test(bracketed) || hasLongLabel(bracketed)) return undefined;
  const host = parseUrl(`http://${bracketed}`)?.hostname.replace(/\.$/, '');
  return host === undefined || host.length > MAX_LENGTH ? undefined : host;
}

/** A host without `www.`, unless only a public suffix or a single label would be left. */
export function normalizeDomain(text: string): string | undefined {
  const host = parseHost(text);
  const bare = host?.replace(/^www\.(?=.*\.)/, '');
  return bare === undefined || isPublicSuffix(bare) ? host : bare;
}

/** Websites of many owners end in a public suffix, as in `com` or `co.uk`. */
export function isPublicSuffix(host: string): boolean {
  const { isIcann, publicSuffix } = parse(host);
  return isIcann === true && publicSuffix === host;
}

const PATTERN_LABEL = /^(?!xn--)[a-z0-9*](?:[a-z0-9*-]{0,61}[a-z0-9*])?$/;

/**
 * Returns a host, or a pattern of hosts: `*.` in front is any subdomain, and a `*` elsewhere any characters of its
 * label, as in `shop-*.example.com`. A pattern of all hosts is refused. `www.` is kept, because it may be intended.
 */
export function normalizeHostPattern(text: string): string | undefined {
  const [, anySubdomain = '', rest = ''] = /^\s*(\*\.)?(.*)$/s.exec(text) ?? [];
  const host = rest.includes('*') ? parseHostPattern(rest) : parseHost(rest);
  return host === undefined ? undefined : anySubdomain + host;
}

function parseHostPattern(text: string): string | undefined {
  const authority = readAuthority(text);
  // For example `x*https://example.com`.
  const pattern = authority.endsWith(':') ? undefined : parseAuthority(authority);
  if (pattern === undefined || !/[^*.]/.test(pattern)) return undefined;
  const isLabel = (label: string) => (label.includes('*') ? PATTERN_LABEL : HOST_NAME).test(label);
  return pattern.split('.').every(isLabel) ? pattern : undefined;
}

export const CHART_THEMES = [
  'default',
  'ocean',
  'forest',
  'sunset',
  'monochrome',
  'vibrant',
  'midnight',
  'candy',
  'cyber',
] as const;

const MAX_ALLOWED_DOMAINS = 10;
const MAX_EXCLUDED_IPS = 500;
const MAX_EXCLUDED_PATHS = 500;
const MAX_EXCLUDED_HOSTNAMES = 100;
const MAX_EXCLUDED_COUNTRIES = 250;

/** In characters. Every website is kept in memory, with up to 1,000 in a list. */
const MAX_ENTRY_LENGTH = 500;
const MAX_LIST_LENGTH = 16_384;

/** Longer lists are refused without checking their entries. */
const MAX_CHECKED_ENTRIES = 500;

const entry = () => plainText(1, MAX_ENTRY_LENGTH);

const listLengthRule = (): string =>
  t('must have at most {count} characters in all', { count: exact(MAX_LIST_LENGTH) });

/** Up to MAX_CHECKED_ENTRIES, a list that is too long also gets the errors of its entries. */
const list = <Item extends z.ZodType>(item: Item, max: number) => {
  const error = () => t('must have at most {count} entries', { count: exact(max) });
  return z
    .array(item, { error: () => t('must be a list') })
    .max(MAX_CHECKED_ENTRIES, { error })
    .refine((entries) => entries.length <= max, {
      error,
      when: ({ value }) => Array.isArray(value) && value.length <= MAX_CHECKED_ENTRIES,
    })
    .refine((entries) => entries.join('').length <= MAX_LIST_LENGTH, { error: listLengthRule })
    .meta({ maxItems: max });
};

const flag = () => z.boolean({ error: () => t('must be true or false') });

/** `normalize` returns the stored spelling, or undefined to refuse the text. */
const spelled = (normalize: (text: string) => string | undefined, refusal: Text) =>
  entry().transform((text, context) => {
    const spelling = normalize(text);
    if (spelling !== undefined) return spelling;
    context.addIssue(t(refusal));
    return z.NEVER;
  });

const name = plainText(1, 100).meta({ description: 'Display name', examples: ['Shop'] });
const domain = spelled(normalizeDomain, 'must be a domain such as example.com')
  .superRefine((host, context) => {
    if (isPublicSuffix(host))
      context.addIssue(t("must be a website's own domain: {host} is a public suffix", { host }));
  })
  .meta({
    description:
      'Primary domain; its subdomains are included. A URL is accepted too: scheme, `www.`, port and path are removed. ' +
      'A public suffix such as `co.uk` is not',
    examples: ['example.com'],
    pattern: HOST_PATTERN,
    maxLength: MAX_LENGTH,
  });
const timezone = plainText(1, 100)
  .refine(isTimeZone, { error: () => t('must be an IANA time zone') })
  .transform(spellTimeZone)
  .meta({
    description: "IANA name of the time zone of all statistics, stored in IANA's case",
    examples: ['Europe/Berlin'],
    pattern: TIME_ZONE_PATTERN,
  });
/** A URL, or an image as a `data:` URL, which the dashboard shows without a request to another host. */
const favicon = () =>
  anyText()
    .trim()
    .superRefine((text, context) => {
      const isData = /^data:/i.test(text);
      if (isData && iconImage(text) === undefined) context.addIssue(t('must be an image of at most 16 KiB'));
      if (isData) return;
      for (const { message } of webAddress().safeParse(text).error?.issues ?? []) context.addIssue(message);
    })
    .meta({
      description:
        'Icon: an `http` or `https` URL of at most 2,000 characters, or an image of at most 16 KiB as a base64 `data:` ' +
        'URL. The dashboard shows it. The server fetches a URL once a day, from public addresses only',
      examples: ['https://example.com/icon.png'],
      pattern: ICON_PATTERN,
    });
const hosts = (max: number, description: string) =>
  list(
    spelled(normalizeHostPattern, 'must be a domain such as shop.example.com or *.example.com').meta({
      pattern: HOST_WILDCARD_PATTERN,
      maxLength: MAX_LENGTH,
    }),
    max,
  ).meta({
    description: `${description} \`*.\` in front is any subdomain, and a \`*\` elsewhere any characters of its label. At most ${max} entries`,
    examples: [['shop-*.example.com', '*.example.net']],
  });
const allowedDomains = hosts(MAX_ALLOWED_DOMAINS, 'Further hosts of the website, each also with `www.` in front.');
const ofAtMost = (max: number) =>
  `At most ${max} entries, of ${MAX_LIST_LENGTH.toLocaleString('en')} characters in all`;

/** Unknown fields are refused. */
export const newWebsite = z.strictObject({
  name,
  domain,
  timezone,
  favicon: favicon().optional(),
  allowedDomains: allowedDomains.optional(),
  excludeHosting: flag().optional(),
});

const retentionRule = {
  error: () => t('must be a whole number from 1 to {max}', { max: MAX_RETENTION_MONTHS }),
};

/** Missing fields stay unchanged. A `favicon` of null removes it. */
export const websitePatch = z
  .strictObject({
    name,
    domain,
    timezone,
    favicon: favicon().nullable(),
    allowedDomains,
    chartTheme: z
      .enum(CHART_THEMES, { error: () => t('must be one of {values}', { values: CHART_THEMES.join(', ') }) })
      .describe('Colors of the charts on the dashboard'),
    excludedIps: list(
      entry()
        .refine(isAddressBlock, { error: () => t('must be an IP address or CIDR range') })
        .meta({ pattern: ADDRESS_BLOCK_PATTERN }),
      MAX_EXCLUDED_IPS,
    ).meta({
      description: `Visitor addresses that are not tracked: IPv4, IPv6, and CIDR blocks of both. ${ofAtMost(MAX_EXCLUDED_IPS)}`,
      examples: [['192.0.2.7', '2001:db8::/32']],
    }),
    excludedPaths: list(
      entry()
        .refine((path) => /^[/*]/.test(path), { error: () => t('must begin with / or *') })
        .meta({ pattern: PATH_PATTERN }),
      MAX_EXCLUDED_PATHS,
    ).meta({
      description: `Paths that are not tracked. \`*\` stands for any characters, \`/\` included. ${ofAtMost(MAX_EXCLUDED_PATHS)}`,
      examples: [['/admin/*', '*/preview']],
    }),
    excludedHostnames: hosts(MAX_EXCLUDED_HOSTNAMES, 'Hosts that are not tracked.'),
    excludedCountries: list(
      spelled(normalizeCountry, 'must be a two-letter country code such as DE').meta({ enum: [...countryCodes] }),
      MAX_EXCLUDED_COUNTRIES,
    ).meta({
      description: `Countries that are not tracked: codes of ISO 3166-1 alpha-2, and \`XK\`. At most ${MAX_EXCLUDED_COUNTRIES} entries`,
      examples: [['AQ']],
    }),
    excludeHosting: flag(),
    emailWeeklySummary: flag().describe('Weekly summary by email'),
    emailTrafficSpike: flag().describe('Alert by email about a traffic spike, or about silence'),
    retentionMonths: z
      .int(retentionRule)
      .min(1, retentionRule)
      .max(MAX_RETENTION_MONTHS, retentionRule)
      .nullable()
      .meta({
        description:
          'Months for which data is kept: older days are deleted every night. `null` keeps it for as long as the installation does ' +
          '(`RETENTION_MONTHS`), which no website can exceed',
        examples: [24],
      }),
  })
  .partial();

export type NewWebsite = z.output<typeof newWebsite>;
export type WebsitePatch = z.output<typeof websitePatch>;
