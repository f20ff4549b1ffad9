import type { Answers, Endpoint, Query, Website } from './answers.js';
import * as breakdowns from './breakdowns.js';
import { chart } from './chart.js';
import { keysOf } from './keys.js';
import { main } from './main.js';
import type { PastEvent } from './past-event.js';
import { type ResolvedQuery, resolveQuery } from './resolved-query.js';
import { type Mutant, rulesOf } from './rules.js';

const ANSWERS: { readonly [E in Endpoint]: (query: ResolvedQuery) => Answers[E] } = {
  main,
  'visitors-chart': chart,
  countries: breakdowns.countries,
  pages: breakdowns.pages,
  referrers: breakdowns.referrers,
  browsers: breakdowns.browsers,
  devices: breakdowns.devices,
  'has-events': ({ ever }) => ({ hasEvents: ever.length > 0 }),
  channels: breakdowns.channels,
  campaigns: breakdowns.campaigns,
  cities: breakdowns.cities,
  'entry-pages': breakdowns.entryPages,
  'exit-links': breakdowns.exitLinks,
  os: breakdowns.operatingSystems,
  'custom-events': breakdowns.customEvents,
  languages: breakdowns.languages,
};

export const ENDPOINTS = keysOf(ANSWERS);

/**
 * The `data` that the service must answer, by brute force over the website's whole history. The history must not be
 * changed between calls. With a mutant, it is what a service with that mistake would answer.
 */
export function answer<E extends Endpoint>(
  history: readonly PastEvent[],
  website: Website,
  endpoint: E,
  query: Query,
  mutant?: Mutant,
): Answers[E] {
  return ANSWERS[endpoint](resolveQuery(history, website, query, rulesOf(mutant)));
}
