import { type DimensionName, propertyName } from '../dimensions.js';

/** A value of a dimension; null is a missing one. Only properties have booleans. */
export type RowValue = string | number | boolean | null;

/** The value of a row's key, which has properties as JSON. */
export function readKeyValue(name: DimensionName, stored: string): RowValue {
  if (stored === '') return null;
  return propertyName(name) === undefined ? stored : (JSON.parse(stored) as RowValue);
}
