import { joinAnd, joinOr } from '../../../lib/language/formats.js';
import { t } from '../../../lib/language/translate.js';
import { dimensionLabel, displayValue } from '../../../stats/dimensions.js';
import { isRowDimension } from '../../../stats/rows/parse-filter.js';
import { conditionText } from './filter-names.js';
import { withVisibleMarks } from './name.js';

const MAX_LENGTH = 200;

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
  if (and !== undefined) return describeAll(and, goals, joinAnd, isNested);
  if (part.or !== undefined) return describeAll(part.or, goals, joinOr, isNested);
  if (part.not !== undefined) return t('not ({filter})', { filter: describe(part.not, goals) });
  if (part.hasDone !== undefined) return t('visitor has done ({filter})', { filter: describe(part.hasDone, goals) });
  if (part.segment !== undefined) return t('a segment');
  if (typeof part.goal === 'string')
    return goals.find(({ id }) => id === String(part.goal).toLowerCase())?.name ?? t('Unknown goal');
  const name = String(part.dimension);
  const values = (Array.isArray(part.values) ? part.values : []).map((value) => valueName(name, value));
  return conditionText(String(part.operator), { dimension: writeDimension(name), values: joinOr(values) });
}

/** Several parts within others are in parentheses. */
function describeAll(parts: unknown, goals: readonly NamedGoal[], join: typeof joinAnd, isNested: boolean): string {
  const list: readonly unknown[] = Array.isArray(parts) ? parts : [];
  const areSeveral = list.length > 1;
  const text = join(list.map((each) => describe(each, goals, isNested || areSeveral)));
  return isNested && areSeveral ? `(${text})` : text;
}

const writeDimension = (name: string): string => (isRowDimension(name) ? dimensionLabel(name) : name);

const valueName = (name: string, value: unknown): string => {
  if (value === null) return t('(none)');
  return isRowDimension(name) ? displayValue(name, String(value)) : String(value);
};
