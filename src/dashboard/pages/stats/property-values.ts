import type { Value } from '../../../stats/filters.js';

/** A property keeps the type that it was sent with, which a typed text does not have: `5` is a text, or a number. */
export function propertyValues(text: string): readonly Value[] {
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  return Number.isFinite(Number(text)) && String(Number(text)) === text ? [text, Number(text)] : [text];
}
