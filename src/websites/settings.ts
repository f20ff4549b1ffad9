import { z } from 'zod';
import { isAddressBlock } from '../ip-address.js';
import { anyText, plainText, webAddress } from '../plain-text.js';
import { isTimeZone } from '../time/index.js';
import { normaliseCountry } from './countries.js';
import { normaliseDomain, normaliseHostPattern } from './host-name.js';
import { iconImage } from './icon-image.js';

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

/** In characters. Every website is kept in memory, and a list of websites has up to 1,000 of them. */
const MAX_ENTRY_LENGTH = 500;
const MAX_LIST_LENGTH = 16_384;

/** A list with more entries is refused without looking at them. */
const MAX_CHECKED_ENTRIES = 500;

const entry = () => plainText(1, MAX_ENTRY_LENGTH);

const LIST_LENGTH_RULE = `must have at most ${MAX_LIST_LENGTH.toLocaleString('en')} characters in all`;

/** What is wrong with the entries is told of a list that is too long, too, unless it is beyond all measure. */
const list = <Item extends z.ZodType>(item: Item, max: number) => {
  const error = `must have at most ${max.toLocaleString('en')} entries`;
  return z
    .array(item, { error: 'must be a list' })
    .max(MAX_CHECKED_ENTRIES, error)
    .refine((entries) => entries.length <= max, {
      error,
      when: ({ value }) => Array.isArray(value) && value.length <= MAX_CHECKED_ENTRIES,
    })
    .refine((entries) => entries.join('').length <= MAX_LIST_LENGTH, LIST_LENGTH_RULE)
    .meta({ maxItems: max });
};

const flag = () => z.boolean({ error: 'must be true or false' });

/** Text that is stored in one spelling, which `normalise` finds, or refuses by undefined. */
const spelled = (normalise: (text: string) => string | undefined, refusal: string) =>
  entry().transform((text, context) => {
    const spelling = normalise(text);
    if (spelling !== undefined) return spelling;
    context.addIssue(refusal);
    return z.NEVER;
  });

const name = plainText(1, 100);
const domain = spelled(normaliseDomain, 'must be a host name');
const timezone = plainText(1, 100).refine(isTimeZone, 'must be an IANA time zone');
/** An address, or an image as a `data:` URL, which is what the dashboard can show without asking another host. */
const favicon = () =>
  anyText()
    .trim()
    .superRefine((text, context) => {
      const isData = /^data:/i.test(text);
      if (isData && iconImage(text) === undefined) context.addIssue('must be an image of at most 16 KiB');
      if (isData) return;
      for (const { message } of webAddress().safeParse(text).error?.issues ?? []) context.addIssue(message);
    })
    .meta({ format: 'uri' });
const hosts = (max: number) => list(spelled(normaliseHostPattern, 'must be a host name, or one with *. in front'), max);
const allowedDomains = hosts(MAX_ALLOWED_DOMAINS);

/** What a website can be created with. Fields that it does not list are refused. */
export const newWebsite = z.strictObject({
  name,
  domain,
  timezone,
  favicon: favicon().optional(),
  allowedDomains: allowedDomains.optional(),
  excludeHosting: flag().optional(),
});

/** A change of settings: only what is there is changed. A `favicon` of null takes it away. */
export const websitePatch = z
  .strictObject({
    name,
    domain,
    timezone,
    favicon: favicon().nullable(),
    allowedDomains,
    chartTheme: z.enum(CHART_THEMES, { error: `must be one of ${CHART_THEMES.join(', ')}` }),
    excludedIps: list(entry().refine(isAddressBlock, 'must be an IP address or a CIDR block'), MAX_EXCLUDED_IPS),
    excludedPaths: list(
      entry().refine((path) => /^[/*]/.test(path), 'must begin with / or *'),
      MAX_EXCLUDED_PATHS,
    ),
    excludedHostnames: hosts(MAX_EXCLUDED_HOSTNAMES),
    excludedCountries: list(spelled(normaliseCountry, 'must be an ISO 3166-1 alpha-2 code'), MAX_EXCLUDED_COUNTRIES),
    excludeHosting: flag(),
    emailWeeklySummary: flag(),
    emailTrafficSpike: flag(),
  })
  .partial();

export type NewWebsite = z.output<typeof newWebsite>;
export type WebsitePatch = z.output<typeof websitePatch>;
