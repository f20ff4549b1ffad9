import type { z } from 'zod';
import { type FieldProblem, type Problem, problemText } from '../../lib/errors.js';
import { abridged } from '../../lib/text.js';

/** Either the value, or every error in the input. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: readonly Problem[] };

/** Checks `input`, and names the field of each error: `timezone: is required`. */
export function check<Schema extends z.ZodType>(schema: Schema, input: unknown): Checked<z.output<Schema>> {
  const parsed = schema.safeParse(input);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, errors: schemaErrors(schema, input) };
}

/**
 * Checks an event. One of unknown type still gets the errors of the fields that all events share.
 *
 * @param common the shared fields
 */
export function checkEvent<Event>(schema: z.ZodType<Event>, common: z.ZodType, input: unknown) {
  const checked = check(schema, input);
  if (checked.ok) return checked;
  const shared = check(common, input);
  const errors = [...(shared.ok ? [] : shared.errors), ...checked.errors].map(problemText);
  return { ok: false, errors: [...new Set(errors)] } as const;
}

/** A second parse produces our own messages. Producing them in the first pass would slow down valid input. */
function schemaErrors(schema: z.ZodType, input: unknown): readonly Problem[] {
  const { error } = schema.safeParse(input, {
    error: ({ code, input: value }) => {
      if (code === 'unrecognized_keys') return 'unknown field';
      return value === undefined ? 'is required' : undefined;
    },
  });
  return error?.issues.flatMap(issueProblems) ?? [];
}

/** One problem for each field of the issue. */
export function issueProblems({ message, path, ...issue }: z.core.$ZodIssue): readonly Problem[] {
  if (issue.code !== 'unrecognized_keys') return [path.length === 0 ? message : { field: dotted(path), message }];
  return issue.keys.map((key): FieldProblem => ({ field: dotted([...path, key]), message }));
}

const MAX_QUOTED_LENGTH = 100;

/** Formats a path as clients write it, `allowedDomains.3`. Long segments are truncated. */
function dotted(path: readonly PropertyKey[]): string {
  return abridged(path.map(String).join('.'), MAX_QUOTED_LENGTH);
}
