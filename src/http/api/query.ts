import type { HonoRequest } from 'hono';
import type { z } from 'zod';
import type { Problem } from '../../lib/errors.js';
import { type Checked, issueProblems } from './checked.js';
import { nearMisses } from './near-misses.js';

/** Only the parameters that the schema knows. */
export type KnownParameters = Readonly<Record<string, string>>;

/** All parameters, with each of their values. */
export type AllParameters = Readonly<Record<string, readonly string[]>>;

/**
 * Checks the query parameters that `schema` knows. Unknown and empty ones are ignored, except near misses of known
 * names: ignoring a misspelled filter would return all data. Repeating a known one is an error, because either value
 * could be meant, unless it is `repeatable`. If a required one is missing, all required ones are named in one sentence, as the specification says.
 * Errors from `alsoWrong` are reported along with the rest.
 */
export async function checkQuery<Query extends z.ZodObject>(
  schema: Query,
  request: HonoRequest,
  alsoWrong: (given: KnownParameters, all: AllParameters) => Promise<readonly Problem[]>,
  repeatable: readonly string[] = [],
): Promise<Checked<z.output<Query>>> {
  const all = request.queries();
  const values = Object.keys(schema.shape).map((name) => [name, (all[name] ?? []).filter(Boolean)] as const);
  const repeated = values
    .filter(([name, given]) => given.length > 1 && !repeatable.includes(name))
    .map(([field]) => ({ field, message: 'must be given once' }));
  const parameters: KnownParameters = Object.fromEntries(
    values.flatMap(([name, [first]]) => (first === undefined ? [] : [[name, first]])),
  );
  const parsed = schema.safeParse(parameters);
  const known = [...new Set([...Object.keys(schema.shape), ...repeatable])];
  // A repeatable parameter can have an operator, as in `page.contains`.
  const names = Object.keys(all).map((name) => (repeatable.length === 0 ? name : name.replace(/\.\w+$/, '')));
  const misspelled = nearMisses([...new Set(names)], known);
  const errors = [
    ...misspelled,
    ...repeated,
    ...(parsed.success ? [] : queryErrors(schema, parsed.error, parameters)),
    ...(await alsoWrong(parameters, all)),
  ];
  return parsed.success && errors.length === 0 ? { ok: true, value: parsed.data } : { ok: false, errors };
}

function queryErrors(schema: z.ZodObject, { issues }: z.ZodError, parameters: KnownParameters): readonly Problem[] {
  const isMissing = ({ code, path }: z.core.$ZodIssue) =>
    code !== 'custom' && !Object.hasOwn(parameters, String(path[0]));
  const missing = issues.some(isMissing) ? [`Query ${describeRequired(schema)} required`] : [];
  return [...missing, ...issues.filter((issue) => !isMissing(issue)).flatMap(issueProblems)];
}

/** As in `parameters from and to are`. */
function describeRequired(schema: z.ZodObject): string {
  const names = Object.entries(schema.shape)
    .filter(([, parameter]) => !parameter.safeParse(undefined).success)
    .map(([name]) => name);
  return names.length === 1 ? `parameter ${names} is` : `parameters ${names.join(' and ')} are`;
}
