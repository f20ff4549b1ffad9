import type { z } from 'zod';
import { bounded } from '../ingest/bounded.js';

/** Outcome of checking what came in: the value, or everything that is wrong with it. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly faults: readonly string[] };

/** Checks `input`, and names the field of each fault: `timezone: is required`. */
export function check<Schema extends z.ZodType>(schema: Schema, input: unknown): Checked<z.output<Schema>> {
  const parsed = schema.safeParse(input);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, faults: faultsOf(schema, input) };
}

/** Parses once more, for messages of our own: to ask for them in the first place would slow what is right. */
function faultsOf(schema: z.ZodType, input: unknown): readonly string[] {
  const { error } = schema.safeParse(input, {
    error: (issue) => (issue.input === undefined ? 'is required' : undefined),
  });
  return error?.issues.flatMap(messagesOf) ?? [];
}

/** One message for each field that an issue is about. */
export function messagesOf(issue: z.core.$ZodIssue): readonly string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${dotted([...issue.path, key])}: unknown field`);
  }
  return [issue.path.length === 0 ? issue.message : `${dotted(issue.path)}: ${issue.message}`];
}

const MAX_QUOTED_LENGTH = 100;

/** `allowedDomains.3`, as the caller would write it; cut where somebody has made up a long one. */
function dotted(path: readonly PropertyKey[]): string {
  const text = path.map(String).join('.');
  return text.length > MAX_QUOTED_LENGTH ? `${bounded(text, MAX_QUOTED_LENGTH)}…` : text;
}
