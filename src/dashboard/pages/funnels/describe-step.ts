import type { Definition } from '../../../definitions/definitions.js';
import { type DimensionName, displayValue, findDimension } from '../../../stats/dimensions.js';
import type { Operator } from '../../../stats/filters.js';
import { isRowDimension } from '../../../stats/rows/parse-filter.js';
import { matchName } from '../behavior/event-match.js';
import { operatorLabels } from '../stats/filter-names.js';
import { withVisibleMarks } from '../stats/name.js';
import type { FunnelStep } from './funnel-choice.js';

const MAX_LENGTH = 200;

const OR = new Intl.ListFormat('en', { type: 'disjunction' });
const AND = new Intl.ListFormat('en', { type: 'conjunction' });

/** The page, event or goal of a step; of any other filter, a sentence. */
export function describeStep({ match, filter }: FunnelStep, goals: readonly Definition[]): string {
  if (match !== undefined) return matchName(match, goals);
  const text = withVisibleMarks(describe(filter, goals));
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).toWellFormed()}…` : text;
}

/** Stored filters were valid when they were stored. */
function describe(filter: unknown, goals: readonly Definition[]): string {
  if (typeof filter !== 'object' || filter === null) return '';
  const { and = Array.isArray(filter) ? filter : undefined, ...part } = filter as Readonly<Record<string, unknown>>;
  const all = (parts: unknown, format: Intl.ListFormat) =>
    format.format((Array.isArray(parts) ? parts : []).map((each) => describe(each, goals)));
  if (and !== undefined) return all(and, AND);
  if (part.or !== undefined) return all(part.or, OR);
  if (part.not !== undefined) return `not (${describe(part.not, goals)})`;
  if (part.hasDone !== undefined) return `visitor has done (${describe(part.hasDone, goals)})`;
  if (part.segment !== undefined) return 'a segment';
  if (typeof part.goal === 'string') return matchName({ kind: 'goal', value: part.goal }, goals);
  const name = String(part.dimension);
  const values = (Array.isArray(part.values) ? part.values : []).map((value) => valueName(name, value));
  const label = isRowDimension(name) ? findDimension(name).label : name;
  return `${label} ${operatorLabels[String(part.operator) as Operator] ?? ''} ${OR.format(values)}`;
}

const valueName = (name: string, value: unknown): string => {
  if (value === null) return '(none)';
  return isRowDimension(name) ? displayValue(name as DimensionName, String(value)) : String(value);
};
