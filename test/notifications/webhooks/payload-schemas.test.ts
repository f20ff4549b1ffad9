import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../../src/http/api/openapi.js';
import { documentedWebhooks } from '../../../src/notifications/webhooks/documented-webhooks.js';
import { writeRequest } from '../../../src/notifications/webhooks/payload.js';
import { type PayloadType, payloadFigures, payloads } from '../../../src/notifications/webhooks/payload-schemas.js';
import { checkRows } from '../../rows.js';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const AT = Date.UTC(2026, 2, 31, 12);

const figure = { now: 1, before: 2, change: -50 };
const row = { name: '/', label: 'Home', value: 1, percentage: 100 };
const WEEK = {
  from: '2026-03-23',
  to: '2026-03-29',
  visitors: figure,
  visits: figure,
  pageviews: figure,
  bounceRate: figure,
  durationSeconds: figure,
  days: [{ date: '2026-03-23', visitors: 1, before: 2 }],
  pages: [row],
  sources: [row],
  countries: [row],
  outboundLinks: [row],
  campaigns: [row],
  customEvents: [row],
  dropped: null,
};

/** Notices as they are stored. */
const STORED = {
  week: WEEK,
  'quiet-week': { ...WEEK, dropped: { reason: 'Bot', events: 3 } },
  spike: { start: AT - 1_800_000, end: AT, visitors: 90, usual: 0, times: null, pages: [row], sources: [] },
  silence: { since: AT - 9_000_000, until: AT, expected: 12, dropped: null },
};

const requestOf = (type: PayloadType, figures: object) =>
  writeRequest(
    'json',
    SECRET,
    {
      id: 'c4a3b1de-0000-4000-8000-000000000000',
      type,
      at: AT,
      website: { id: '5b0a4c1e-98a1-4c3e-9a0e-0d8c6f1f2a3b', name: 'Shop', domain: 'example.com' },
      brief: { title: '', lines: [], url: '' },
      figures,
    },
    AT,
  );

test('what is sent is what the reference says, with instants in ISO 8601', () =>
  checkRows(Object.entries(STORED), ([kind, content]) => {
    const type = kind as keyof typeof STORED;
    const sent = JSON.parse(requestOf(type, payloadFigures(type, content)).body);
    expect(payloads[type].parse(sent)).toEqual(sent);
    expect(JSON.stringify(sent)).not.toMatch(/\d{13}/);
  }));

test('a spike and a silence say when', () => {
  expect(payloadFigures('spike', STORED.spike)).toMatchObject({
    start: '2026-03-31T11:30:00.000Z',
    end: '2026-03-31T12:00:00.000Z',
  });
  expect(payloadFigures('silence', STORED.silence)).toMatchObject({
    since: '2026-03-31T09:30:00.000Z',
    until: '2026-03-31T12:00:00.000Z',
  });
});

test('a test is what the reference says', () => {
  const sent = JSON.parse(requestOf('test', {}).body);
  expect(payloads.test.parse(sent)).toEqual(sent);
});

test('the reference has every payload with a valid example', () => {
  const { webhooks } = openApiDocument([], 'https://footfall.example/api/v1', documentedWebhooks);
  expect(Object.keys(webhooks).toSorted()).toEqual(Object.keys(payloads).toSorted());
  for (const [type, { post }] of Object.entries(webhooks)) {
    const [example] = post.requestBody?.content['application/json']?.schema.examples ?? [];
    expect(payloads[type as PayloadType].parse(example)).toEqual(example);
  }
});

test('the signature can be verified by hand, as the reference says', () => {
  const { body, headers } = requestOf('spike', payloadFigures('spike', STORED.spike));
  const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64');
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
});
