import { MAX_PARAMETERS } from '../../../sql/reader-settings.js';
import { parameterField } from './parameter-fields.js';
import type { SqlFormValues } from './sql-form.js';

type PreparedQuery = Pick<SqlFormValues, 'query' | 'parameterValues'>;

/** Some proxies take no longer address. */
const MAX_ADDRESS = 8_000;

/**
 * The SQL page with a query, which runs when a person says so. Undefined for one with too many values, too long ones, or line
 * breaks in them, which a field cannot have.
 */
export function sqlAddress({ query, parameterValues }: PreparedQuery): string | undefined {
  const values = [...parameterValues.values()];
  if (values.length > MAX_PARAMETERS || values.some((value) => /[\r\n]/.test(value))) return undefined;
  const fields = [...parameterValues].map(([name, value]) => [parameterField({ name }), value] as const);
  const address = `/sql?${new URLSearchParams({ query, ...Object.fromEntries(fields) })}`;
  return address.length > MAX_ADDRESS ? undefined : address;
}
