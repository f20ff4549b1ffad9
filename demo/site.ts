import type { WebsitePatch } from '../src/websites/settings.js';
import type { HitSender, Props } from './hit.js';
import type { Weighted } from './random.js';

/** What visitors can do on a page. */
export interface Page {
  /** Median reading time in seconds. */
  readonly seconds: number;
  /** Share of the visitors who continue to another page. */
  readonly onward: number;
  readonly next: Weighted<string>;
  /** Share of the other visitors who leave by one of the page's links to another host. */
  readonly exits?: { readonly share: number; readonly links: Weighted<string> };
  /** Share of its views that end in this custom event. */
  readonly customEvent?: { readonly share: number; readonly name: string; readonly props: Weighted<Props> };
}

/** A source of visits. */
export interface Source {
  readonly referrer?: string;
  /** Query of the link to the website. */
  readonly query?: string;
  readonly entryPages: Weighted<string>;
  /** The part of a cycle of 90 days, from 0 to 1, in which it brings visits. */
  readonly during?: readonly [from: number, to: number];
}

/** The number of visits by day and hour. */
export interface Rhythm {
  /** Visits of an ordinary busy day, on the first day and 89 days later. */
  readonly visits: readonly [first: number, last: number];
  /** Share of a busy day's visits on each day of the week, Sunday first. */
  readonly weekdays: readonly number[];
  /** Weight of each hour of a local day. */
  readonly hours: readonly number[];
  /** Additional visits of a launch, on its day and on the following days; empty for a website without one. */
  readonly launch: readonly number[];
}

/** Excluded by the website's settings or the collector's own rules. Missing fields are those of an ordinary visitor. */
export interface ExcludedHit extends Partial<HitSender> {
  readonly url: string;
}

export interface Site {
  readonly name: string;
  readonly domain: string;
  /** IANA name; undefined means the time zone of this machine. */
  readonly timezone?: string;
  readonly exclusions: Pick<WebsitePatch, 'excludedIps' | 'excludedPaths' | 'excludedHostnames'>;
  readonly seed: number;
  readonly rhythm: Rhythm;
  /** Share of ordinary visits by a returning visitor, once there is one. */
  readonly returning: number;
  /** Each page leads only to pages that exist. */
  readonly pages: Readonly<Record<string, Page>>;
  readonly sources: {
    readonly first: Weighted<Source>;
    /** Of returning visitors. */
    readonly later: Weighted<Source>;
    readonly launch: Weighted<Source>;
  };
  readonly excluded: Weighted<ExcludedHit>;
}
