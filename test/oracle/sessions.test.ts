import { describe, expect, test } from 'vitest';
import { checkRows } from '../rows.js';
import type { PastEvent } from './past-event.js';
import { type Session, sessionsOf } from './sessions.js';

const MINUTES = 60_000;

function event(timestamp: string, more: Partial<PastEvent> = {}): PastEvent {
  return { timestamp, type: 'pageview', url: 'https://example.com/', visitor: 'v', device: 'desktop', ...more };
}

function sessions(...events: readonly PastEvent[]): readonly Session[] {
  return [...new Set(sessionsOf(events, 'example.com', 30 * MINUTES).map((counted) => counted.session))];
}

const leave = (timestamp: string, seconds: number, url = 'https://example.com/'): PastEvent =>
  event(timestamp, { type: 'leave', seconds, url });

describe('what belongs together', () => {
  test('neighbours less than 30 minutes apart', () => {
    const together = sessions(event('2026-01-01T10:00:00.000Z'), event('2026-01-01T10:29:59.999Z'));
    expect(together.map(({ events, duration }) => [events, duration])).toEqual([[2, 1_799_999]]);
    const apart = sessions(event('2026-01-01T10:00:00.000Z'), event('2026-01-01T10:30:00.000Z'));
    expect(apart.map(({ events, duration }) => [events, duration])).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  test('in whatever order they are told', () => {
    const [first] = sessions(event('2026-01-01T00:10:00.000Z', { type: 'custom' }), event('2025-12-31T23:50:00.000Z'));
    expect(first).toMatchObject({ start: Date.parse('2025-12-31T23:50Z'), events: 2, pageviews: 1 });
  });

  test('24 hours at most, the last instant included', () => {
    const start = Date.parse('2026-01-01T10:00Z');
    const steady = Array.from({ length: 72 }, (_, index) => start + index * 20 * MINUTES);
    const told = [...steady, start + 1440 * MINUTES, start + 1440 * MINUTES + 1, start + 1445 * MINUTES];
    const found = sessions(...told.map((time) => event(new Date(time).toISOString())));
    expect(found.map(({ events, duration }) => [events, duration])).toEqual([
      [73, 86_400_000],
      [2, 299_999],
    ]);
  });

  test('one visitor only', () => {
    expect(
      sessions(event('2026-01-01T10:00:00.000Z'), event('2026-01-01T10:00:01.000Z', { visitor: 'w' })),
    ).toHaveLength(2);
  });
});

describe('what it takes from its first event', () => {
  test('all traits, even of an exit', () => {
    const [first] = sessions(
      event('2026-01-01T10:00:00.000Z', {
        type: 'exit',
        url: 'https://example.com/a%20b/?utm_source=ig',
        link: 'https://x.example/',
        referrer: 'https://t.co/x',
        country: 'DE',
        browser: 'Firefox',
      }),
      event('2026-01-01T10:01:00.000Z', { url: 'https://example.com/c', country: 'FR', city: 'Paris', language: 'fr' }),
    );
    expect(first?.traits).toEqual({
      referrer: 'Instagram',
      channel: 'Organic Social',
      campaign: { name: '?utm_source=ig', campaign: 'Unknown', source: 'ig', medium: null, ref: null },
      utmSource: 'ig',
      utmMedium: null,
      utmCampaign: null,
      ref: null,
      utmContent: null,
      utmTerm: null,
      screen: null,
      entryPage: '/a b',
      country: 'DE',
      region: null,
      city: 'Unknown',
      browser: 'Firefox',
      browserVersion: null,
      os: 'Unknown',
      osVersion: null,
      device: 'desktop',
      language: 'und',
    });
  });

  test('the campaign of a URL', () =>
    checkRows(
      [
        ['https://example.com/?source=footer', '?ref=footer', 'footer', 'Referral'],
        ['https://example.com/?ref=friend&source=footer', '?ref=friend', 'footer', 'Referral'],
        [
          'https://example.com/?utm_campaign=launch&utm_medium=email',
          '?utm_medium=email&utm_campaign=launch',
          'Direct',
          'Email',
        ],
        ['https://example.com/?utm_source=partner&utm_medium=', '?utm_source=partner', 'partner', 'Referral'],
      ],
      ([url, name, referrer, channel]) => {
        const [first] = sessions(event('2026-01-01T10:00:00.000Z', { url }));
        expect([first?.traits.campaign?.name, first?.traits.referrer, first?.traits.channel]).toEqual([
          name,
          referrer,
          channel,
        ]);
      },
    ));

  test('the name of a referrer', () =>
    checkRows(
      [
        ['https://www.google.co.uk/search?q=x', 'Google'],
        ['https://www.unknown-site.example/a', 'unknown-site.example'],
        ['https://example.com/', 'Direct'],
        ['https://blog.example.com/', 'Direct'],
        ['no address', 'Direct'],
      ],
      ([referrer, name]) => {
        expect(sessions(event('2026-01-01T10:00:00.000Z', { referrer }))[0]?.traits.referrer).toBe(name);
      },
    ));

  test('the path of a page', () =>
    checkRows(
      [
        ['/404', '/404'],
        ['/a/b/?x=1#y', '/a/b'],
        ['/caf%C3%A9', '/café'],
        ['/a%2Fb', '/a%2Fb'],
        ['/%E0%A4%A', '/%E0%A4%A'],
        ['', '/'],
      ],
      ([path, readable]) => {
        const [first] = sessions(event('2026-01-01T10:00:00.000Z', { url: `https://example.com${path}` }));
        expect(first?.traits.entryPage).toBe(readable);
      },
    ));
});

describe('the report that a page was left', () => {
  const view = event('2026-01-01T10:00:00.000Z');

  test('lengthens the session and nothing else', () => {
    expect(sessions(view, leave('2026-01-01T10:00:42.000Z', 60))[0]).toMatchObject({
      duration: 42_000,
      pageviews: 1,
      events: 1,
    });
  });

  test('by no more than its seconds after the view', () => {
    expect(sessions(view, leave('2026-01-01T10:20:00.000Z', 42))[0]?.duration).toBe(42_000);
    const later = event('2026-01-01T10:05:00.000Z', { url: 'https://example.com/b' });
    expect(sessions(view, later, leave('2026-01-01T10:20:00.000Z', 42))[0]?.duration).toBe(300_000);
    expect(sessions(view, later, leave('2026-01-01T10:20:00.000Z', 900))[0]?.duration).toBe(900_000);
  });

  test('counts within 30 minutes of the last event, and never moves them', () => {
    expect(sessions(view, leave('2026-01-01T10:29:59.999Z', 7200))[0]?.duration).toBe(1_799_999);
    expect(sessions(view, leave('2026-01-01T10:30:00.001Z', 7200))[0]?.duration).toBe(0);
    const next = event('2026-01-01T10:30:00.000Z');
    expect(sessions(view, leave('2026-01-01T10:29:00.000Z', 7200), next).map(({ duration }) => duration)).toEqual([
      1_740_000, 0,
    ]);
  });

  test('opens no session and makes no visitor', () => {
    expect(sessions(leave('2026-01-01T10:00:00.000Z', 1))).toEqual([]);
  });
});
