import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { inLanguage } from '../../lib/language/language.js';
import { answer } from '../answer.js';
import { type DimensionName, displayValue, findDimension, propertyName, toParts } from '../dimensions.js';
import type { Condition } from '../filters.js';
import { metricValue } from '../metrics.js';
import type { Scope } from '../query.js';
import { type RowValue, readKeyValue } from './row-value.js';

/** More than there are countries, languages of real visitors, or values that are searched. */
const MAX_VALUES = 1_000;

export interface ListedValue {
  /** As in filters and rows. */
  readonly value: RowValue;
  /** For people. */
  readonly label: string;
  readonly visitors: number;
}

/**
 * Values of a dimension whose name or code contains one of the texts, the most frequent first. Codes, of which there are
 * few, are all returned.
 */
export async function listValues(
  clickhouse: ClickHouse,
  scope: Scope,
  dimension: DimensionName,
  texts: readonly string[],
  limit: number,
): Promise<readonly ListedValue[]> {
  if (!findDimension(dimension).isCode) {
    const parts = texts.flatMap((text) => toParts(dimension, text));
    const contains = { dimension, operator: 'contains', values: parts } as const;
    return readValues(clickhouse, scope, dimension, limit, texts.includes('') ? undefined : contains);
  }
  // People in other languages know English names, too.
  const isLike = ({ value, label }: ListedValue) =>
    [String(value), label, inLanguage('en', () => showValue(dimension, value))].some((each) =>
      texts.some((text) => each.toLowerCase().includes(text.toLowerCase())),
    );
  return (await readValues(clickhouse, scope, dimension, MAX_VALUES)).filter(isLike);
}

/** Filters values to those that the dimension has in the scope. */
export async function findListedValues(
  clickhouse: ClickHouse,
  scope: Scope,
  dimension: DimensionName,
  values: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await readValues(clickhouse, scope, dimension, MAX_VALUES, { dimension, operator: 'is', values });
  return new Set(found.map(({ value }) => String(value)));
}

async function readValues(
  clickhouse: ClickHouse,
  scope: Scope,
  dimension: DimensionName,
  limit: number,
  condition?: Condition,
): Promise<readonly ListedValue[]> {
  // Rows have a property as JSON, so it is searched in the events. The condition also leaves out those of pageviews.
  const ofProperty = condition ?? ({ dimension, operator: 'is_not', values: [null] } as const);
  const filters = scope.filter === undefined ? [] : [scope.filter];
  const { rows } = await answer(clickhouse, {
    ...scope,
    name: 'stats/values',
    metrics: ['visitors'],
    dimensions: [dimension],
    skipsMissing: true,
    limit,
    ...(propertyName(dimension) === undefined
      ? condition && { search: condition }
      : { filter: { and: [...filters, ofProperty] } }),
  });
  return rows.map(({ key: [stored = ''], now }): ListedValue => {
    const value = readKeyValue(dimension, stored);
    return { value, label: showValue(dimension, value), visitors: metricValue('visitors', now) };
  });
}

const showValue = (dimension: DimensionName, value: ListedValue['value']): string =>
  typeof value === 'string' ? displayValue(dimension, value) : String(value);
