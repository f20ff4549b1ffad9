import { pathOf, traitsOf } from './traits.js';

/**
 * One line of the import format. Of what the format derives when it is missing, a place, a browser, a system or a
 * language that is left out is unknown, since these events have no address and no user agent to derive it from.
 * `hash` is in no import line, and a `leave` only in one that an export has made.
 */
export interface PastEvent {
  /** ISO 8601 in UTC with milliseconds; no two events of a visitor share one. */
  readonly timestamp: string;
  readonly type: 'pageview' | 'exit' | 'custom' | 'leave';
  readonly url: string;
  /** Whether the fragment is part of the path. */
  readonly hash?: boolean;
  readonly visitor: string;
  readonly referrer?: string;
  /** Of an exit. */
  readonly link?: string;
  /** Of a custom event. */
  readonly name?: string;
  /** Of a custom event. */
  readonly props?: Readonly<Record<string, unknown>>;
  /** Of a leave. */
  readonly seconds?: number;
  readonly scroll?: number;
  readonly country?: string;
  readonly city?: string;
  readonly browser?: string;
  readonly os?: string;
  readonly device: string;
  readonly language?: string;
  readonly screen?: string;
  /** What only lines of an export have; the event is then written as one, of a website of this domain. */
  readonly exported?: {
    readonly domain: string;
    readonly region?: string;
    readonly browserVersion?: string;
    readonly osVersion?: string;
  };
}

/** The body of an import: JSON lines, in the order given. */
export function importLines(events: readonly PastEvent[]): string {
  return events.map((event) => `${JSON.stringify(lineOf(event))}\n`).join('');
}

function lineOf(event: PastEvent): object {
  if (event.type === 'leave') return exportedLeave(event);
  return event.exported === undefined ? event : exportedEvent(event, event.exported.domain);
}

/** As it was stored. */
function exportedEvent(event: PastEvent, domain: string): object {
  const { timestamp, type, url, visitor, link = '', name, props, screen } = event;
  const { entryPage, campaign, ...traits } = traitsOf(event, domain);
  const page = { hostname: new URL(url).hostname, path: pathOf(event) };
  const own = { link: link.split('#')[0], name, props: props && JSON.stringify(props), screen };
  const known = Object.entries({ ...page, ...own, ...traits }).filter(([, value]) => (value ?? '') !== '');
  return { timestamp, type, url, visitor, stored: Object.fromEntries(known) };
}

/** Its traits are those of its session. */
function exportedLeave(leave: PastEvent) {
  const { timestamp, type, url, visitor, seconds, scroll } = leave;
  const unknown = { referrer: 'Direct', channel: 'Direct', country: 'ZZ', language: 'und', device: 'other' };
  const others = { city: 'Unknown', browser: 'Unknown', os: 'Unknown' };
  const page = { hostname: new URL(url).hostname, path: pathOf(leave) };
  return { timestamp, type, url, visitor, stored: { ...page, seconds, scroll, ...unknown, ...others } };
}
