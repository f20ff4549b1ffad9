import { rangeNames } from '../../time/index.js';
import { findDimension } from '../dimensions.js';
import { operators } from '../filters.js';
import { MAX_CONDITIONS, MAX_VALUES, rowDimensions, unfilteredDimensions } from './parse-filter.js';
import { MAX_DIMENSIONS, MAX_LIMIT } from './parse-rows-query.js';
import { describeRowMetric, isOfReturning, needsGoal, REVENUE, type RowMetric, rowMetricNames } from './row-metrics.js';
import { findTimeDimension, type TimeName, timeDimensions } from './time-dimensions.js';

/** What queries can ask for, for programs that build them. */
export const describeQueries = () => ({
  metrics: [
    ...rowMetricNames.map((name) => ({ name, ...describeMetric(name) })),
    { name: 'sum:NAME', label: 'Sum', definition: 'Sum of a numeric property.', unit: 'amount' },
    { name: REVENUE, label: 'Revenue', definition: 'Revenue in each currency of the range.', unit: 'amount' },
    { name: 'revenue:CURRENCY', label: 'Revenue', definition: 'Revenue in a currency, such as EUR.', unit: 'amount' },
    { name: 'avg:NAME', label: 'Average', definition: 'Average of a numeric property.', unit: 'amount' },
  ],
  dimensions: [
    ...rowDimensions.map((name) => {
      const { label, of } = findDimension(name);
      return { name, label, of, operators: operators.filter((each) => each !== 'greater' && each !== 'less') };
    }),
    { name: 'property:NAME', label: 'Property', of: 'event', operators },
    ...unfilteredDimensions.map((name) => {
      const { label, of } = findDimension(name);
      return { name, label, of, operators: [] };
    }),
    ...(Object.keys(timeDimensions) as TimeName[]).map((name) => {
      const { label, repeats = false } = findTimeDimension(name);
      return {
        name,
        label,
        of: 'time',
        operators: [],
        ...(repeats && { doesNotCombineWith: rowMetricNames.filter(isOfReturning) }),
      };
    }),
  ],
  operators: operators.map((name) => ({ name, needs: name === 'greater' || name === 'less' ? 'property' : 'any' })),
  ranges: [...rangeNames],
  limits: { dimensions: MAX_DIMENSIONS, conditions: MAX_CONDITIONS, values: MAX_VALUES, rows: MAX_LIMIT },
});

function describeMetric(name: RowMetric) {
  if (name === 'percentage') {
    return {
      label: 'Share',
      definition: 'Share of the total visitors, 0 to 100; without visitors in the query, of its first count.',
      unit: 'percent',
    };
  }
  const { label, definition, unit } = describeRowMetric(name);
  return { label, definition, unit, needsGoal: needsGoal(name) };
}
