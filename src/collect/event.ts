/** Types of tracked events. A `leave` only reports how long a page was visible and is never counted itself. */
export type EventType = 'pageview' | 'exit' | 'custom' | 'leave';

/** The source and the channel of a visit without a referrer. */
export const DIRECT = 'Direct';

/**
 * Source, place and device of an event. A session keeps the traits of its first event. An unknown trait has the value
 * that its statistics row shows, so that no visit is silently dropped.
 */
export interface Traits {
  /** Name of the source, else its host without `www.`; `Direct` without one. */
  readonly referrer: string;
  /** One of GA4's default channel group, and `AI Assistants`. */
  readonly channel: string;
  /** Campaign parameters as they stood in the URL; empty when missing. */
  readonly utmSource: string;
  readonly utmMedium: string;
  readonly utmCampaign: string;
  readonly ref: string;
  readonly utmContent: string;
  readonly utmTerm: string;
  /** ISO 3166-1 alpha-2, `ZZ` when unknown. */
  readonly country: string;
  /** Name of the first subdivision, empty when unknown. */
  readonly region: string;
  /** `Unknown` when unknown. */
  readonly city: string;
  readonly browser: string;
  readonly browserVersion: string;
  readonly os: string;
  readonly osVersion: string;
  /** `desktop`, `mobile`, `tablet`, `tv` or `other`. */
  readonly device: string;
  /** BCP 47 tag in canonical case, `und` when unknown. */
  readonly language: string;
}

/** An event after ingestion: it contains no tracking key, address or user agent. */
export interface TrackedEvent {
  /** The sender's id of the event, if it gave one. Events with the same id count once. */
  readonly id?: string;
  readonly websiteId: string;
  /** Epoch milliseconds, UTC. */
  readonly time: number;
  readonly type: EventType;
  /** When the event came, if its sender stated the time. Later events may have come before it. Epoch milliseconds. */
  readonly arrivedAt?: number;
  /** 64 bits as a decimal string. */
  readonly visitorId: string;
  /** The visitor's id until the last rotation, while a session of that time can continue. No row has it beside the other id. */
  readonly formerVisitorId?: string;
  readonly hostname: string;
  /** The decoded path without query, and without a trailing slash except for the root. */
  readonly path: string;
  /** Target of an outbound click, without its fragment; else empty. */
  readonly link: string;
  /** Name of a custom event; else empty. */
  readonly name: string;
  /** Properties of a pageview or custom event as a JSON object; empty without any. */
  readonly props: string;
  /** `1440x900`, or empty. */
  readonly screen: string;
  /** Seconds the page was visible, of a `leave`; else 0. */
  readonly seconds: number;
  /** The furthest scroll depth of the view, 0 to 100, of a `leave` that reports it. */
  readonly scroll?: number;
  readonly traits: Traits;
}

/** A website's excluded events of one drop reason in a quarter of an hour. */
export interface DropCount {
  /** All zeros when no website has the tracking key. */
  readonly websiteId: string;
  /** Start of the quarter of an hour, epoch seconds, UTC. */
  readonly time: number;
  readonly reason: string;
  /** Known name of a bot; otherwise empty. */
  readonly agent: string;
  readonly events: number;
}
