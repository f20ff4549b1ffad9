import { type FilterName, filterNames } from '../../stats/dimensions.js';
import { countryName, languageName } from '../../stats/names.js';
import { withVisibleMarks } from './name.js';
import type { PageContext } from './page-context.js';

/** The label of each filter. */
export const filterLabels: Readonly<Record<FilterName, string>> = {
  page: 'Page',
  entryPage: 'Entry page',
  referrer: 'Referrer',
  channel: 'Channel',
  campaign: 'Campaign',
  country: 'Country',
  city: 'City',
  language: 'Language',
  browser: 'Browser',
  os: 'System',
  device: 'Device',
};

/** Returns the readable value of a filter: codes have names. */
export function filterValue(name: FilterName, value: string): string {
  const named = name === 'country' ? countryName(value) : value;
  return withVisibleMarks(name === 'language' ? languageName(value) : named);
}

/** Describes a range with its active filters: `Last 30 days, Country is Germany`. */
export const withFilters = ({ range, view: { filters } }: PageContext): string => {
  const set = filterNames.filter((name) => filters[name] !== undefined);
  return [range.label, ...set.map((name) => `${filterLabels[name]} is ${filterValue(name, filters[name] ?? '')}`)].join(
    ', ',
  );
};
