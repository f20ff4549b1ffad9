import { z } from 'zod';
import { finish, type Kept, toKept } from '../../collect/collector.js';
import { type Draft, unknownTraits } from '../../collect/draft.js';
import { eventName, eventProps, httpUrl, ipAddress, timestamp } from '../../collect/event-body.js';
import { describing, run, type Tools } from '../../collect/pipeline.js';
import { parseLanguage } from '../../collect/steps/language.js';
import { parseLink, parsePage } from '../../collect/steps/page.js';
import { normalizeCountry } from '../../collect/steps/place-record.js';
import { hashVisitor } from '../../collect/steps/visitor.js';
import { anyText, bounded } from '../../lib/text.js';
import { localDate } from '../../time/index.js';
import type { Website } from '../../websites/website.js';

const MAX_TRAIT_LENGTH = 255;

/** Longer stored text is truncated. */
const MAX_STORED_LENGTH = 2_000;
const MAX_SECONDS = 86_400;

/** Limits of a line's error message: the messages of a thousand lines are stored in one row of PostgreSQL. */
const MAX_FAULTS = 10;
const MAX_QUOTE_LENGTH = 100;

/** More fields than a line or its `props` can have. Fields beyond this number would only cost time to check. */
const MAX_CHECKED_FIELDS = 40;

/** The first day that is after 1970-01-01 in every time zone: that date means "never" where visitors' last days are stored. */
const EARLIEST = Date.UTC(1970, 0, 3);

const TYPES = ['pageview', 'exit', 'custom'] as const;
const TYPE_RULE = `must be one of ${TYPES.join(', ')}`;
const DEVICES = ['desktop', 'mobile', 'tablet', 'tv', 'other'] as const;
const DEVICE_RULE = `must be one of ${DEVICES.join(', ')}`;

const text = anyText();
const storedDevice = z.enum(DEVICES, DEVICE_RULE);
const some = text.min(1, 'must not be empty');
const someTrait = some.transform((value) => bounded(value, MAX_TRAIT_LENGTH));
const trait = text.transform((value) => bounded(value, MAX_TRAIT_LENGTH));

const someExact = some.transform((value) => bounded(value, MAX_STORED_LENGTH));
const exact = text.transform((value) => bounded(value, MAX_STORED_LENGTH));

/** In any case: exports and lists name it `Desktop` or `TV`. */
const namedDevice = z
  .string(DEVICE_RULE)
  .toLowerCase()
  .pipe(storedDevice)
  .meta({ enum: [...DEVICES] });

/** Fields of exported lines: the stored event, of which nothing is derived again, and nothing is left out. */
const storedShape = z
  .strictObject({
    hostname: exact,
    path: someExact,
    link: exact.default(''),
    name: exact.default(''),
    props: text
      .refine((json) => json === '' || eventProps.safeParse(parseObject(json)).success, 'must be properties as JSON')
      .default(''),
    screen: trait.default(''),
    seconds: z.int().min(0).max(MAX_SECONDS).default(0),
    scroll: z.int().min(0).max(100).optional(),
    referrer: someExact,
    channel: someTrait,
    utmSource: exact.default(''),
    utmMedium: exact.default(''),
    utmCampaign: exact.default(''),
    ref: exact.default(''),
    utmContent: exact.default(''),
    utmTerm: exact.default(''),
    country: text.regex(/^[A-Z][A-Z0-9]$/, 'must be an ISO 3166-1 alpha-2 code'),
    region: trait.default(''),
    city: someTrait,
    browser: someTrait,
    browserVersion: trait.default(''),
    os: someTrait,
    osVersion: trait.default(''),
    device: storedDevice,
    language: someTrait,
  })
  .describe('What an export adds: the event as it was stored. The line must also have a visitor');

/** A past event. Fields in the line are used unchanged; the others are derived as by the collector. */
export const lineShape = z.strictObject({
  timestamp: timestamp.refine((time) => time >= EARLIEST, 'must not be before 1970-01-03'),
  type: z.enum([...TYPES, 'leave'], TYPE_RULE).default('pageview'),
  url: httpUrl,
  referrer: text.optional(),
  link: httpUrl.optional(),
  name: eventName.optional(),
  props: eventProps.optional(),
  visitor: text.optional(),
  ip: ipAddress.optional(),
  userAgent: text.optional(),
  country: text
    .regex(/^(?:[A-Za-z]{2}|[Tt]1)$/, 'must be an ISO 3166-1 alpha-2 code')
    .transform(normalizeCountry)
    .optional(),
  city: trait.optional(),
  browser: trait.optional(),
  os: trait.optional(),
  device: namedDevice.optional(),
  language: text.transform(parseLanguage).optional(),
  screen: trait.optional(),
  stored: storedShape.optional(),
});

type Line = z.infer<typeof lineShape>;

/** Compiled, because there are millions of lines: parsing takes two thirds of the time. */
const compiledShape = z.compile(lineShape);

export interface LineContext extends Tools {
  readonly website: Website;
  /** The id of a named visitor never rotates. */
  readonly visitorNamed: (name: string) => string;
  /** Adds the name of a property; false when the website has too many others. */
  readonly takePropName: (name: string) => boolean;
  readonly now: number;
  /** Start of the first day within the website's retention, in epoch milliseconds; undefined for no limit. */
  readonly keptFrom: number | undefined;
}

export type Read = Kept | { readonly message: string };

export function readLine(line: string, context: LineContext): Read {
  const json = parseJson(line);
  if (json === undefined) return { message: 'must be a JSON object' };
  const parsed = compiledShape.safeParse(json);
  if (!parsed.success) return { message: parsed.error.issues.flatMap(describeIssue).slice(0, MAX_FAULTS).join('; ') };
  const message = missingIn(parsed.data) ?? timeError(parsed.data.timestamp, context);
  return message === undefined ? toKeptEvent(parsed.data, context) : { message };
}

