import { z } from 'zod';
import { operators } from '../../stats/filters.js';
import { rowUnits } from '../../stats/rows/describe-queries.js';
import { describedFilter, filterValue } from '../../stats/rows/filter-schema.js';
import { comparisonModes } from '../../stats/rows/parse-ranges.js';
import { rangeNames } from '../../time/index.js';

const value = z.union([...filterValue.options, z.record(z.string(), z.number().nullable())]);
const row = z.record(z.string(), value);

const name = z.string();

const understoodQuery = z.object({
  websites: z.array(z.string()),
  timezone: z.string(),
  from: z.string(),
  to: z.string().describe('Excluded'),
  comparison: z.object({ mode: z.enum(comparisonModes), from: z.string(), to: z.string() }).optional(),
  metrics: z.array(name),
  dimensions: z.array(name),
  filters: describedFilter.nullable(),
  goal: z.object({ id: z.string().optional(), name: name.optional(), match: describedFilter }).optional(),
  goals: z.array(z.object({ id: z.string(), name })).optional(),
  orderBy: z.array(z.object({ by: name, direction: z.enum(['asc', 'desc']) })),
  limit: z.int(),
  source: z.string().describe('The table that answered'),
});

const operator = z.enum(operators);

/** What queries can ask for. */
export const querySchema = z.object({
  metrics: z.array(
    z.object({
      name,
      label: z.string(),
      definition: z.string(),
      unit: z.enum(rowUnits),
      needsGoal: z.boolean().optional(),
    }),
  ),
  dimensions: z.array(
    z.object({
      name,
      label: z.string(),
      of: z.enum(['session', 'event', 'time']),
      operators: z.array(operator).describe('Of its filters; none for a dimension that only groups'),
      doesNotCombineWith: z.array(name).optional().describe('Metrics'),
    }),
  ),
  operators: z.array(z.object({ name: operator, needs: z.enum(['property', 'any']) })),
  ranges: z.array(z.enum(rangeNames)),
  limits: z.object({ dimensions: z.int(), conditions: z.int(), values: z.int(), rows: z.int() }),
});

/** Of a query. */
export const queryAnswer = z.object({
  rows: z.array(row).describe('Dimensions and metrics by name; `comparison` has the metrics of the compared range'),
  totals: row.optional(),
  totalsPerDay: row
    .optional()
    .describe('Counts and sums a day, beside the totals, where a custom range of another length is compared'),
  totalRows: z.int().optional().describe('Rows on all pages'),
  nextCursor: z.string().nullable().describe('Null on the last page'),
  query: understoodQuery.describe('The query as it was understood'),
});
