import { propertyName } from './dimensions.js';
import type { Value } from './filters.js';

/**
 * What a typed value of a condition can mean. `null` is a missing value for `is` and `is_not`, and a property can have
 * several types. Not a number for other text after `greater` and `less`, which no filter accepts.
 */
export function typedValues(dimension: string, operator: string, text: string): readonly Value[] {
  if (operator === 'greater' || operator === 'less') return [text.trim() === '' ? Number.NaN : Number(text)];
  if (operator !== 'is' && operator !== 'is_not') return [text];
  if (text === 'null') return [null];
  return propertyName(dimension) === undefined ? [text] : propertyValues(text);
}

/** A property keeps the type that it was sent with, which a typed text does not have: `5` is a text, or a number. */
export function propertyValues(text: string): readonly Value[] {
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  return Number.isFinite(Number(text)) && String(Number(text)) === text ? [text, Number(text)] : [text];
}
