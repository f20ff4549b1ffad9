import { z } from 'zod';
import { rowDimensions, unfilteredDimensions } from './parse-filter.js';
import { REVENUE, rowMetricNames } from './row-metrics.js';
import { timeDimensions } from './time-dimensions.js';

/**
 * Names that a schema declares. It takes any text: the parser of the body suggests names in place of an unknown one.
 *
 * @param prefixes of names that go on with the name of a property or a currency
 */
function declareNames(id: string, names: readonly string[], prefixes: readonly string[]) {
  const templates = prefixes.map((prefix) => ({ type: 'string', pattern: `^${prefix}:` }));
  return z.string().meta({ id, anyOf: [{ type: 'string', enum: [...names] }, ...templates] });
}

export const metricName = declareNames('MetricName', [...rowMetricNames, REVENUE], ['sum', 'avg', REVENUE]);

export const dimensionName = declareNames(
  'DimensionName',
  [...rowDimensions, ...unfilteredDimensions, ...Object.keys(timeDimensions)],
  ['property'],
);

/** A metric or a dimension. */
export const orderName = z
  .string()
  .meta({ anyOf: [{ $ref: '#/$defs/MetricName' }, { $ref: '#/$defs/DimensionName' }] });
