import { z } from 'zod';

const figure = z
  .object({
    now: z.number().describe('In the week'),
    before: z.number().describe('In the week before'),
    change: z
      .number()
      .nullable()
      .describe("Between them, in percent; null if the week before began before the website's first event"),
  })
  .meta({ id: 'WebhookFigure' });

const row = z
  .object({
    name: z.string().describe('As in the API'),
    label: z
      .string()
      .optional()
      .describe('The name as people read it, in the language of the owner, where it is another one'),
    value: z.number().describe('Visitors; of outbound links, clicks'),
    percentage: z.number().describe('Share of the total, 0 to 100'),
  })
  .meta({ id: 'WebhookRow' });

const rows = z.array(row);

const day = z.object({
  date: z.string(),
  visitors: z.number(),
  before: z.number().describe('On the same day of the week before'),
});

const dropped = z.object({ reason: z.string(), events: z.number() }).nullable();

/** Stored notices of earlier versions have none. */
const whatChanged = z.string().optional();

/** Stored until every recipient has it. */
export const weeklySummaryShape = z.object({
  from: z.string().describe('First day of the week, `YYYY-MM-DD`, in the time zone of the website'),
  to: z.string().describe('Last day of the week'),
  visitors: figure,
  visits: figure,
  pageviews: figure,
  bounceRate: figure.describe('0 to 1'),
  durationSeconds: figure.describe('Average of a visit'),
  whatChanged: whatChanged.describe(
    'The change of the visitors in a sentence, as `text` of `POST …/changes` but without facts and in the language of ' +
      'the owner; missing where the weeks cannot be compared',
  ),
  days: z.array(day),
  pages: rows,
  sources: rows,
  countries: rows,
  outboundLinks: rows,
  campaigns: rows,
  customEvents: rows,
  dropped: dropped.describe(
    'The most frequent reason for which events were not counted; null when there were visitors',
  ),
});

/** With a goal, `value` counts its conversions. */
const goalRow = row.extend({ visitors: z.number().optional(), rate: z.number().optional() });

const goalRows = z.array(goalRow);

const named = z.object({ id: z.string(), name: z.string() });

/**
 * Emails are also about views with a goal or a segment; webhooks are not. With a goal, `visitors` of a day counts its
 * conversions.
 */
export const emailedSummaryShape = weeklySummaryShape.extend({
  /** Of an emailed view. */
  view: z.string().optional(),
  segment: named.optional(),
  goal: named.extend({ conversions: figure, rate: figure }).optional(),
  /** Missing for the week before. */
  comparison: z.object({ mode: z.enum(['previous', 'year']), matchWeekday: z.boolean() }).optional(),
  pages: goalRows,
  sources: goalRows,
  countries: goalRows,
  outboundLinks: goalRows,
  campaigns: goalRows,
  customEvents: goalRows,
});

/** Far more visitors than usual in half an hour. */
export const spikeShape = z.object({
  /** The half hour, in epoch milliseconds. */
  start: z.number(),
  end: z.number(),
  visitors: z.number().describe('In the half hour'),
  usual: z.number().describe('Visitors in the same half hour of earlier weeks: the median'),
  times: z.number().nullable().describe('How many times the usual; null where there usually is no visitor'),
  whatChanged: whatChanged.describe(
    'The change of the visitors from the same half hour a week before in a sentence, as `text` of `POST …/changes` but ' +
      'without facts and in the language of the owner; missing where no part stands out',
  ),
  pages: rows,
  sources: rows,
});

/** No visitors for some time, although some were expected. */
export const silenceShape = z.object({
  /** Epoch milliseconds: the last event, and the moment of the notice. */
  since: z.number(),
  until: z.number(),
  expected: z.number().describe('Visitors that were to be expected since'),
  dropped: dropped.describe(
    'The most frequent reason for which events were not counted meanwhile; null when none arrived',
  ),
});

export type Spike = z.infer<typeof spikeShape>;
export type Silence = z.infer<typeof silenceShape>;
export type WeeklySummary = z.infer<typeof emailedSummaryShape>;
export type Figure = z.infer<typeof figure>;
export type Row = z.infer<typeof goalRow>;

/** A notice in a few lines, without lists. */
export interface Brief {
  readonly title: string;
  readonly lines: readonly string[];
  /** A page of the dashboard. */
  readonly url: string;
}

export interface NoticeWebsite {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
}

export interface NoticeLinks {
  /** Origin without a trailing slash. */
  readonly baseUrl: string;
  readonly unsubscribeUrl: string;
}
