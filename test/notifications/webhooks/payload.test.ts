import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { writeRequest } from '../../../src/notifications/webhooks/payload.js';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const NOW = Date.now();

const event = {
  id: 'c4a3b1de-0000-4000-8000-000000000000',
  type: 'spike' as const,
  at: Date.UTC(2026, 2, 31, 12),
  website: { id: 'w', name: '<!channel> & @everyone', domain: 'example.com' },
  brief: {
    title: '<!channel> & @everyone **x**: 90 visitors',
    lines: ['Pages: /a_b_c [x](https://evil.example) (3)'],
    url: 'https://stats.example/websites/w',
  },
  figures: { visitors: 90 },
};

test('JSON is signed as Standard Webhooks says, under an id that stays', () => {
  const { body, headers } = writeRequest('json', SECRET, event, NOW);
  expect(new Webhook(SECRET).verify(body, headers)).toEqual({
    type: 'spike',
    timestamp: '2026-03-31T12:00:00.000Z',
    data: { website: event.website, visitors: 90 },
  });
  expect(headers['webhook-id']).toBe(event.id);
  expect(() => new Webhook(SECRET).verify(body.replace('90', '91'), headers)).toThrow();
});

test('Slack shows names as text', () => {
  const { text } = JSON.parse(writeRequest('slack', null, event, NOW).body);
  expect(text).toContain('*&lt;!channel&gt; &amp; @everyone');
  expect(text).toContain('https://stats.example/websites/w');
});

test('Discord mentions no one, shows names as text, and gets at most 2,000 characters', () => {
  const { content, allowed_mentions } = JSON.parse(writeRequest('discord', null, event, NOW).body);
  expect(allowed_mentions).toEqual({ parse: [] });
  expect(content).toContain('\\[x\\]\\(https://evil.example\\)');
  const long = { ...event, brief: { ...event.brief, lines: ['😀'.repeat(5_000)] } };
  expect([...JSON.parse(writeRequest('discord', null, long, NOW).body).content]).toHaveLength(2_000);
});
