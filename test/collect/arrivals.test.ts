import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect } from '../../src/collect/collector.js';
import type { Traits } from '../../src/collect/event.js';
import { eventBody } from '../../src/collect/event-body.js';
import { UNKNOWN_PLACE } from '../../src/collect/steps/place-record.js';
import { checkRows } from '../rows.js';
import { sampleWebsite } from '../websites/sample-website.js';
import { channels } from './arrivals/arrival.js';
import { clickIds } from './arrivals/click-ids.js';
import { labels } from './arrivals/labels.js';
import { media } from './arrivals/media.js';
import { oddTexts } from './arrivals/odd-texts.js';
import { paid } from './arrivals/paid.js';
import { sites } from './arrivals/sites.js';

const tables = { sites, labels, media, paid, clickIds, oddTexts };
const arrivals = Object.values(tables).flat();

const website = sampleWebsite({ allowedDomains: ['shop.example', '*.partner.example', 'bücher.example'] });
const sender = {
  address: '192.0.2.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
};
const parts = {
  findWebsite: () => website,
  now: () => 0,
  places: { of: () => UNKNOWN_PLACE },
  keysAt: () => ({ current: 'secret' }),
  eventLimit: { take: () => true },
  propNames: { take: () => true },
};

/** Sends a pageview the whole way from the body of its request, and expects that it is kept. */
function arrive(url: string, referrer: string): Traits {
  const address = url.startsWith('/') ? `https://example.com${url}` : url;
  const sent = { key: website.trackingKey, type: 'pageview', url: address, referrer, localhost: true };
  const outcome = collect(eventBody.parse(JSON.parse(JSON.stringify(sent))), sender, parts);
  if (!('kept' in outcome)) throw new Error(`dropped: ${outcome.dropped}`);
  return outcome.kept.traits;
}

describe('each arrival of the table has its source and channel', () => {
  it.each(Object.entries(tables))('%s', (_, table) =>
    checkRows(table, ([, url, referrer, name, channel, campaign]) => {
      const parameters = { utmSource: '', utmMedium: '', utmCampaign: '', ref: '', ...campaign };
      expect(arrive(url, referrer)).toMatchObject({ referrer: name, channel, ...parameters });
    }),
  );
});

describe('the tables', () => {
  it('hold hundreds of situations, no two alike', () => {
    expect(arrivals.length).toBeGreaterThanOrEqual(480);
    expect(new Set(arrivals.map(([, url, referrer]) => JSON.stringify([url, referrer]))).size).toBe(arrivals.length);
    for (const table of Object.values(tables)) {
      expect(new Set(table.map(([what]) => what)).size).toBe(table.length);
    }
  });

  it('come to every channel, each in several ways', () => {
    for (const channel of channels) {
      const ways = arrivals.filter((arrival) => arrival[4] === channel);
      expect([channel, ways.length >= 3]).toEqual([channel, true]);
    }
  });
});

describe('whatever is told', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom(
      'utm_source=',
      'utm_medium=',
      'utm_campaign=',
      'ref=',
      'source=',
      'gclid=',
      'yclid=',
      '&',
      '?',
      '#',
    ),
    fc.constantFrom(
      'https://',
      'android-app://',
      'www.',
      'google.com',
      '.',
      '..',
      ':',
      '@',
      '[',
      '%',
      '%zz',
      '%00',
      '%FF',
    ),
    fc.constantFrom('\0', '\ud83e', '🦔', 'ß', '。', 'xn--', '__proto__', 'constructor', 'cpc', '-', ' '),
    fc.constantFrom('a'.repeat(300), 'a.'.repeat(300), '🦔'.repeat(200), '%F0%9F%A6%94'.repeat(200)),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

  const expectOrdinary = ({ channel, referrer, utmSource, utmMedium, utmCampaign, ref }: Traits): void => {
    expect(channels).toContain(channel);
    expect(referrer).not.toBe('');
    for (const kept of [referrer, utmSource, utmMedium, utmCampaign, ref]) {
      expect(kept.length).toBeLessThanOrEqual(255);
      expect(kept.isWellFormed()).toBe(true);
    }
  };

  it('an event is kept, with bounded texts and a channel of the list', () => {
    fc.assert(
      fc.property(text, text, (query, referrer) => expectOrdinary(arrive(`/?${query}`, referrer))),
      { numRuns: 1_000 },
    );
  });

  it('any text may be a parameter, a host, a path or an app', () => {
    const parameter = fc.constantFrom('utm_source', 'utm_medium', 'utm_campaign', 'source', 'ref', 'gclid');
    fc.assert(
      fc.property(parameter, text, (name, value) => {
        const url = `/?${name}=${encodeURIComponent(value.toWellFormed())}`;
        for (const referrer of [`https://${value}/`, `https://other.example/${value}`, `android-app://${value}/`]) {
          expectOrdinary(arrive(url, referrer));
        }
      }),
      { numRuns: 500 },
    );
  });
});
