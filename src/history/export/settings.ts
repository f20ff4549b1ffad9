import { z } from 'zod';
import { type Text, t } from '../../lib/language/translate.js';
import { anyText } from '../../lib/text.js';
import { parseHttpUrl } from '../../lib/url.js';
import { DATE_PATTERN, dayNumber } from '../../time/index.js';

export const DESTINATIONS = ['folder', 's3'] as const;

type DestinationKind = (typeof DESTINATIONS)[number];

/** Names begin with a letter, a digit, `_` or `-`, so that none is `..` or hidden. */
const FOLDER = /^(?:[\w-][\w.-]{0,99}(?:\/[\w-][\w.-]{0,99}){0,9})?$/;

/** Characters that all storage services sign alike. */
const URL_PATH = /^(?:\/[\w.~-]{1,100}){0,10}\/?$/;

const URL_RULE: Text = 'must be the https URL of a bucket, without user, query and fragment';

const PATH_RULE: Text =
  'must have a path of at most ten names, joined by single slashes, each of 1 to 100 letters, digits, -, ., _ and ~';

const KEY = /^[\x21-\x7e]{1,256}$/;

const keyRule = { error: () => t('must be 1 to 256 printable characters without spaces') };

/** Strips a trailing slash, or returns an error message. */
export function parseBucketUrl(text: string): { readonly url: string } | { readonly error: string } {
  const url = parseHttpUrl(text);
  if (url === undefined || url.username + url.password + url.search + url.hash !== '') return { error: t(URL_RULE) };
  if (!URL_PATH.test(url.pathname)) return { error: t(PATH_RULE) };
  return { url: url.origin + url.pathname.replace(/\/+$/, '') };
}

const optionsFor = <Kind extends DestinationKind, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.strictObject(
    { destination: z.literal(kind), ...shape },
    { error: ({ code }) => (code === 'unrecognized_keys' ? `is not for the destination ${kind}` : undefined) },
  );

const folderExport = optionsFor('folder', {
  folder: anyText()
    .regex(FOLDER, { error: () => t('must be names of letters, digits, -, _ and ., joined by /, ten at most') })
    .default('')
    .describe('The path below `EXPORT_DIR`; without one, `EXPORT_DIR` itself')
    .meta({ examples: ['marketing'] }),
});

const bucketExport = optionsFor('s3', {
  url: anyText()
    .transform((text, context) => {
      const parsed = parseBucketUrl(text);
      if ('url' in parsed) return parsed.url;
      context.addIssue(parsed.error);
      return z.NEVER;
    })
    .describe('The URL of the bucket, optionally with a path prefix. It must be https')
    .meta({ format: 'uri', examples: ['https://my-bucket.s3.eu-central-1.amazonaws.com/footfall'] }),
  region: anyText()
    .regex(/^[A-Za-z0-9-]{1,64}$/, { error: () => t('must be letters, digits and -') })
    .optional()
    .describe('By default the region of an amazonaws.com URL, else us-east-1')
    .meta({ examples: ['eu-central-1'] }),
  accessKeyId: anyText()
    .regex(KEY, keyRule)
    .optional()
    .describe('Omit both keys to keep the stored ones')
    .meta({ examples: ['AKIAIOSFODNN7EXAMPLE'] }),
  secretAccessKey: anyText().regex(KEY, keyRule).optional().describe('Never returned'),
});

const hasDestination = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'destination' in input && input.destination !== undefined;

/** As entered by the owner. */
export const exportSettings = z.discriminatedUnion('destination', [folderExport, bucketExport], {
  error: ({ input }) =>
    hasDestination(input) ? t('must be one of {values}', { values: DESTINATIONS.join(', ') }) : t('is required'),
});

export type ExportSettings = z.output<typeof exportSettings>;

export type BucketSettings = z.output<typeof bucketExport>;

/** Days are exported again from this one. */
export const firstDay = z.object({
  from: anyText()
    .refine((text) => dayNumber(text) !== undefined, {
      error: () => t('must be an existing date (YYYY-MM-DD)'),
    })
    .describe('The first day to export, at most ten years ago')
    .meta({ pattern: DATE_PATTERN, examples: ['2026-11-01'] }),
});

export const bucketKeys = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });

export type BucketKeys = z.infer<typeof bucketKeys>;

/** Parsed from an amazonaws.com host; else us-east-1, which other storage services accept. */
export const findRegion = (url: string): string =>
  /(?:^|\.)s3[.-](?:dualstack\.)?([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/.exec(new URL(url).hostname)?.[1] ??
  'us-east-1';
