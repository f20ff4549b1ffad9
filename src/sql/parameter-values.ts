import { encodeParameter } from '../clickhouse/parameter-text.js';
import { invalid } from '../lib/errors.js';
import type { StatementParameter } from './statement-parameters.js';
import { isCompound, isNullable } from './value-types.js';

export type ParameterValues = ReadonlyMap<string, string>;

/** Parameters of a type `Nullable(…)` need no value. */
export const findMissing = (
  parameters: readonly StatementParameter[],
  values: ParameterValues,
): readonly StatementParameter[] => parameters.filter(({ name, type }) => !values.has(name) && !isNullable(type));

/** Encodes values for the SQL runner. A parameter without a value is NULL. */
export const encodeParameters = (
  parameters: readonly StatementParameter[],
  values: ParameterValues,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    parameters.map(({ name, type }) => {
      const value = values.get(name) ?? null;
      return [name, value !== null && isCompound(type) ? value : encodeParameter(value)];
    }),
  );

/** @throws AppError `invalid` that names every missing, unknown or repeated parameter */
export function checkParameters(
  parameters: readonly StatementParameter[],
  query: Readonly<Record<string, readonly string[]>>,
): ParameterValues {
  const values = new Map(Object.entries(query).map(([name, [value = '']]) => [name, value]));
  const names = parameters.map(({ name }) => name);
  const list = names.length === 0 ? 'no parameters' : names.join(', ');
  const errors = [
    ...findMissing(parameters, values).map(({ name, type }) => ({ field: name, message: `is required (${type})` })),
    ...Object.keys(query)
      .filter((name) => names.includes(name) && (query[name]?.length ?? 0) > 1)
      .map((field) => ({ field, message: 'must be given once' })),
    ...[...values.keys()]
      .filter((name) => !names.includes(name))
      .map((name) => ({ field: quote(name), message: `unknown parameter. This query takes ${list}` })),
  ];
  if (errors.length > 0) throw invalid(...errors);
  return values;
}

const MAX_QUOTED_LENGTH = 60;

const quote = (name: string): string =>
  name.length > MAX_QUOTED_LENGTH ? `${name.slice(0, MAX_QUOTED_LENGTH)}…` : name;
