import { describe, expect, test } from 'vitest';
import { collect } from '../../src/collect/collector.js';
import type { TrackedEvent } from '../../src/collect/event.js';
import { eventBody } from '../../src/collect/event-body.js';
import { UNKNOWN_PLACE } from '../../src/collect/steps/place-record.js';
import { hashImportedVisitor, hashVisitor, isDerived } from '../../src/collect/steps/visitor.js';
import type { Keys } from '../../src/collect/visitors/visitor-keys.js';
import { sampleWebsite } from '../websites/sample-website.js';

const website = sampleWebsite();
const NOW = Date.UTC(2026, 2, 29);
const sender = {
  address: '192.0.2.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Peculiar/77.1 Firefox/145.0',
};
const places = { of: () => UNKNOWN_PLACE };
const eventLimit = { take: () => true };
const propNames = { take: () => true };

/** The event of a pageview as it goes into the journal. */
function kept(keysAt: (time: number) => Keys, from = sender, of = website): TrackedEvent {
  const body = eventBody.parse({ key: of.trackingKey, type: 'pageview', url: 'https://example.com/' });
  const outcome = collect(body, from, { findWebsite: () => of, now: () => NOW, places, keysAt, eventLimit, propNames });
  if (!('kept' in outcome)) throw new Error(`dropped: ${outcome.dropped}`);
  return outcome.kept;
}

describe('the visitor of an event', () => {
  test('has one id while there is one key', () => {
    const event = kept(() => ({ current: 'key' }));
    expect(event.visitorId).toBe(hashVisitor('key', website.id, sender));
    expect(event).not.toHaveProperty('formerVisitorId');
  });

  test('has a former id too while there is a former key', () => {
    const event = kept(() => ({ current: 'new', former: 'old' }));
    expect(event.visitorId).toBe(hashVisitor('new', website.id, sender));
    expect(event.formerVisitorId).toBe(hashVisitor('old', website.id, sender));
    expect(event.visitorId).not.toBe(event.formerVisitorId);
  });

  test('is keyed as at the time of the event', () => {
    const event = kept((time) => ({ current: `key of ${time}` }));
    expect(event.visitorId).toBe(hashVisitor(`key of ${NOW}`, website.id, sender));
  });

  test('is another with any other key, website, address or user agent', () => {
    const key = () => ({ current: 'key' });
    const events = [
      kept(key),
      kept(() => ({ current: 'keys' })),
      kept(key, { ...sender, address: '192.0.2.2' }),
      kept(key, { ...sender, userAgent: `${sender.userAgent} ` }),
      kept(key, sender, { ...website, id: 'a2b0a1c6-58f3-4d2e-9a77-0f8e5a3f2b11' }),
    ];
    expect(new Set(events.map(({ visitorId }) => visitorId)).size).toBe(events.length);
  });

  test('leaves neither address, user agent nor key in the event', () => {
    const text = JSON.stringify(kept(() => ({ current: 'present key', former: 'former key' })));
    for (const trace of [sender.address, 'Peculiar', 'present key', 'former key']) expect(text).not.toContain(trace);
  });
});

test('a visitor that an import names never equals a derived one', () => {
  expect(isDerived(hashVisitor('key', website.id, sender))).toBe(true);
  expect(isDerived(hashImportedVisitor('key', website.id, 'one'))).toBe(false);
});
