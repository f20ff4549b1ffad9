import { z } from 'zod';
import { anyText } from '../plain-text.js';
import { parseHttpUrl } from '../url.js';
import { bounded } from './bounded.js';

const LONGEST_NAME = 120;
const MOST_PROPS = 30;
const LONGEST_PROP = 1000;

/** A text that PostgreSQL and ClickHouse both take; what is too long is a mistake, not a reason to lose the event. */
const text = anyText();

export const httpUrl = anyText().transform((value, context) => {
  const url = parseHttpUrl(value);
  if (url !== undefined) return url;
  context.addIssue({ code: 'custom', message: 'must be an http or https URL' });
  return z.NEVER;
});

/** Well-formed, as every text that goes to ClickHouse. */
export const eventName = text
  .min(1, 'must not be empty')
  .max(LONGEST_NAME, `must have at most ${LONGEST_NAME} characters`)
  .transform((name) => bounded(name, LONGEST_NAME));

export const eventProps = z
  .record(z.string().max(LONGEST_NAME), z.union([z.string().max(LONGEST_PROP), z.number(), z.boolean()]))
  .refine((props) => Object.keys(props).length <= MOST_PROPS, `must have at most ${MOST_PROPS} properties`);

const common = {
  key: text,
  url: httpUrl,
  referrer: text.optional(),
  language: text.optional(),
  screen: text.optional(),
  localhost: z.boolean().optional(),
  hash: z.boolean().optional(),
};

/** What the tracker sends. No field of it can set an address, a user agent or a time. */
export const eventBody = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('pageview'), ...common }),
    z.strictObject({ type: z.literal('exit'), ...common, link: httpUrl }),
    z.strictObject({ type: z.literal('custom'), ...common, name: eventName, props: eventProps.optional() }),
    z.strictObject({ type: z.literal('leave'), ...common, seconds: z.number().min(0).max(86_400) }),
  ],
  {
    error: ({ code }) =>
      code === 'invalid_union' ? 'must be one of pageview, exit, custom, leave' : 'Request body must be a JSON object',
  },
);

export type EventBody = z.infer<typeof eventBody>;
