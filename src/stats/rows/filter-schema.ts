import { z } from 'zod';
import { operators } from '../filters.js';
import { MAX_VALUES, rowDimensions } from './parse-filter.js';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Begins with a word and a colon, which clients in TypeScript take for a template type. */
const PROPERTY: JsonSchema = { type: 'string', pattern: '^property:' };

/** Null is a missing value. Only properties have numbers and booleans. */
export const filterValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const fields = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties: { ...properties },
  required: Object.keys(properties),
  additionalProperties: false,
});

interface Declared {
  readonly description?: string;
  readonly segment: (filter: JsonSchema) => JsonSchema;
  readonly goal: (filter: JsonSchema) => JsonSchema;
}

/** As a shared schema of the API's document, and as it is of a tool's. */
function declareFilter(id: string, minValues: number, { description, segment, goal }: Declared) {
  const filter: JsonSchema = { $ref: `#/$defs/${id}` };
  const list: JsonSchema = { type: 'array', items: filter };
  const values: JsonSchema = {
    type: 'array',
    items: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }] },
    minItems: minValues,
    ...(minValues > 0 && { maxItems: MAX_VALUES }),
  };
  const condition = fields({
    dimension: { anyOf: [{ type: 'string', enum: [...rowDimensions] }, PROPERTY] },
    operator: { type: 'string', enum: [...operators] },
    values,
  });
  const parts = [fields({ and: list }), fields({ or: list }), fields({ not: filter }), fields({ hasDone: filter })];
  return z.any().meta({
    id,
    ...(description && { description }),
    anyOf: [condition, ...parts, segment(filter), goal(filter), list],
  });
}

const TEXT: JsonSchema = { type: 'string' };

/** A filter of the API. The schema declares it and takes anything: `parseFilter` names each problem. */
export const filterBody = declareFilter('Filter', 1, {
  description:
    'A condition `{ dimension, operator, values }`, `{ and: [] }`, `{ or: [] }`, `{ not }`, `{ hasDone }`, ' +
    '`{ segment: id }`, `{ goal: id }`, or a list, which means and',
  segment: () => fields({ segment: TEXT }),
  goal: () => fields({ goal: TEXT }),
});

/** A filter as `describeFilter` writes it. */
export const describedFilter = declareFilter('DescribedFilter', 0, {
  segment: (filters) => fields({ segment: TEXT, name: TEXT, filters }),
  goal: (match) => fields({ goal: TEXT, name: TEXT, match }),
});
