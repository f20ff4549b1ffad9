import { type PayloadType, payloads } from './payload-schemas.js';

const ABOUT: Readonly<Record<PayloadType, readonly [summary: string, description: string]>> = {
  week: [
    'Weekly summary',
    'Sent on Mondays at 8:00 in the time zone of the website, about the seven local days before.',
  ],
  'quiet-week': ['Week without visitors', 'Sent in place of a weekly summary, at most once in 31 days.'],
  spike: ['Traffic spike', 'Sent when half an hour had far more visitors than usual, at most once in 12 hours.'],
  silence: [
    'Tracking stopped',
    'Sent when no event was counted for a time that usually has visitors, once for each silence.',
  ],
  test: ['Test', 'Sent by “Send a test” on the page of the webhook.'],
};

/** Requests of the format `json`, for the API reference. */
export const documentedWebhooks = Object.entries(ABOUT).map(([name, [summary, description]]) => ({
  name,
  summary,
  description,
  payload: payloads[name as PayloadType],
}));
