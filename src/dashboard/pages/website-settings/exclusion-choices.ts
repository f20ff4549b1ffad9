import { exact } from '../../../lib/number-text.js';
import { countryName } from '../../../stats/names.js';
import { listValues } from '../../../stats/rows/list-values.js';
import { countryCodes } from '../../../websites/settings.js';
import type { Visit } from '../../page-route.js';
import { recentScope } from '../goals/goal-preview.js';
import { orFailure } from '../stats/or-failure.js';
import type { PREVIEWED } from './exclusions-preview.js';

interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface ChoiceGroup {
  readonly name: string;
  readonly choices: readonly Choice[];
}

/** By the setting that a choice is added to. */
export type ExclusionChoices = Readonly<Record<(typeof PREVIEWED)[number], readonly ChoiceGroup[]>>;

export const addPrompts: Readonly<Record<keyof ExclusionChoices, string>> = {
  excludedPaths: 'Add a page',
  excludedHostnames: 'Add a hostname',
  excludedCountries: 'Add a country',
};

/** As many as a person looks through. */
const MAX_SEEN = 30;

/** The most frequent pages, hostnames and countries, and all countries. What cannot be read is left out. */
export async function exclusionChoices(visit: Visit<'website'>): Promise<ExclusionChoices> {
  const [excludedPaths, excludedHostnames, seenCountries] = await Promise.all([
    readSeen(visit, 'page'),
    readSeen(visit, 'hostname'),
    readSeen(visit, 'country'),
  ]);
  return { excludedPaths, excludedHostnames, excludedCountries: [...seenCountries, ALL_COUNTRIES] };
}

const ALL_COUNTRIES: ChoiceGroup = {
  name: 'All countries',
  choices: [...countryCodes]
    .map((code) => ({ value: code, label: countryName(code) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en')),
};

/** No group without values. */
async function readSeen(
  visit: Visit<'website'>,
  dimension: 'page' | 'hostname' | 'country',
): Promise<readonly ChoiceGroup[]> {
  const found = await orFailure(listValues(visit.clickhouse, recentScope(visit), dimension, '', MAX_SEEN));
  if ('failure' in found) return [];
  const choices = found
    // An unknown country is no country to exclude.
    .filter(({ value }) => dimension !== 'country' || countryCodes.has(String(value)))
    .slice(0, MAX_SEEN)
    .map(({ value, label, visitors }) => ({ value: String(value), label: `${label} (${exact(visitors)})` }));
  return choices.length === 0 ? [] : [{ name: 'Visitors in the last 90 days', choices }];
}