function timeError(timestamp: number, { now, keptFrom, website }: LineContext): string | undefined {
  if (timestamp > now) return 'timestamp: must not be in the future';
  if (keptFrom === undefined || timestamp >= keptFrom) return undefined;
  return `timestamp: must not be before ${localDate(keptFrom, website.timezone)}, the first day that the website keeps`;
}

function parseJson(line: string): unknown {
  try {
    const json: unknown = JSON.parse(line);
    if (!isRecord(json)) return undefined;
    const fields = withoutBlanks(json, lineShape.shape);
    // Leaves occur only in exports.
    if (fields.type === 'leave' && fields.stored === undefined) fields.type = '';
    if (isRecord(fields.props)) fields.props = withoutBlanks(fields.props, {});
    return fields;
  } catch {
    return undefined;
  }
}

function parseObject(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Removes fields that are null or empty, as exports write unknown values, and fields beyond the limit.
 *
 * TRICKY: an object is slow once a field was deleted from it.
 *
 * @param known fields that may stay, as undefined
 */
function withoutBlanks(record: Record<string, unknown>, known: object): Record<string, unknown> {
  const names = Object.keys(record);
  if (names.length > MAX_CHECKED_FIELDS) return firstFields(record, names, known);
  for (const name of names) {
    if (!isBlank(record[name])) continue;
    if (Object.hasOwn(known, name)) record[name] = undefined;
    else delete record[name];
  }
  return record;
}

function firstFields(record: Record<string, unknown>, names: readonly string[], known: object) {
  const filled = names.filter((name) => !isBlank(record[name]));
  const unknown = filled.filter((name) => !Object.hasOwn(known, name)).slice(0, MAX_CHECKED_FIELDS);
  const kept = [...filled.filter((name) => Object.hasOwn(known, name)), ...unknown];
  return Object.fromEntries(kept.map((name) => [name, record[name]]));
}

const isBlank = (value: unknown): boolean => value === null || value === '';

function describeIssue(issue: z.core.$ZodIssue): readonly string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MAX_FAULTS).map((key) => `${quoted(key)}: unknown field`);
  }
  return [`${quoted(issue.path.join('.'))}: ${issue.message}`];
}

/** Short and without control characters, because errors are printed on terminals. */
const quoted = (name: string): string => bounded(name, MAX_QUOTE_LENGTH).replace(/\p{Cc}/gu, '\uFFFD');

/** For fields that are required depending on other fields. */
function missingIn(line: Line): string | undefined {
  if (line.stored !== undefined) {
    if (line.visitor === undefined) return 'visitor: is required';
    return line.type === 'custom' && line.stored.name === ''
      ? 'stored.name: is required for a custom event'
      : undefined;
  }
  if (line.type === 'exit' && line.link === undefined) return 'link: is required for an exit';
  if (line.type === 'custom' && line.name === undefined) return 'name: is required for a custom event';
  if (line.visitor === undefined && (line.ip === undefined || line.userAgent === undefined)) {
    return 'visitor: is required, or both ip and userAgent';
  }
  return undefined;
}

/** The visitor gets a new id here, the same in all lines. */
function toStoredEvent({ timestamp, type, visitor = '', stored }: Line, context: LineContext): Kept | undefined {
  if (stored === undefined) return undefined;
  const { hostname, path, link, name, props, screen, seconds, scroll, ...traits } = stored;
  const visitorId = context.visitorNamed(visitor);
  const own = { hostname, path, link, name, props, screen, seconds, ...(scroll !== undefined && { scroll }) };
  return toKept({ websiteId: context.website.id, time: timestamp, type, visitorId, ...own, traits }, false);
}

function toKeptEvent(line: Line, context: LineContext): Kept {
  const stored = toStoredEvent(line, context);
  if (stored !== undefined) return stored;
  const sender = { address: line.ip ?? '', userAgent: line.userAgent?.trim() ?? '' };
  const { keysAt, now, visitorNamed, website } = context;
  const draft: Draft = {
    website,
    sender,
    url: line.url,
    referrer: line.referrer ?? '',
    language: undefined,
    allowsLocalhost: true,
    event: {
      websiteId: website.id,
      time: line.timestamp,
      type: line.type,
      visitorId:
        line.visitor === undefined ? hashVisitor(keysAt(now).current, website.id, sender) : visitorNamed(line.visitor),
      ...parsePage(line.url, false),
      link: line.type === 'exit' && line.link !== undefined ? parseLink(line.link) : '',
      name: line.type === 'custom' ? (line.name ?? '') : '',
      props: '',
      screen: line.screen ?? '',
      seconds: 0,
      traits: { ...unknownTraits },
    },
  };
  run(describing, draft, context);
  putGiven(line, draft.event);
  return finish(draft, line.type === 'exit' ? undefined : line.props, context.takePropName);
}

/** Traits in the line override derived ones. */
function putGiven({ country, city, browser, os, device, language }: Line, { traits }: Draft['event']): void {
  // The parts of a place belong together: a region derived for another country or city is not valid for this one.
  if (country !== undefined || city !== undefined) traits.region = '';
  if (browser !== undefined) traits.browserVersion = '';
  if (os !== undefined) traits.osVersion = '';
  traits.country = country ?? traits.country;
  traits.city = city ?? traits.city;
  traits.browser = browser ?? traits.browser;
  traits.os = os ?? traits.os;
  traits.device = device ?? traits.device;
  traits.language = language ?? traits.language;
}
