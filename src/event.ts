/** What a tracked event can be. A `leave` only reports how long a page was visible: it is never counted itself. */
export type EventType = 'pageview' | 'exit' | 'custom' | 'leave';

/** The source and the channel of a visit that came from nowhere. */
export const DIRECT = 'Direct';

/**
 * The circumstances an event came in: where from, from where on earth, with what. A session takes those of its first
 * event. What is unknown has the value its statistics row shows, so that nothing is silently dropped.
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

/** One event as `ingest` has decided on it: no key, address or user agent is left in it. */
export interface TrackedEvent {
  /** What its sender calls it, if anything: sent again under the same id, it counts once. */
  readonly id?: string;
  readonly websiteId: string;
  /** Epoch milliseconds, UTC. */
  readonly time: number;
  readonly type: EventType;
  /** 64 bits as a decimal string. */
  readonly visitorId: string;
  /** The visitor's id until the last rotation, while a session of then can go on. No row has it beside the other. */
  readonly formerVisitorId?: string;
  readonly hostname: string;
  /** The path alone, readable, without a trailing slash save the root. */
  readonly path: string;
  /** Where an exit leads, without its fragment; else empty. */
  readonly link: string;
  /** Name of a custom event; else empty. */
  readonly name: string;
  /** Properties of a custom event as a JSON object; else empty. */
  readonly props: string;
  /** `1440x900`, or empty. */
  readonly screen: string;
  /** Seconds the page was visible, of a `leave`; else 0. */
  readonly seconds: number;
  readonly traits: Traits;
}

/** How many events of a website were not counted in a quarter of an hour, for one reason. */
export interface DropCount {
  /** Zero where the tracking key was nobody's. */
  readonly websiteId: string;
  /** Start of the quarter of an hour, epoch seconds, UTC. */
  readonly time: number;
  readonly reason: string;
  readonly events: number;
}
