import type { TrackedEvent, Traits } from '../event.js';
import type { Website } from '../websites/website.js';
import { type ClientHints, UNKNOWN_CLIENT } from './client.js';
import { UNKNOWN_LANGUAGE } from './language.js';
import { UNKNOWN_PLACE } from './place-record.js';
import { DIRECT_SOURCE } from './source.js';

/** What is known of the one who sent an event. It ends with the pipeline: no address and no user agent is kept. */
export interface Sender {
  readonly address: string;
  readonly userAgent: string;
  readonly hints?: ClientHints;
  /** Headers of a trusted proxy that may know the country. */
  readonly proxyHeaders?: Pick<Headers, 'get'>;
}

/** What has been made of an event so far. It belongs to its draft alone, and the steps write into it. */
type Unfinished = Omit<TrackedEvent, 'visitorId' | 'formerVisitorId' | 'traits'> & {
  visitorId: string;
  formerVisitorId?: string;
  readonly traits: { -readonly [Name in keyof Traits]: Traits[Name] };
};

/** An event on its way through the pipeline: what was said, and what has been made of it. */
export interface Draft {
  readonly website: Website;
  readonly sender: Sender;
  readonly url: URL;
  readonly referrer: string;
  readonly language: string | undefined;
  /** The script element allows events from this machine, for debugging. */
  readonly allowsLocalhost: boolean;
  readonly event: Unfinished;
}

/** The traits of an event before anything is known. */
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

/** Writes what is known now. */
export function putTraits(draft: Draft, traits: Partial<Traits>): void {
  Object.assign(draft.event.traits, traits);
}
