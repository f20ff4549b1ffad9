import type { z } from 'zod';
import { invalid } from './errors.js';

/**
 * The value as the schema makes it. Throws AppError `invalid` that names every wrong field: those of an object, or the one
 * that the value is.
 * @example valid(emailShape, 'Ada@Example.com', 'email')
 */
export function valid<Schema extends z.ZodType>(schema: Schema, value: unknown, field?: string): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw invalid(...error.issues.map(({ path, message }) => `${field ?? path.join('.')}: ${message}`));
}
