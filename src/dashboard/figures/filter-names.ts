import { unicodeHost } from '../../lib/unicode-host.js';
import type { FilterName } from '../../stats/dimensions.js';
import { campaignTitle, countryName, languageName } from '../../stats/names.js';
import { withVisibleMarks } from './name.js';
import { type FilterOperator, isPartial, type ViewFilter } from './view-filter.js';

/** The label of each filter. */
export const filterLabels: Readonly<Record<FilterName, string>> = {
  page: 'Page',
  entryPage: 'Entry page',
  referrer: 'Referrer',
  channel: 'Channel',
  campaign: 'Campaign',
  campaignLink: 'Campaign link',
  country: 'Country',
  city: 'City',
  language: 'Language',
  browser: 'Browser',
  os: 'OS',
  device: 'Device',
  event: 'Custom event',
};

const operatorLabels: Readonly<Record<FilterOperator, string>> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  contains_not: 'does not contain',
};

/** Returns the label of an operator, as in "Page contains /blog". */
export const operatorLabel = (operator: FilterOperator): string => operatorLabels[operator];

/** Returns the readable values of a filter: `Germany or France`. */
export const filterValues = ({ dimension, operator, values }: ViewFilter): string =>
  EITHER.format(values.map((value) => filterValue(dimension, value, operator)));

const EITHER = new Intl.ListFormat('en', { type: 'disjunction' });

/** Describes a filter: `Country is Germany or France`. */
export const describeFilter = (filter: ViewFilter): string =>
  `${filterLabels[filter.dimension]} ${operatorLabel(filter.operator)} ${filterValues(filter)}`;

/** Returns the readable value of a filter: codes have names, and a part of a value is as it was typed. */
export function filterValue(name: FilterName, value: string, operator: FilterOperator = 'is'): string {
  return withVisibleMarks(isPartial(operator) ? value : displayName(name, value));
}

function displayName(name: FilterName, value: string): string {
  switch (name) {
    case 'country':
      return countryName(value);
    case 'language':
      return languageName(value);
    case 'device':
      return deviceName(value);
    case 'referrer':
      return unicodeHost(value);
    case 'campaign':
      return campaignTitle(value);
    default:
      return value;
  }
}

/** Returns the name of a device: `Desktop`, `TV`. */
export const deviceName = (device: string): string =>
  device === 'tv' ? 'TV' : device.charAt(0).toUpperCase() + device.slice(1);
