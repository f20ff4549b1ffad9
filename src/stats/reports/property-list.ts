import { type PropertyName, propertyName } from '../dimensions.js';
import { readKeyValue } from '../rows/row-value.js';
import { propertyValues } from '../typed-values.js';
import type { List, ShownName } from './list.js';
import { EVENT_COUNT } from './lists.js';

/** Path of the list of any property. */
export const PROPERTIES = 'properties';

/** Of the list of any property. */
export const propertyTexts = {
  title: 'Properties',
  texts: { all: 'All values', search: 'Search values' },
  empty: {
    filtered: 'No custom events with this property match these filters.',
    unfiltered: 'No custom events with this property in this period.',
  },
} as const satisfies Pick<List, 'title' | 'texts' | 'empty'>;

/** The values of a property of custom events. As in queries, the number `5` and the text `5` are two rows. */
export const propertyList = (property: PropertyName): List => ({
  ...propertyTexts,
  path: PROPERTIES,
  by: { dimensions: [property], metrics: ['visitors', 'events'], skipsMissing: true },
  column: 'Value',
  fileColumns: [propertyName(property) ?? property],
  second: { short: 'Total', long: 'Total', count: EVENT_COUNT },
  show: ([stored = '']) => showValue(property, stored),
  search: (text) => ({ dimension: property, operator: 'contains', values: [inJson(text)] }),
});

/** The filter of a text that could be another type selects both. */
function showValue(property: PropertyName, stored: string): ShownName {
  const value = readKeyValue(property, stored);
  const text = String(value);
  const name = typeof value === 'string' && propertyValues(value).length > 1 ? JSON.stringify(value) : text;
  return { name, cells: [name], filters: { [property]: text } };
}

/** A text as it is in the JSON of a row. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
