import { z } from 'zod';
import { parseAddress } from '../lib/ip-address.js';
import { anyText, bounded } from '../lib/text.js';
import { parseHttpUrl } from '../lib/url.js';
import { MAX_PROPS } from './limit-props.js';

const MAX_NAME_LENGTH = 120;
const MAX_ID_LENGTH = 64;
const MAX_SECONDS = 86_400;
const SECONDS_RULE = `must be a number between 0 and ${MAX_SECONDS.toLocaleString('en')}`;

/** Unlimited: stored values are cut where they are created. */
const text = anyText();

export const httpUrl = anyText().transform((value, context) => {
  const url = parseHttpUrl(value);
  if (url !== undefined) return url;
  context.addIssue({ code: 'custom', message: 'must be an http or https URL' });
  return z.NEVER;
});

/** Must be well-formed, like every text that is sent to ClickHouse. */
export const eventName = text
  .min(1, 'must not be empty')
  .max(MAX_NAME_LENGTH, `must have at most ${MAX_NAME_LENGTH} characters`)
  .transform((name) => bounded(name, MAX_NAME_LENGTH));

const anyProp = z.union([z.string(), z.number(), z.boolean()], 'must be a number, true, false or a string');

/** Of any number and length: what is over the limits is left out later. The first property over them is enough to see it. */
export const eventProps = z.preprocess(
  (props: unknown) =>
    typeof props !== 'object' || props === null || Array.isArray(props)
      ? props
      : Object.fromEntries(Object.entries(props).slice(0, MAX_PROPS + 1)),
  z.record(z.string(), anyProp, 'must be an object'),
);

const flag = z.boolean('must be true or false').optional();

const DEPTH_RULE = 'must be a number between 0 and 100';
const scroll = z.number(DEPTH_RULE).min(0, DEPTH_RULE).max(100, DEPTH_RULE).optional();

const seconds = z
  .number({ error: ({ input }) => (input === undefined ? undefined : SECONDS_RULE) })
  .min(0, SECONDS_RULE)
  .max(MAX_SECONDS, SECONDS_RULE);

/** Any text that the sender repeats when it sends the event again, for example a UUID. */
const id = text
  .min(1, 'must not be empty')
  .max(MAX_ID_LENGTH, `must have at most ${MAX_ID_LENGTH} characters`)
  .optional();

const TIMESTAMP_RULE = 'must be an ISO 8601 date-time with its offset, such as 2026-03-01T10:00:00.000Z';

/** Gives epoch milliseconds. */
export const timestamp = z.iso
  .datetime({ offset: true, error: ({ input }) => (input === undefined ? 'is required' : TIMESTAMP_RULE) })
  .transform((value) => Date.parse(value));

/** Gives one spelling of each address. */
export const ipAddress = z
  .union([z.ipv4(), z.ipv6()], 'must be an IP address')
  .transform((ip) => parseAddress(ip)?.text ?? ip);

const common = {
  id,
  url: httpUrl,
  referrer: text.optional(),
  language: text.optional(),
  screen: text.optional(),
  localhost: flag,
  hash: flag,
};

const TYPES = ['pageview', 'exit', 'custom', 'leave'] as const;
const TYPE_RULE = `must be one of ${TYPES.join(', ')}`;
const OBJECT_RULE = 'Request body must be a JSON object';
const SERVER_OBJECT_RULE = 'must be a JSON object';

const anyTyped = <Fields extends z.ZodRawShape>(fields: Fields, objectRule: string) =>
  z.looseObject({ type: z.enum(TYPES, TYPE_RULE), ...fields }, objectRule);

const typed = <Fields extends z.ZodRawShape>(fields: Fields, objectRule: string) =>
  z.discriminatedUnion(
    'type',
    [
      z.strictObject({ type: z.literal('pageview'), ...fields, props: eventProps.optional() }),
      z.strictObject({ type: z.literal('exit'), ...fields, link: httpUrl }),
      z.strictObject({ type: z.literal('custom'), ...fields, name: eventName, props: eventProps.optional() }),
      z.strictObject({ type: z.literal('leave'), ...fields, seconds, scroll }),
    ],
    {
      error: ({ code }) => (code === 'invalid_union' ? TYPE_RULE : objectRule),
    },
  );

const trackerFields = { key: text, ...common };

/** The tracker's event. No field can set an address, a user agent or a time. */
const trackerEvent = typed(trackerFields, OBJECT_RULE);

export type EventBody = z.infer<typeof trackerEvent>;

/** Compiled, because a busy collector mostly checks events. */
export const eventBody = z.compile(trackerEvent);

/** The fields that all events share, so that an event of unknown type still gets all of its errors. */
export const anyEvent = anyTyped(trackerFields, OBJECT_RULE);

const serverFields = {
  timestamp: timestamp.describe('When it happened, within the last 24 hours'),
  visitor: text
    .min(1, 'must not be empty')
    .optional()
    .describe('Any text that identifies the visitor; required without `ip` and `userAgent`'),
  ip: ipAddress.optional().describe("Of the visitor's browser"),
  userAgent: text
    .transform((agent) => agent.trim())
    .optional()
    .describe("Of the visitor's browser"),
  ...common,
};

/** An event that a server reports for its visitor. */
export const serverEvent = typed(serverFields, SERVER_OBJECT_RULE);

export type ServerEvent = z.infer<typeof serverEvent>;

export const serverEventBody = z.compile(serverEvent);

export const anyServerEvent = anyTyped(serverFields, SERVER_OBJECT_RULE);
