import { z } from 'zod';

/** A figure of a week, of the week before, and the change between them in percent, as in the API. */
const figure = z.object({ now: z.number(), before: z.number(), change: z.number() });

const row = z.object({
  name: z.string(),
  /** The name as people read it, where it is another one. */
  label: z.string().optional(),
  value: z.number(),
  percentage: z.number(),
});

const rows = z.array(row);

const day = z.object({ date: z.string(), visitors: z.number(), before: z.number() });

/** The figures of a week, as they are stored until every recipient has them. */
export const weeklySummaryShape = z.object({
  /** Local days, both included, `YYYY-MM-DD`. */
  from: z.string(),
  to: z.string(),
  visitors: figure,
  visits: figure,
  pageviews: figure,
  /** 0 to 1. */
  bounceRate: figure,
  durationSeconds: figure,
  days: z.array(day),
  pages: rows,
  sources: rows,
  countries: rows,
  outboundLinks: rows,
  campaigns: rows,
  customEvents: rows,
  /** Why events were not counted, when no visitor was: the most frequent reason. */
  dropped: z.object({ reason: z.string(), events: z.number() }).nullable(),
});

/** Far more visitors than usual in half an hour. */
export const spikeShape = z.object({
  /** The half hour, in epoch milliseconds. */
  start: z.number(),
  end: z.number(),
  visitors: z.number(),
  usual: z.number(),
  /** How many times the usual; null where there usually is no visitor. */
  times: z.number().nullable(),
  pages: rows,
  sources: rows,
});

/** No visitors since a time, where some were to be expected. */
export const silenceShape = z.object({
  /** The last event, and the moment of the notice, in epoch milliseconds. */
  since: z.number(),
  until: z.number(),
  expected: z.number(),
  /** The most frequent reason for which events were not counted meanwhile. */
  dropped: z.object({ reason: z.string(), events: z.number() }).nullable(),
});

export type Spike = z.infer<typeof spikeShape>;
export type Silence = z.infer<typeof silenceShape>;
export type WeeklySummary = z.infer<typeof weeklySummaryShape>;
export type Figure = z.infer<typeof figure>;
export type Row = z.infer<typeof row>;

/** A notice in a few lines, without lists. */
export interface Brief {
  readonly title: string;
  readonly lines: readonly string[];
  /** A page of the dashboard. */
  readonly url: string;
}

/** The website that an email is about. */
export interface NoticeWebsite {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
}

/** The addresses in an email. */
export interface NoticeLinks {
  /** The origin of the installation, without a trailing slash. */
  readonly baseUrl: string;
  /** Ends this kind of email about this website for its recipient. */
  readonly unsubscribeUrl: string;
}
