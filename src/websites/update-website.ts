import { changeWebsite } from './change-website.js';
import type { WebsitePatch } from './settings.js';
import type { WebsiteStore } from './store.js';
import type { Website } from './website.js';

/** Changes the settings that `patch` has, at `now` in epoch milliseconds. Throws Fault `not_found` when it is gone. */
export const updateWebsite = (store: WebsiteStore, website: Website, patch: WebsitePatch, now: number) =>
  changeWebsite(store, website, patch, now);
