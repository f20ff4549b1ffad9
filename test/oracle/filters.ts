import type { Filters } from './answers.js';
import { keysOf } from './keys.js';
import type { Counted } from './sessions.js';

/** What an event has under each filter; nothing where it is in no row of that breakdown. */
const VALUES: { readonly [filter in keyof Filters]-?: (event: Counted) => string | null } = {
  referrer: (event) => event.session.traits.referrer,
  channel: (event) => event.session.traits.channel,
  campaign: (event) => event.session.traits.campaign?.campaign ?? null,
  campaignLink: (event) => event.session.traits.campaign?.name ?? null,
  page: (event) => event.path,
  entryPage: (event) => event.session.traits.entryPage,
  country: (event) => event.session.traits.country,
  city: (event) => event.session.traits.city,
  browser: (event) => event.session.traits.browser,
  os: (event) => event.session.traits.os,
  device: (event) => event.session.traits.device,
  language: (event) => event.session.traits.language,
  event: (event) => event.name,
};

export const FILTERS = keysOf(VALUES);

export function filterValue(filter: keyof Filters, event: Counted): string | null {
  return VALUES[filter](event);
}

/** Whether the event has the value of every filter; an empty one is none. */
export function isChosen(filters: Filters, event: Counted): boolean {
  return FILTERS.every((filter) => {
    const expected = filters[filter] ?? '';
    return expected === '' || filterValue(filter, event) === expected;
  });
}
