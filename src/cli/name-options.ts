import type { z } from 'zod';
import { AppError, type FieldProblem, type Problem } from '../lib/errors.js';
import { valid } from '../lib/validation.js';

/** The option that a field, or an entry of a list, comes from. */
export interface OptionSource {
  /** As in `filters.1`; empty for a whole body. */
  readonly field: string;
  /** As in `--filters`. */
  readonly option: string;
  /** Whether the rest of the field is named too, since the option has the same structure. */
  readonly isJson?: boolean;
}

/** Without a source, an option has the name of the field: `withinSeconds` is `--within-seconds`. */
export function nameOption({ field, message }: FieldProblem, sources: readonly OptionSource[] = []): Problem {
  if (field === '') return message;
  const source = sources.find((each) => each.field === '' || `${field}.`.startsWith(`${each.field}.`));
  if (source === undefined) return { field: `--${kebabCase(field.split('.')[0] ?? '')}`, message };
  const rest = source.isJson ? field.slice(source.field.length).replace(/^\.?(?=.)/, '.') : '';
  return { field: source.option + rest, message };
}

/** Returns a handler that throws an error of a command again, with options in place of fields. */
export const nameOptions =
  (sources: readonly OptionSource[] = []) =>
  (error: unknown): never => {
    if (!(error instanceof AppError)) throw error;
    const toProblem = (problem: Problem) => (typeof problem === 'string' ? problem : nameOption(problem, sources));
    throw new AppError(error.kind, error.problems.map(toProblem));
  };

/** Checks fields by the API's rules. Throws AppError `invalid` that names every wrong option. */
export function checkOptions<Schema extends z.ZodType>(
  schema: Schema,
  fields: unknown,
  sources?: readonly OptionSource[],
): z.output<Schema> {
  try {
    return valid(schema, fields);
  } catch (error) {
    return nameOptions(sources)(error);
  }
}

const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
