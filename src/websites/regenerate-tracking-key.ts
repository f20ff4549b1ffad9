import { changeWebsite } from './change-website.js';
import type { WebsiteStore } from './store.js';
import { newTrackingKey } from './tracking-key.js';
import type { Website } from './website.js';

/** Gives the website a new tracking key; the old one is dead when this returns. Throws Fault `not_found` when it is gone. */
export const regenerateTrackingKey = (store: WebsiteStore, website: Website, now: number): Promise<Website> =>
  changeWebsite(store, website, { trackingKey: newTrackingKey() }, now);
