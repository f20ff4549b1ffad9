import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { inLanguage } from '../../lib/language/language.js';
import { answer } from '../answer.js';
import { type DimensionName, displayValue, findDimension, propertyName, toParts } from '../dimensions.js';
import { metricValue } from '../metrics.js';
import type { Scope } from '../query.js';
import { type RowValue, readKeyValue } from './row-value.js';

/** More than there are countries, or languages of real visitors. */
const MAX_CODES = 1_000;

export interface ListedValue {
  /** As in filters and rows. */
  readonly value: RowValue;
  /** For people. */
  readonly label: string;
  readonly visitors: number;
}

/**
 * Values of a dimension whose name or code contains a text, the most frequent first. Codes, of which there are few, are
 * all returned.
 */
export async function listValues(
  clickhouse: ClickHouse,
  scope: Scope,
  dimension: DimensionName,
  text: string,
  limit: number,
): Promise<ListedValue[]> {
  const { isCode } = findDimension(dimension);
  const contains = (values: readonly string[]) => ({ dimension, operator: 'contains', values }) as const;
  // Rows have a property as JSON, so it is searched in the events.
  const isProperty = propertyName(dimension) !== undefined;
  const search = isProperty
    ? { filter: { and: [...(scope.filter === undefined ? [] : [scope.filter]), contains([text])] } }
    : { search: contains(toParts(dimension, text)) };
  const { rows } = await answer(clickhouse, {
    ...scope,
    name: 'stats/values',
    metrics: ['visitors'],
    dimensions: [dimension],
    skipsMissing: true,
    ...(isCode ? { limit: MAX_CODES } : { limit, ...(text !== '' && search) }),
  });
  const values = rows.map(({ key: [stored = ''], now }): ListedValue => {
    const value = readKeyValue(dimension, stored);
    return { value, label: showValue(dimension, value), visitors: metricValue('visitors', now) };
  });
  // People in other languages know English names, too.
  const isLike = ({ value, label }: ListedValue) =>
    [String(value), label, inLanguage('en', () => showValue(dimension, value))].some((each) =>
      each.toLowerCase().includes(text.toLowerCase()),
    );
  return isCode ? values.filter(isLike) : values;
}

const showValue = (dimension: DimensionName, value: ListedValue['value']): string =>
  typeof value === 'string' ? displayValue(dimension, value) : String(value);
