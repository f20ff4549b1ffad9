import { t } from '../../../lib/language/translate.js';
import { conditionText, isKnownOperator, joinOrWithoutCommas } from '../stats/filter-names.js';
import { propertyValues } from '../stats/property-values.js';

/** What the form of a goal asks for. Goals of the API can be of any filter on one event. */
export interface GoalFields {
  readonly name: string;
  readonly kind: string;
  readonly value: string;
  /** Only of custom events; empty for any. */
  readonly property: string;
  readonly propertyValue: string;
}

export const goalKinds = [
  { kind: 'event', label: 'Custom event' },
  { kind: 'page', label: 'Page' },
  { kind: 'link', label: 'Outbound link' },
] as const;

/** A part of a link is enough, since links have query strings. */
const operators: Readonly<Record<string, string>> = { event: 'is', page: 'is', link: 'contains' };

/** As in the API. */
export function goalMatch({ kind, value, property, propertyValue }: Omit<GoalFields, 'name'>): object {
  const condition = { dimension: kind, operator: operators[kind] ?? 'is', values: [value] };
  if (kind !== 'event' || property === '') return condition;
  const ofProperty = { dimension: `property:${property}`, operator: 'is', values: propertyValues(propertyValue) };
  return { and: [condition, ofProperty] };
}

/** In words: `Custom event is signup, plan is pro`. Undefined for filters that the form cannot make. */
export function describeMatch(match: unknown): string | undefined {
  const parts = isObject(match) && Array.isArray(match.and) ? match.and : [match];
  const texts = parts.map(describeCondition);
  return texts.some((text) => text === undefined) ? undefined : texts.join(', ');
}

function describeCondition(condition: unknown): string | undefined {
  if (!isObject(condition)) return undefined;
  const { dimension, operator, values } = condition;
  if (typeof dimension !== 'string' || typeof operator !== 'string' || !Array.isArray(values)) return undefined;
  if (!isKnownOperator(operator) || values.length === 0) return undefined;
  const label = goalKinds.find(({ kind }) => kind === dimension)?.label;
  return conditionText(operator, {
    dimension: label === undefined ? dimension.replace(/^property:/, '') : t(label),
    values: joinOrWithoutCommas([...new Set(values.map(String))]),
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
