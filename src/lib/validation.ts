import type { z } from 'zod';
import { type FieldProblem, invalid } from './errors.js';

/**
 * Throws AppError `invalid` that names every wrong field: those of an object, or `field` for a single value.
 *
 * @example valid(emailShape, 'Ada@Example.com', 'email')
 */
export function valid<Schema extends z.ZodType>(schema: Schema, value: unknown, field?: string): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw invalid(...schemaProblems(error, field));
}

/** By field. */
export const schemaProblems = ({ issues }: z.ZodError, field?: string): readonly FieldProblem[] =>
  issues.map(({ path, message }) => ({ field: field ?? path.join('.'), message }));
