import { rangeNames } from '../../time/index.js';
import { type Dimension, type DimensionName, findDimension } from '../dimensions.js';
import { type Operator, operators } from '../filters.js';
import { metricUnits } from '../metrics.js';
import { MAX_CONDITIONS, MAX_VALUES, rowDimensions, unfilteredDimensions } from './parse-filter.js';
import { MAX_DIMENSIONS, MAX_LIMIT } from './parse-rows-query.js';
import { describeRowMetric, isOfReturning, needsGoal, REVENUE, type RowMetric, rowMetricNames } from './row-metrics.js';
import { findTimeDimension, type TimeName, timeDimensions } from './time-dimensions.js';

/** Of the metrics of a query. */
export const rowUnits = [...metricUnits, 'percent'] as const;

interface DescribedMetric {
  readonly name: string;
  readonly label: string;
  readonly definition: string;
  readonly unit: (typeof rowUnits)[number];
  readonly needsGoal?: boolean;
}

interface DescribedDimension {
  readonly name: string;
  readonly label: string;
  readonly of: Dimension['of'] | 'time';
  readonly operators: Operator[];
  readonly doesNotCombineWith?: string[];
}

interface DescribedOperator {
  readonly name: Operator;
  readonly needs: 'property' | 'any';
}

/** What queries can ask for, for programs that build them. */
export const describeQueries = () => ({
  metrics: [
    ...rowMetricNames.map(describeMetric),
    { name: 'sum:NAME', label: 'Sum', definition: 'Sum of a numeric property.', unit: 'amount' },
    { name: REVENUE, label: 'Revenue', definition: 'Revenue in each currency of the range.', unit: 'amount' },
    { name: 'revenue:CURRENCY', label: 'Revenue', definition: 'Revenue in a currency, such as EUR.', unit: 'amount' },
    { name: 'avg:NAME', label: 'Average', definition: 'Average of a numeric property.', unit: 'amount' },
  ] as DescribedMetric[],
  dimensions: [
    ...rowDimensions.map((name) =>
      describeDimension(
        name,
        operators.filter((each) => each !== 'greater' && each !== 'less'),
      ),
    ),
    { name: 'property:NAME', label: 'Property', of: 'event', operators: [...operators] },
    ...unfilteredDimensions.map((name) => describeDimension(name, [])),
    ...(Object.keys(timeDimensions) as TimeName[]).map((name): DescribedDimension => {
      const { label, repeats = false } = findTimeDimension(name);
      return {
        name,
        label,
        of: 'time',
        operators: [],
        ...(repeats && { doesNotCombineWith: rowMetricNames.filter(isOfReturning) }),
      };
    }),
  ] as DescribedDimension[],
  operators: operators.map(
    (name): DescribedOperator => ({ name, needs: name === 'greater' || name === 'less' ? 'property' : 'any' }),
  ),
  ranges: [...rangeNames],
  limits: { dimensions: MAX_DIMENSIONS, conditions: MAX_CONDITIONS, values: MAX_VALUES, rows: MAX_LIMIT },
});

function describeDimension(name: DimensionName, own: Operator[]): DescribedDimension {
  const { label, of } = findDimension(name);
  return { name, label, of, operators: own };
}

function describeMetric(name: RowMetric): DescribedMetric {
  if (name === 'percentage') {
    return {
      name,
      label: 'Share',
      definition: 'Share of the total visitors, 0 to 100; without visitors in the query, of its first count.',
      unit: 'percent',
    };
  }
  const { label, definition, unit } = describeRowMetric(name);
  return { name, label, definition, unit, needsGoal: needsGoal(name) };
}
