import type { Context } from '../../context/context.js';
import type { Journal } from '../journal/journal.js';
import type { BlockObserver } from './block-observer.js';
import type { AsyncSessionizer, BlockWebsite } from './sessionizer.js';

/** The websites whose events are written. */
export interface BlockWebsites {
  /** Returns undefined when this process does not know the website. */
  readonly find: (websiteId: string) => BlockWebsite | undefined;
  /** Discards the daily visitor counts of websites that received events these counts cannot include. They must be rebuilt. */
  readonly endCounts: (websiteIds: readonly string[]) => Promise<void>;
  /** Throws while PostgreSQL does not answer. */
  readonly findDeleted: (websiteIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

export interface BlockContext extends Context {
  readonly journal: Journal;
  readonly sessionizer: AsyncSessionizer;
  readonly websites: BlockWebsites;
  readonly observer: BlockObserver;
}

export async function endKnownCounts({ find, endCounts }: BlockWebsites, websiteIds: Iterable<string>): Promise<void> {
  const known = [...new Set(websiteIds)].filter((id) => find(id) !== undefined);
  if (known.length > 0) await endCounts(known);
}
