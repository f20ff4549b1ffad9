import type { HonoRequest } from 'hono';
import type { z } from 'zod';
import { type Checked, messagesOf } from './checked.js';

/**
 * Checks the query parameters that `schema` knows. Unknown and empty ones are as if they were not there; a known one that
 * is given twice is a fault, since nobody could say which counts. If one that is required is missing, all required ones
 * are named in one sentence, as the specification has it.
 */
export function checkQuery<Query extends z.ZodObject>(schema: Query, request: HonoRequest): Checked<z.output<Query>> {
  const all = request.queries();
  const values = Object.keys(schema.shape).map((name) => [name, all[name] ?? []] as const);
  const repeated = values.filter(([, given]) => given.length > 1).map(([name]) => `${name}: given more than once`);
  const given = new Map(values.flatMap(([name, [first]]) => (first ? [[name, first]] : [])));
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return repeated.length === 0 ? { ok: true, value: parsed.data } : { ok: false, faults: repeated };

  const isMissing = ({ code, path }: z.core.$ZodIssue) => code !== 'custom' && !given.has(String(path[0]));
  const { issues } = parsed.error;
  const missing = issues.some(isMissing) ? [`Query ${requiredOf(schema)} required`] : [];
  const wrong = issues.filter((issue) => !isMissing(issue)).flatMap(messagesOf);
  return { ok: false, faults: [...repeated, ...missing, ...wrong] };
}

/** `parameters from and to are`. */
function requiredOf(schema: z.ZodObject): string {
  const names = Object.entries(schema.shape)
    .filter(([, parameter]) => !parameter.safeParse(undefined).success)
    .map(([name]) => name);
  return names.length === 1 ? `parameter ${names} is` : `parameters ${names.join(' and ')} are`;
}
