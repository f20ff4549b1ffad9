import { z } from 'zod';
import type { notices } from '../../postgres/schema.js';
import { silenceShape, spikeShape, weeklySummaryShape } from '../mail/notice-content.js';

/** A notice, or a test of the webhook. */
export type PayloadType = (typeof notices.$inferSelect)['kind'] | 'test';

const instant = (description: string) => z.iso.datetime({ precision: 3 }).describe(description);

const website = z
  .object({ id: z.uuid(), name: z.string(), domain: z.string() })
  .meta({ description: 'The website that it is about', id: 'WebhookWebsite' });

/** Includes an example of its figures. */
function payload<Figures extends z.ZodRawShape>(type: PayloadType, figures: z.ZodObject<Figures>, example: object) {
  const data = { website: { id: EXAMPLE_ID, name: 'Kiln & Clay', domain: 'kiln.example' }, ...example };
  return z
    .object({
      type: z.literal(type),
      timestamp: instant('When it happened, UTC'),
      data: z.object({ website, ...figures.shape }),
    })
    .meta({ examples: [{ type, timestamp: '2026-03-30T06:00:01.250Z', data }] });
}

const EXAMPLE_ID = '5b0a4c1e-98a1-4c3e-9a0e-0d8c6f1f2a3b';

const figure = (now: number, before: number, change: number) => ({ now, before, change });

const QUIET_WEEK = {
  from: '2026-03-23',
  to: '2026-03-29',
  visitors: figure(0, 0, 0),
  visits: figure(0, 0, 0),
  pageviews: figure(0, 0, 0),
  bounceRate: figure(0, 0, 0),
  durationSeconds: figure(0, 0, 0),
  days: [{ date: '2026-03-23', visitors: 0, before: 0 }],
  pages: [],
  sources: [],
  countries: [],
  outboundLinks: [],
  campaigns: [],
  customEvents: [],
  dropped: { reason: 'Excluded path', events: 12 },
};

const ROWS = {
  pages: [{ name: '/pricing', value: 64, percentage: 66.67 }],
  sources: [{ name: 'Hacker News', value: 80, percentage: 83.33 }],
};

const WEEK = {
  ...QUIET_WEEK,
  visitors: figure(820, 700, 17.14),
  visits: figure(1100, 1000, 10),
  pageviews: figure(2400, 2000, 20),
  bounceRate: figure(0.4123, 0.45, -8.38),
  durationSeconds: figure(95.5, 100, -4.5),
  whatChanged: '120 more visitors (820, 700): Hacker News +96, mostly to /pricing, on 26 Mar; the rest +24.',
  days: [{ date: '2026-03-23', visitors: 130, before: 101 }],
  ...ROWS,
  outboundLinks: [{ name: 'https://docs.example/start?a=1', label: 'docs.example/start', value: 9, percentage: 100 }],
  dropped: null,
};

const spike = spikeShape.extend({
  start: instant('Begin of the half hour'),
  end: instant('End of the half hour'),
});

const silence = silenceShape.extend({
  since: instant('The last event'),
  until: instant('When the silence was noticed'),
});

/** By type, for the format `json`. The API reference shows them, and a test verifies sent payloads against them. */
export const payloads = {
  week: payload('week', weeklySummaryShape, WEEK),
  'quiet-week': payload('quiet-week', weeklySummaryShape, QUIET_WEEK),
  spike: payload('spike', spike, {
    start: '2026-03-30T05:30:00.000Z',
    end: '2026-03-30T06:00:00.000Z',
    visitors: 96,
    usual: 12,
    times: 8,
    whatChanged: '85 more visitors (96, 11): Hacker News +80, nearly all to /pricing, new.',
    ...ROWS,
  }),
  silence: payload('silence', silence, {
    since: '2026-03-29T22:14:07.311Z',
    until: '2026-03-30T06:00:00.000Z',
    expected: 34,
    dropped: { reason: 'Unknown tracking key', events: 57 },
  }),
  test: payload('test', z.object({}), {}),
} as const satisfies Record<PayloadType, z.ZodType>;

const iso = (at: number): string => new Date(at).toISOString();

/** Instants become ISO 8601, as in the API. */
export function payloadFigures(type: Exclude<PayloadType, 'test'>, content: unknown): object {
  switch (type) {
    case 'week':
    case 'quiet-week':
      return weeklySummaryShape.parse(content);
    case 'spike': {
      const { start, end, ...rest } = spikeShape.parse(content);
      return { start: iso(start), end: iso(end), ...rest };
    }
    case 'silence': {
      const { since, until, ...rest } = silenceShape.parse(content);
      return { since: iso(since), until: iso(until), ...rest };
    }
    default:
      return type satisfies never;
  }
}
