import type { z } from 'zod';
import { invalid } from './errors.js';

/**
 * Returns the value as parsed by the schema. Throws AppError `invalid` that names every wrong field: those of an object, or
 * `field` for a single value.
 *
 * @example valid(emailShape, 'Ada@Example.com', 'email')
 */
export function valid<Schema extends z.ZodType>(schema: Schema, value: unknown, field?: string): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw invalid(...error.issues.map(({ path, message }) => `${field ?? path.join('.')}: ${message}`));
}
