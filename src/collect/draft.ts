import type { Website } from '../websites/website.js';
import type { TrackedEvent, Traits } from './event.js';
import { type ClientHints, UNKNOWN_CLIENT } from './steps/client.js';
import { UNKNOWN_LANGUAGE } from './steps/language.js';
import { UNKNOWN_PLACE } from './steps/place-record.js';
import { DIRECT_SOURCE } from './steps/source.js';

/** The sender of an event. It is discarded after the pipeline: no address and no user agent is kept. */
export interface Sender {
  readonly address: string;
  readonly userAgent: string;
  readonly hints?: ClientHints;
  /** Headers of a trusted proxy that may state the country. */
  readonly proxyHeaders?: Pick<Headers, 'get'>;
}

/** Steps write to it; each draft has its own. */
type Unfinished = Omit<TrackedEvent, 'visitorId' | 'formerVisitorId' | 'props' | 'traits'> & {
  visitorId: string;
  props: string;
  formerVisitorId?: string;
  readonly traits: { -readonly [Name in keyof Traits]: Traits[Name] };
};

export interface Draft {
  readonly website: Website;
  readonly sender: Sender;
  readonly url: URL;
  readonly referrer: string;
  readonly language: string | undefined;
  /** Whether the script element allows events from localhost, for debugging. */
  readonly allowsLocalhost: boolean;
  readonly event: Unfinished;
}

export const unknownTraits: Traits = {
  ...DIRECT_SOURCE,
  ...UNKNOWN_PLACE,
  browser: UNKNOWN_CLIENT,
  browserVersion: '',
  os: UNKNOWN_CLIENT,
  osVersion: '',
  device: 'other',
  language: UNKNOWN_LANGUAGE,
};

export function putTraits(draft: Draft, traits: Partial<Traits>): void {
  Object.assign(draft.event.traits, traits);
}
