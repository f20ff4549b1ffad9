import type { ParameterValues } from '../../../sql/parameter-values.js';
import type { StatementParameter } from '../../../sql/statement-parameters.js';
import { isDate, isNullable, isUuid } from '../../../sql/value-types.js';
import { formatDay, localDay } from '../../../time/index.js';
import type { WebsiteChoice } from './parameter-fields.js';

const DAYS = 30;

/**
 * Fills missing values: the last 30 days for `from` and `to`, else an empty text. The days are those of the selected
 * website, or of the first one.
 */
export function withInitialValues(
  parameters: readonly StatementParameter[],
  given: ParameterValues,
  websites: WebsiteChoice,
  now: number,
): ParameterValues {
  const ids = parameters.filter(({ type }) => isUuid(type)).map(({ name }) => given.get(name));
  const website = websites.find(({ id }) => ids.includes(id)) ?? websites[0];
  const today = localDay(now, website?.timezone ?? 'UTC');
  const initialValue = ({ name, type }: StatementParameter): string => {
    if (!isDate(type) || isNullable(type)) return '';
    if (name === 'from') return formatDay(today - (DAYS - 1));
    return name === 'to' ? formatDay(today) : '';
  };
  return new Map(parameters.map((parameter) => [parameter.name, given.get(parameter.name) ?? initialValue(parameter)]));
}
