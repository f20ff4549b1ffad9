import type { TrackedEvent, Traits } from '../../../src/collect/event.js';
import { COLLECTED, encodeRow } from '../../../src/collect/sessions/row.js';
import { step } from '../../../src/collect/sessions/session.js';
import { SessionStore } from '../../../src/collect/sessions/session-store.js';

export const WEBSITE = '6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e01';
export const ACCOUNT = '6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e02';

const traits: Traits = {
  referrer: 'Direct',
  channel: 'Direct',
  utmSource: '',
  utmContent: '',
  utmTerm: '',
  utmMedium: '',
  utmCampaign: '',
  ref: '',
  country: 'DE',
  region: 'Berlin',
  city: 'Berlin',
  browser: 'Firefox',
  browserVersion: '145',
  os: 'Linux',
  osVersion: '',
  device: 'desktop',
  language: 'de-DE',
};

/** A pageview of the first page, at the beginning of 2026 in UTC. */
export const trackedEvent = (more: Partial<TrackedEvent> = {}): TrackedEvent => ({
  websiteId: WEBSITE,
  time: Date.UTC(2026, 0, 1),
  type: 'pageview',
  visitorId: '1',
  hostname: 'example.com',
  path: '/',
  link: '',
  name: '',
  props: '',
  screen: '',
  seconds: 0,
  traits,
  ...more,
});

export const traitsWith = (more: Partial<Traits>): Traits => ({ ...traits, ...more });

/** The lines of a block of events, given their sessions in their order. */
export function linesOf(events: readonly TrackedEvent[], store = new SessionStore()): readonly string[] {
  return events.flatMap((event) => {
    const stepped = step(store.get(event.websiteId, event.visitorId), event);
    if (stepped === undefined) return [];
    const [session, contribution] = stepped;
    store.set(event.websiteId, event.visitorId, session);
    return [
      encodeRow({ event, session, contribution, origin: { accountId: ACCOUNT, importId: COLLECTED, countedIn: 0 } }),
    ];
  });
}
