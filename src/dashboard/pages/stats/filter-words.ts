import { type DimensionName, displayValue, findDimension } from '../../../stats/dimensions.js';
import type { Operator } from '../../../stats/filters.js';
import { isRowDimension } from '../../../stats/rows/parse-filter.js';
import { operatorLabels } from './filter-names.js';
import { withVisibleMarks } from './name.js';

const MAX_LENGTH = 200;

const OR = new Intl.ListFormat('en', { type: 'disjunction' });
const AND = new Intl.ListFormat('en', { type: 'conjunction' });

interface NamedGoal {
  readonly id: string;
  readonly name?: string;
}

/** A stored filter of the API as a sentence: `Country is Germany and not (Page is /jobs)`. */
export function filterWords(filter: unknown, goals: readonly NamedGoal[]): string {
  const text = withVisibleMarks(describe(filter, goals));
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).toWellFormed()}…` : text;
}

/** Stored filters were valid when they were stored. */
function describe(filter: unknown, goals: readonly NamedGoal[], isNested = false): string {
  if (typeof filter !== 'object' || filter === null) return '';
  const { and = Array.isArray(filter) ? filter : undefined, ...part } = filter as Readonly<Record<string, unknown>>;
  if (and !== undefined) return describeAll(and, goals, AND, isNested);
  if (part.or !== undefined) return describeAll(part.or, goals, OR, isNested);
  if (part.not !== undefined) return `not (${describe(part.not, goals)})`;
  if (part.hasDone !== undefined) return `visitor has done (${describe(part.hasDone, goals)})`;
  if (part.segment !== undefined) return 'a segment';
  if (typeof part.goal === 'string')
    return goals.find(({ id }) => id === String(part.goal).toLowerCase())?.name ?? 'Unknown goal';
  const name = String(part.dimension);
  const values = (Array.isArray(part.values) ? part.values : []).map((value) => valueName(name, value));
  const label = isRowDimension(name) ? findDimension(name).label : name;
  return `${label} ${operatorLabels[String(part.operator) as Operator] ?? ''} ${OR.format(values)}`;
}

/** Several parts within others are in parentheses. */
function describeAll(parts: unknown, goals: readonly NamedGoal[], format: Intl.ListFormat, isNested: boolean): string {
  const list: readonly unknown[] = Array.isArray(parts) ? parts : [];
  const areSeveral = list.length > 1;
  const text = format.format(list.map((each) => describe(each, goals, isNested || areSeveral)));
  return isNested && areSeveral ? `(${text})` : text;
}

const valueName = (name: string, value: unknown): string => {
  if (value === null) return '(none)';
  return isRowDimension(name) ? displayValue(name as DimensionName, String(value)) : String(value);
};
